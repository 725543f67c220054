#include "idioms.hpp"
#include "idioms.soac.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace idioms {

// ---- Expression templates. ----------------------------------------------------------------------------------------------

template <class E> struct expression {
  const E &self() const { return static_cast<const E &>(*this); }
};
struct triple : expression<triple> {
  std::array<double, 3> a{};
  double operator[](int i) const { return a[i]; }
  double &operator[](int i) { return a[i]; }
  template <class E> triple &operator=(const expression<E> &e) {
    for (int i = 0; i < 3; ++i)
      a[i] = e.self()[i];
    return *this;
  }
};
template <class L, class R> struct sum_of : expression<sum_of<L, R>> {
  const L &l;
  const R &r;
  sum_of(const L &l, const R &r) : l(l), r(r) {}
  double operator[](int i) const { return l[i] + r[i]; }
};
template <class E> struct multiple_of : expression<multiple_of<E>> {
  double s;
  const E &e;
  multiple_of(double s, const E &e) : s(s), e(e) {}
  double operator[](int i) const { return s * e[i]; }
};
template <class L, class R> sum_of<L, R> operator+(const expression<L> &l, const expression<R> &r) {
  return {l.self(), r.self()};
}
template <class E> multiple_of<E> operator*(double s, const expression<E> &e) { return {s, e.self()}; }

#pragma soac differentiate(vjp, jvp)
double expression_templates(double x, double y) {
  triple a, b, c;
  for (int i = 0; i < 3; ++i) {
    a[i] = x * i;
    b[i] = y + i;
  }
  c = a + x * b + a;
  return c[0] * c[1] + c[2];
}

// ---- Templates. ---------------------------------------------------------------------------------------------------------

template <int N> struct midpoint_rule {
  template <class F> static double run(F f, double a, double b) {
    const double m = (a + b) / 2;
    return midpoint_rule<N - 1>::run(f, a, m) + midpoint_rule<N - 1>::run(f, m, b);
  }
};
template <> struct midpoint_rule<0> {
  template <class F> static double run(F f, double a, double b) { return (b - a) * f((a + b) / 2); }
};
#pragma soac differentiate(vjp, jvp)
double unrolled_quadrature(double b) {
  return midpoint_rule<5>::run([](double x) { return std::exp(-x * x); }, 0.0, b);
}

template <class... T> double squares(T... t) { return ((t * t) + ...); }
template <class T, class... R> double alternating(T first, R... rest) {
  if constexpr (sizeof...(rest) == 0)
    return first;
  else
    return first - alternating(rest...);
}
#pragma soac differentiate(vjp, jvp)
double folds(double x) { return squares(x, x + 1, 2 * x) + alternating(x, x * x, x * x * x); }

template <class T>
concept number = std::is_arithmetic_v<T>;
template <number T> T square(T x) { return x * x; }
auto cube(std::floating_point auto x) { return x * x * x; }
#pragma soac differentiate(vjp, jvp)
double constrained_templates(double x) { return square(x) * square(3) + cube(x); }

enum class op { add, multiply, negate };
constexpr std::array<std::pair<op, double>, 4> table{{{op::add, 2}, {op::multiply, 3}, {op::negate, 0}, {op::add, 1}}};
#pragma soac differentiate(vjp, jvp)
double program_table(double x) {
  for (const auto &[what, c] : table)
    switch (what) {
    case op::add: x += c * x * x; break;
    case op::multiply: x *= c; break;
    case op::negate: x = -x; break;
    }
  return x;
}

// ---- Classes. -----------------------------------------------------------------------------------------------------------

struct base {
  double a;
  double f(double x) const { return a * x; }
};
struct middle : base {
  double b;
  double f(double x) const { return base::f(x) + b; }
};
struct derived : private middle {
  explicit derived(double a) : middle{{a}, 2} {}
  using middle::b;
  double g(double x) const { return f(x) * f(x); }
};
#pragma soac differentiate(vjp, jvp)
double inherited_members(double x) {
  derived d(x * x);
  d.b *= x;
  return d.g(x);
}

struct adder {
  double &total;
  const double &by;
  void add() { total += by; }
};
#pragma soac differentiate(vjp, jvp)
double members_that_refer(double x, double y) {
  adder a{x, y};
  a.add();
  y *= 2;
  a.add();
  return x * y;
}

struct dual {
  double value, slope;
  dual(double v, double s = 0) : value(v), slope(s) {}
  dual operator*(const dual &o) const { return {value * o.value, value * o.slope + slope * o.value}; }
  dual operator+(const dual &o) const { return {value + o.value, slope + o.slope}; }
  dual &operator*=(const dual &o) { return *this = *this * o; }
  explicit operator double() const { return value; }
  friend dual sin(const dual &a) { return {std::sin(a.value), std::cos(a.value) * a.slope}; }
};
/// d/dx (x sin(x^2) + 3 x^2), and the value.
#pragma soac differentiate(vjp, jvp)
double dual_numbers(double x) {
  const dual a(x, 1);
  dual y = sin(a * a) + a * 3.0;
  y *= a;
  return y.slope + double(y);
}

// ---- Iterations. --------------------------------------------------------------------------------------------------------

#pragma soac differentiate(vjp, jvp)
double newton_with_test(double a) {
  double x = a;
  for (int i = 0; i < 50; ++i) {
    const double next = 0.5 * (x + a / x);
    const bool isDone = std::abs(next - x) < 1e-13 * next;
    x = next;
    if (isDone)
      break;
  }
  return x;
}

template <class F> double bisect(F f, double low, double high) {
  while (high - low > 1e-10) {
    const double middle = std::midpoint(low, high);
    (f(middle) * f(low) <= 0 ? high : low) = middle;
  }
  return std::midpoint(low, high);
}
/// The bracket does not move with c; one step of Newton's method brings the derivative in.
#pragma soac differentiate(vjp, jvp)
double bisected(double c) {
  const double r = bisect([c](double x) { return x * x - c; }, 0.0, 10.0);
  return r - (r * r - c) / (2 * r);
}

/// Bogacki and Shampine's pair with steps that follow the error.
template <class F> double solve(F f, double y, double t, double end, double tolerance) {
  double h = 0.1;
  while (t < end) {
    h = std::min(h, end - t);
    const double k1 = f(t, y), k2 = f(t + h / 2, y + h / 2 * k1), k3 = f(t + h * 3 / 4, y + h * 3 / 4 * k2);
    const double next = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9, k4 = f(t + h, next);
    const double error = std::abs(h * (-5 * k1 / 72 + k2 / 12 + k3 / 9 - k4 / 8));
    if (error < tolerance) {
      t += h;
      y = next;
    }
    h *= std::clamp(0.9 * std::cbrt(tolerance / (error + 1e-15)), 0.2, 2.0);
  }
  return y;
}
#pragma soac differentiate(vjp, jvp)
double adaptive_steps(double y0, double k) {
  return solve([k](double, double y) { return -k * y; }, y0, 0.0, 1.0, 1e-9);
}

vec3 operator+(const vec3 &a, const vec3 &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
vec3 operator*(double s, const vec3 &a) { return {s * a.x, s * a.y, s * a.z}; }
struct euler {
  double dt;
  int steps;
  template <class State, class F> State operator()(State s, F &&f) const {
    for (int i = 0; i < steps; ++i)
      s = s + dt * std::forward<F>(f)(s);
    return s;
  }
};
#pragma soac differentiate(vjp, jvp)
double integrator_object(vec3 v, double k) {
  const euler integrate{.dt = 0.1, .steps = 10};
  return integrate(v, [k](const vec3 &s) { return vec3{.x = k * s.y, .y = -k * s.x, .z = s.z * s.x}; }).z;
}

double half_square(double x) { return x * x / 2; }
double successor(double x) { return x + 1; }
double apply_twice(double (*f)(double), double x) { return f(f(x)); }
template <class F> double between(F &&f, double a, double b) { return f(b) - f(a); }
#pragma soac differentiate(vjp, jvp)
double function_arguments(double x) {
  double (*const chosen)(double) = &half_square;
  const auto by = +[](double y) { return y * y * y; };
  return apply_twice(chosen, x) + apply_twice(successor, x) * by(x) + between(half_square, 1, x) + between(by, x, 2);
}

#pragma soac differentiate(vjp, jvp)
double jumps_out_of_two_loops(double x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i * j > 5)
        return x * i;
      if ((i + j) % 3 == 0)
        continue;
      x += 0.1 * j * x;
    }
  return x;
}
#pragma soac differentiate(vjp, jvp)
double do_with_continue(double x) {
  int i = 0;
  do {
    if (++i % 2)
      continue;
    x *= x + 0.1 * i;
  } while (i < 7);
  return x;
}
#pragma soac differentiate(vjp, jvp)
double two_counters(double x) {
  double y = 0;
  for (int i = 0, j = 5; i < j; ++i, --j)
    y += x * i * j;
  return (x += 1, y * x);
}

// ---- Matrices. ----------------------------------------------------------------------------------------------------------

class matrix {
  std::vector<double> a;
  int n;

public:
  explicit matrix(int n) : a(n * n), n(n) {}
  double &operator()(int i, int j) { return a[i * n + j]; }
  double operator()(int i, int j) const { return a[i * n + j]; }
  static matrix identity(int n) {
    matrix m(n);
    for (int i = 0; i < n; ++i)
      m(i, i) = 1;
    return m;
  }
  matrix &operator+=(const matrix &o) {
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] += o.a[i];
    return *this;
  }
  friend matrix operator*(const matrix &x, const matrix &y) {
    matrix z(x.n);
    for (int i = 0; i < x.n; ++i)
      for (int j = 0; j < x.n; ++j)
        for (int k = 0; k < x.n; ++k)
          z(i, j) += x(i, k) * y(k, j);
    return z;
  }
};
matrix two_by_two(double a, double b, double c, double d) {
  matrix m(2);
  m(0, 0) = a, m(0, 1) = b;
  m(1, 0) = c, m(1, 1) = d;
  return m;
}
#pragma soac differentiate(vjp, jvp)
double matrix_class(double x) {
  const matrix m = two_by_two(x, 1, x * x, 2);
  matrix p = m * m;
  p += m;
  p = p * m;
  return p(0, 0) + p(1, 1);
}
#pragma soac differentiate(vjp, jvp)
double matrix_power(double x, int n) {
  matrix m = two_by_two(x, 1, x * x, 0.2), r = matrix::identity(2);
  for (; n; n >>= 1) {
    if (n & 1)
      r = r * m;
    m = m * m;
  }
  return r(0, 1);
}
template <int N> struct fixed_matrix {
  double a[N][N] = {};
  double *operator[](int i) { return a[i]; }
  const double *operator[](int i) const { return a[i]; }
};
#pragma soac differentiate(vjp, jvp)
double rows_of_pointers(double x) {
  fixed_matrix<3> m;
  for (int i = 0; i < 3; ++i)
    m[i][i] = x + i;
  m[0][2] = x;
  const fixed_matrix<3> &c = m;
  return c[0][0] * c[1][1] * c[2][2] - c[0][2] * c[1][0];
}

} // namespace idioms
