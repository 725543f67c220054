#include "plain_loops.hpp"

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
double loop_to_convergence(double x) {
  double y = x, before;
  int rounds = 0;
  do {
    before = y;
    y = std::cos(y) * 0.5 + 0.1 * x;
  } while (std::fabs(y - before) > 1e-13 && ++rounds < 200);
  return y;
}
