#include "variables.hpp"
#include "variables.soac.hpp"

#include <array>
#include <cmath>

// Variables that conditions and the heads of statements declare.

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

// Variables without an initialiser, written on every path before they are read.

// What the compiler does not see is the point.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace written_late {

#pragma soac differentiate(vjp, jvp)
double by_kind(double x, Kind kind) {
  double y;
  switch (kind) {
  case Kind::linear: y = 2 * x; break;
  case Kind::square: y = x * x; break;
  case Kind::constant: y = 3; break;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double pair_by_kind(double x, Kind kind) {
  Pair p;
  switch (kind) {
  case Kind::linear:
    p.a = x;
    p.b = 1;
    break;
  case Kind::square: p = {x * x, x}; break;
  case Kind::constant:
    p.b = 2;
    p.a = p.b;
    break;
  }
  return p.a * std::sin(p.b);
}

#pragma soac differentiate(vjp, jvp)
double by_kind_in_loop(double x, const std::vector<Kind> &kinds) {
  double s = 1;
  for (const Kind kind : kinds) {
    double factor, shift;
    switch (kind) {
    case Kind::linear:
      factor = x;
      shift = 0.5;
      break;
    case Kind::square:
      factor = x * s;
      shift = -x;
      break;
    case Kind::constant:
      factor = 1;
      shift = 0;
      break;
    }
    s = s * factor + shift;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double by_code(double x, int code) {
  double y;
  switch (code % 3) {
  case 0:
    if (x > 1) {
      y = x;
      break;
    }
    y = std::exp(x);
    break;
  case 1: y = 1 / x; [[fallthrough]];
  default: y = x * x * x;
  }
  return y + x;
}

#pragma soac differentiate(vjp, jvp)
double array_by_kind(double x, Kind kind) {
  double v[2];
  switch (kind) {
  case Kind::linear:
    v[0] = x;
    v[1] = 1;
    break;
  case Kind::square:
    v[0] = x * x;
    v[1] = x;
    break;
  case Kind::constant:
    for (double &e : v)
      e = 4;
    break;
  }
  return v[0] * v[1];
}

#pragma soac differentiate(vjp, jvp)
double in_both_branches(double x, bool which) {
  double y, z;
  if (which) {
    y = x * x;
    z = y * x;
  } else {
    z = 2 * x;
    y = z * z;
  }
  return y * z;
}

#pragma soac differentiate(vjp, jvp)
double or_returned(double x, double limit) {
  double y;
  if (x < limit)
    y = x * x;
  else
    return 3 * x;
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double in_every_trip(double x, int n) {
  double t, s = x;
  for (int i = 0; i < n; ++i) {
    t = s * x;
    s = s + 0.1 * t * t;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double in_the_first_trip(const std::vector<double> &x) {
  double product;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (i == 0)
      product = x[i];
    else
      product *= x[i];
  return x.empty() ? 0.0 : product;
}

#pragma soac differentiate(vjp, jvp)
double by_a_flag(const std::vector<double> &x) {
  bool has_one = false;
  double largest;
  for (const double v : x) {
    if (has_one && v <= largest)
      continue;
    largest = v;
    has_one = true;
  }
  return has_one ? largest * largest : 0.0;
}

#pragma soac differentiate(vjp, jvp)
double in_do(double x, int n) {
  double y;
  int i = 0;
  do {
    y = x * (i + 1);
    ++i;
  } while (y * y < n);
  return y * y;
}

#pragma soac differentiate(vjp, jvp)
double until_left(double x, double limit) {
  double y;
  while (true) {
    y = x * x;
    if (y > limit)
      break;
    x *= 1.5;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double array_in_loop(double x) {
  double v[4];
  for (int i = 0; i < 4; ++i) {
    v[i] = x * (i + 1);
    if (i > 0)
      v[i] *= v[i - 1];
  }
  return v[3] + v[1];
}

#pragma soac differentiate(vjp, jvp)
double rows_in_loops(double x) {
  double m[2][3], sums[2];
  for (int i = 0; i < 2; ++i) {
    sums[i] = 0;
    for (int j = 0; j < 3; ++j) {
      m[i][j] = std::pow(x, i + j);
      sums[i] += m[i][j];
    }
  }
  return sums[0] * sums[1] * m[1][2];
}

#pragma soac differentiate(vjp, jvp)
double member_by_member(double x, bool which) {
  Pair p;
  p.a = x;
  if (which)
    p.b = x * x;
  else
    p.b = 1;
  Pair q = p;
  return q.a * q.b;
}

} // namespace written_late
