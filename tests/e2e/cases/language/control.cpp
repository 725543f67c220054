#include "control.hpp"

#include <cmath>

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
