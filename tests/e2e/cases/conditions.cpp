#include "conditions.hpp"
#include "conditions.soac.hpp"

#include <array>
#include <cmath>

namespace conditions {

/// The square root of a, until the step vanishes.
#pragma soac differentiate(vjp, jvp)
double newton_step_variable(double a, double x) {
  int trips = 0;
  while (double step = 0.5 * (a / x - x)) {
    x += step;
    if (++trips == 8 || std::fabs(step) < 1e-14)
      break;
  }
  return x;
}
#pragma soac differentiate(vjp, jvp)
double countdown(int n, double x) {
  double s = 0;
  while (int k = n--)
    s = s * x + k;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double remaining(const std::vector<double> &x) {
  std::size_t i = 0;
  double s = 0;
  while (const std::size_t left = x.size() - i)
    s += x[i++] * static_cast<double>(left);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double for_with_variable(int n, double x) {
  double s = 0;
  for (int i = 0; int left = n - i; ++i)
    s += left * std::pow(x, i);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double increment_sees_it(int n, double x) {
  double s = 1;
  for (int i = 0; int left = n - i; i += left > 2 ? 2 : 1)
    s = s * x + left;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double left_by_break(double x, int n) {
  double s = 0;
  while (int k = n--) {
    if (s > 3)
      break;
    s += x * k;
  }
  return s * s;
}
#pragma soac differentiate(vjp, jvp)
double left_by_continue(double x, int n) {
  double s = 0;
  while (int k = n--) {
    if (k % 3 == 0)
      continue;
    s += std::sin(k * x);
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double left_by_return(double x, int n) {
  while (int k = n--) {
    x *= 1.5;
    if (x > 4)
      return x * k;
  }
  return -x;
}
#pragma soac differentiate(vjp, jvp)
double nested(double x, int n) {
  double s = 0;
  while (int k = n--)
    for (int j = k; int m = j - 1; --j)
      s += x * m * std::exp(-x * k);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double if_with_initialiser(double x) {
  if (const double r = std::sin(x); r > 0.5)
    return r * r;
  else if (const double q = r * x; q > 0)
    return q;
  else
    return r - q;
}
#pragma soac differentiate(vjp, jvp)
double if_variable(double x, int k) {
  if (const int odd = k & 1)
    x *= x + odd;
  if (bool isLarge = x > 2)
    return x / 2 + (isLarge ? 1 : 0);
  return x;
}
#pragma soac differentiate(vjp, jvp)
double else_sees_it(double x) {
  if (double d = x > 1 ? x - 1 : 0.0)
    return d * d;
  else
    return x * (d + 2);
}
#pragma soac differentiate(vjp, jvp)
double switch_with_initialiser(double x, double low, double high) {
  switch (const side s = x < low ? side::below : x > high ? side::above : side::inside; s) {
  case side::below: return low * low;
  case side::above: return high * 3;
  case side::inside: break;
  }
  return x * low + high;
}
#pragma soac differentiate(vjp, jvp)
double switch_variable(double x, int n) {
  switch (int k = n % 4) {
  case 0: return x;
  case 1: x *= k + 1; [[fallthrough]];
  case 2: return x * x * k;
  default: return std::cos(x * k);
  }
}
#pragma soac differentiate(vjp, jvp)
double range_with_initialiser(double x) {
  double s = 0;
  for (const std::array<double, 3> powers{x, x * x, x * x * x}; double p : powers)
    s = s * 0.5 + p;
  for (int sign = 1; double c : {1.0, x, 2.0}) {
    s += sign * c * x;
    sign = -sign;
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double shadowed(double x, int n) {
  double y = x;
  while (int x = n--) {
    if (double y = x - 2; y > 0)
      continue;
    y *= y + x;
  }
  return y * x;
}

} // namespace conditions
