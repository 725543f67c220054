#include "control.hpp"

#include <cmath>
#include <initializer_list>

#pragma soac differentiate(vjp, jvp)
double every_third(const double *x, int n) {
  double sum = 0;
  for (int i = 1; i < n; i += 3)
    sum += x[i] * x[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double downwards(const double *x, int n) {
  double sum = 0;
  for (int i = n - 1; i >= 0; i -= 2)
    sum = sum * 0.5 + x[i] * x[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double downwards_unsigned(const double *x, unsigned n) {
  double value = 0;
  for (unsigned i = n; i > 0; --i)
    value = std::sin(value) + x[i - 1] * i;
  return value;
}

#pragma soac differentiate(vjp, jvp)
double powers_of_two_apart(const double *x, int n) {
  double sum = 1;
  for (int i = 1; i < n; i *= 2)
    sum *= x[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double geometric_steps(double x) {
  double sum = 0;
  for (int i = 100; i > 0; i /= 3)
    sum += std::exp(-x * i / 100.0);
  for (unsigned bit = 1u; bit != 0 && bit < 64u; bit <<= 1)
    sum += x / bit;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double two_indices(const double *x, int n) {
  double sum = 0;
  for (int i = 0, j = n - 1; i < j; ++i, --j)
    sum += x[i] * x[j];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double while_growing(double x) {
  int count = 0;
  while (x < 100.0) {
    x = x * x + 0.5;
    ++count;
  }
  return x / count;
}

#pragma soac differentiate(vjp, jvp)
double do_until(double x) {
  double term = x, sum = 0;
  int k = 1;
  do {
    sum += term;
    term *= -x * x / ((k + 1) * (k + 2));
    k += 2;
  } while (std::fabs(term) > 1e-17);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double do_once(double x) {
  do
    x = std::cos(x);
  while (false);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double nested_triangle(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      double inner = 1;
      for (int k = i; k <= j; ++k)
        inner *= a[k];
      sum += inner * a[i];
    }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double nested_break(const double *a, int n, double limit) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double row = 0;
    for (int j = 0; j < n; ++j) {
      row += a[i * n + j] * a[j * n + i];
      if (row > limit)
        break;
      sum += row;
    }
    if (sum > 10 * limit)
      break;
    sum *= 1.25;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double nested_continue(const double *a, int n) {
  double product = 1;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 1)
      continue;
    for (int j = 0; j < n; ++j) {
      if (a[i * n + j] < 0)
        continue;
      product *= 1 + a[i * n + j];
    }
    product += a[i];
  }
  return product;
}

#pragma soac differentiate(vjp, jvp)
double early_return_in_nest(const double *a, int n, double limit) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      sum += a[i * n + j];
      if (sum > limit)
        return sum * a[i];
    }
    sum *= sum;
  }
  return -sum;
}

#pragma soac differentiate(vjp, jvp)
double break_and_continue(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double v = x[i];
    if (v < 0)
      continue;
    if (v > 10)
      break;
    if (v > 5) {
      sum += 2 * v;
      continue;
    }
    sum += v * v;
    if (sum > 30)
      return std::log(sum);
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double endless_with_break(double x) {
  double y = 1;
  for (;;) {
    const double next = 0.5 * (y + x / y);
    if (std::fabs(next - y) < 1e-15 * next)
      break;
    y = next;
  }
  return y;
}

#pragma soac differentiate(vjp, jvp)
double endless_with_return(double x) {
  double y = x;
  while (true) {
    y = y * 1.5 + 1;
    if (y > 50)
      return y * x;
  }
}

#pragma soac differentiate(vjp, jvp)
double while_with_continue(const double *x, int n) {
  double sum = 0;
  int i = 0;
  while (i < n) {
    const int here = i++;
    if (here % 3 == 0)
      continue;
    sum += x[here] * here;
  }
  return sum * sum;
}

#pragma soac differentiate(vjp, jvp)
double do_with_break(double x, int n) {
  int i = 0;
  do {
    if (x > 20)
      break;
    x *= 1 + x / 10;
    ++i;
  } while (i < n);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double do_with_continue(double x, int n) {
  double sum = 0;
  int i = 0;
  do {
    if (i % 2 == 0)
      continue;
    sum += std::pow(x, i);
  } while (++i < n);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double switch_plain(int kind, double x, double y) {
  double r = 0;
  switch (kind) {
  case 0: r = x + y; break;
  case 1: r = x * y; break;
  case 2: {
    const double d = x - y;
    r = d * d;
    break;
  }
  default: r = x / y;
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
double switch_fallthrough(int kind, double x) {
  double r = 1;
  switch (kind) {
  case 3: r *= x; [[fallthrough]];
  case 2: r += std::sin(x); [[fallthrough]];
  case 1:
  case 7: r *= x; break;
  case -4: r = 0;
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
double switch_in_loop(const int *code, const double *x, int n) {
  double a = 1, b = 0;
  for (int i = 0; i < n; ++i) {
    switch (code[i]) {
    case 0: a *= x[i]; break;
    case 1: b += a * x[i]; continue;
    case 2: a = b; [[fallthrough]];
    case 3: b *= x[i]; break;
    default: return a - b;
    }
    a += 0.25;
  }
  return a + b;
}

#pragma soac differentiate(vjp, jvp)
double switch_returns(int kind, double x) {
  switch (kind) {
  case 'a': return std::sin(x);
  case 'b': return std::cos(x);
  case 'c':
    if (x > 1)
      return x;
    break;
  }
  return x * x;
}

#pragma soac differentiate(vjp, jvp)
double switch_default_first(int kind, double x) {
  switch (kind % 4) {
  default: x = x * 3; [[fallthrough]];
  case 1: x = x * x; break;
  case 2: x = 1 / x;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double switch_break_loop(const double *x, int n) {
  double sum = 0;
  int i = 0;
  while (i < n) {
    switch (i & 3) {
    case 0:
      sum += x[i];
      i += 2;
      break;
    case 1:
      sum *= x[i];
      ++i;
      break;
    default: sum -= x[i] * x[i]; i += 3;
    }
    if (sum < -5)
      break;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double else_if_chain(double x) {
  double y;
  if (x < -1)
    y = -x;
  else if (x < 0)
    y = x * x;
  else if (x < 1)
    y = x * x * x;
  else
    y = std::exp(x - 1);
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double chained_conditionals(double x, double y) { return x > y ? (x > 2 * y ? x * x : x * y) : x > 0 ? y / x : -y; }

#pragma soac differentiate(vjp, jvp)
double short_circuit(const double *x, int n) {
  int i = 0;
  while (i < n && x[i] > 0)
    ++i;
  double r = 0;
  if (i == n || x[i] < -1)
    r = 3;
  if (!(n > 2 && x[n - 1] > x[0]))
    r += x[0];
  return r + (i < n ? x[i] * x[i] : 1.0);
}

#pragma soac differentiate(vjp, jvp)
double assignment_in_condition(const double *x, int n) {
  double sum = 0, v;
  int i = 0;
  while (i < n && (v = x[i++]) > 0)
    sum += v * v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double comma_for(double x, int n) {
  double power = 1, sum = 0;
  for (int i = 0; i < n; ++i, power *= x)
    sum += power, sum *= 0.9;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double loop_variable_changed_inside(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    if (x[i] > 1)
      ++i;
  }
  return sum * sum;
}

#pragma soac differentiate(vjp, jvp)
double bound_changes_inside(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i] * x[i];
    if (sum > 4)
      --n;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double collatz_weighted(double x, int n) {
  double r = x;
  while (n != 1) {
    if (n % 2 == 0) {
      n /= 2;
      r = r * x + 0.1;
    } else {
      n = 3 * n + 1;
      r = std::sin(r);
    }
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
double bisect(double a) {
  double low = 0, high = a > 1 ? a : 1.0;
  for (int i = 0; i < 30; ++i) {
    const double mid = 0.5 * (low + high);
    if (mid * mid < 2.0)
      low = mid;
    else
      high = mid;
  }
  return low * a;
}

#pragma soac differentiate(vjp, jvp)
double newton_with_guard(double a, int most) {
  double x = a;
  for (int i = 0; i < most; ++i) {
    const double f = x * x * x - a;
    if (f == 0)
      return x;
    const double step = f / (3 * x * x);
    x -= step;
    if (step < 0 ? -step < 1e-14 : step < 1e-14)
      break;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double trapezoid_refine(double a, double b) {
  double h = b - a;
  double t = 0.5 * h * (std::exp(-a * a) + std::exp(-b * b));
  for (int level = 1, count = 1; level <= 6; ++level, count *= 2) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      const double x = a + (i + 0.5) * h;
      sum += std::exp(-x * x);
    }
    t = 0.5 * (t + h * sum);
    h *= 0.5;
  }
  return t;
}

#pragma soac differentiate(vjp, jvp)
double fibonacci(double a, double b, int n) {
  for (int i = 0; i < n; ++i) {
    const double next = a + b * 0.5;
    a = b;
    b = next;
  }
  return a * b;
}

#pragma soac differentiate(vjp, jvp)
double continued_fraction(double x, int n) {
  double r = 0;
  while (n-- > 0)
    r = 1 / (x + r);
  return r;
}

namespace {
double slope(double y, double k) { return k * y * (1 - y); }
} // namespace

#pragma soac differentiate(vjp, jvp)
double runge_kutta(double y, double k, double h, int steps) {
  for (int i = 0; i < steps; i++) {
    const double k1 = slope(y, k);
    const double k2 = slope(y + 0.5 * h * k1, k);
    const double k3 = slope(y + 0.5 * h * k2, k);
    const double k4 = slope(y + h * k3, k);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

#pragma soac differentiate(vjp, jvp)
double empty_loops(double x, int n) {
  for (int i = 0; i < n; ++i)
    ;
  for (int i = 10; i < 5; ++i)
    x *= 7;
  for (int i = n; i < 0; ++i) {
  }
  while (false)
    x = 0;
  return x * 3;
}

#pragma soac differentiate(vjp, jvp)
double steps_by_variable(const double *x, int n, int step) {
  double sum = 0;
  for (int i = 0; i < n; i += step)
    sum += std::exp(x[i]);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double down_by_variable(const double *x, int n, int step) {
  double sum = 0;
  for (int i = n - 1; i > -1; i = i - step)
    sum = x[i] - 0.5 * sum;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double not_equal_loop(const double *x, int n) {
  double p = 1;
  for (int i = 0; i != n; ++i)
    p *= x[i];
  for (long i = n; i != 0; i--)
    p += x[i - 1];
  return p;
}

#pragma soac differentiate(vjp, jvp)
double less_equal_loop(double x, int n) {
  double sum = 0, factorial = 1;
  for (int k = 1; k <= n; ++k) {
    factorial *= k;
    sum += std::pow(x, k) / factorial;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double float_counter(double x) {
  double sum = 0;
  for (double t = 0; t < 1.0; t += 0.125)
    sum += std::sin(t * x);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double guard_clauses(double x, double y) {
  if (x < 0)
    return 0;
  if (y < 0)
    return x;
  if (x > y)
    return x * x - y;
  const double r = std::sqrt(x * y);
  if (r > 2)
    return r;
  return r * r * r;
}

enum class Phase { idle, rising, falling = 5 };

#pragma soac differentiate(vjp, jvp)
double state_machine(const double *x, int n) {
  Phase phase = Phase::idle;
  double energy = 0, level = 1;
  for (int i = 0; i < n; ++i) {
    switch (phase) {
    case Phase::idle:
      if (x[i] > 0.5)
        phase = Phase::rising;
      break;
    case Phase::rising:
      level *= 1 + x[i];
      if (level > 3)
        phase = Phase::falling;
      break;
    case Phase::falling:
      energy += level * x[i];
      level *= 0.5;
      if (level < 1)
        phase = Phase::idle;
      break;
    }
  }
  return energy + level;
}

#pragma soac differentiate(vjp, jvp)
double labels_of_loops(double x) {
  double sum = 0;
  bool done = false;
  for (int i = 0; i < 5 && !done; ++i)
    for (int j = 0; j < 5 && !done; ++j) {
      sum += x * (i + 1) / (j + 1);
      done = sum > 12;
    }
  return sum * sum;
}

#pragma soac differentiate(vjp, jvp)
double prefix_update_in_body(double x) {
  int i = 0;
  double a[6] = {};
  while (i < 6)
    a[i++] = x;
  double sum = 0;
  for (i = 5; i; --i)
    sum += a[i] * a[i - 1];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double range_for_list(double x) {
  double sum = 0;
  for (double c : {1.0, -2.0, 0.5})
    sum = sum * x + c;
  const double table[] = {x, 2 * x, x * x};
  for (const auto &t : table)
    sum += t * t;
  for (int k : {3, 1, 2})
    sum += std::pow(x, k);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double last_that_matches(const double *x, int n) {
  int found = -1;
  for (int i = n; i-- > 0;)
    if (x[i] > 0) {
      found = i;
      break;
    }
  return found < 0 ? -1.0 : x[found] * found;
}

#pragma soac differentiate(vjp, jvp)
double max_with_index(const double *x, int n) {
  double best = x[0];
  int at = 0;
  for (int i = 1; i < n; ++i)
    if (x[i] > best) {
      best = x[i];
      at = i;
    }
  return best * best + at * x[n - 1 - at];
}

namespace {
void halve_unless_small(double &x) {
  if (x < 1)
    return;
  x /= 2;
  if (x > 4)
    return;
  x += 0.125;
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double void_return_helper(double x) {
  double y = x;
  for (int i = 0; i < 4; ++i)
    halve_unless_small(y);
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double init_statements(double x) {
  if (const double y = x * x; y > 2)
    x += y;
  else
    x -= y;
  switch (const int k = x > 3 ? 1 : 0; k) {
  case 1: x *= k + 1; break;
  default: x *= 5;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double bool_flags(const double *x, int n) {
  bool rising = true, any = false;
  for (int i = 1; i < n; ++i) {
    rising &= x[i] > x[i - 1];
    any |= x[i] < 0;
  }
  const double weight = rising ? 2.0 : any ? 3.0 : 5.0;
  return weight * x[0] * x[n - 1] + (rising != any) * x[1];
}

#pragma soac differentiate(vjp, jvp)
double nested_switch(int a, int b, double x) {
  switch (a) {
  case 0:
    switch (b) {
    case 0: return x;
    case 1: x *= 2; break;
    default: x *= 3;
    }
    x += x * x;
    break;
  case 1:
    for (int i = 0; i < b; ++i) {
      if (x > 50)
        break;
      x *= x;
    }
    break;
  }
  return x - 1;
}

#pragma soac differentiate(vjp, jvp)
double loop_to_convergence(double x) {
  double y = x, before;
  int rounds = 0;
  do {
    before = y;
    y = std::cos(y) * 0.5 + 0.1 * x;
  } while (std::fabs(y - before) > 1e-13 && ++rounds < 200);
  return y;
}
