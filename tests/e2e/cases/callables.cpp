#include "callables.hpp"

#include "geometry_types.hpp"

#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>

using geometry::Point;

#pragma soac differentiate(vjp, jvp)
double lambda_by_value(double x) {
  double scale = 2;
  const auto f = [scale](double t) { return scale * t * t; };
  scale = 100;
  return f(x) + f(f(x));
}

#pragma soac differentiate(vjp, jvp)
double lambda_by_reference(double x, int n) {
  double total = 0, weight = 1;
  const auto add = [&](double t) {
    total += weight * t;
    weight *= 0.5;
  };
  for (int i = 0; i < n; ++i)
    add(std::pow(x, i));
  return total * weight;
}

#pragma soac differentiate(vjp, jvp)
double lambda_init_capture(double x) {
  const auto f = [y = x * x, z = 3.0](double t) -> double {
    if (t > y)
      return t;
    return y * z * t;
  };
  return f(x) + f(10 * x);
}

#pragma soac differentiate(vjp, jvp)
double lambda_mutable(double x) {
  auto next = [state = x]() mutable {
    state = state * state + 0.25;
    return state;
  };
  const double a = next();
  auto copy = next;
  return a + next() + copy();
}

#pragma soac differentiate(vjp, jvp)
double generic_lambda(double x) {
  const auto square = [](auto v) { return v * v; };
  const auto scale = [&](const auto &v, auto s) { return s * v; };
  const Point p = scale(Point(x, 1), 2.0);
  return square(x) + square(3) + scale(x, 0.5) + p.norm() + static_cast<double>(square(2.0f));
}

#pragma soac differentiate(vjp, jvp)
double lambda_returns_lambda(double x) {
  const auto line = [](double a, double b) { return [=](double t) { return a * t + b; }; };
  const auto f = line(x, 2), g = line(3, x);
  return f(g(x));
}

namespace {
template <class F, class... A> double apply_twice(F f, double x, A... rest) { return f(f(x, rest...), rest...); }
double scaled_sine(double x, double s) { return std::sin(x) * s; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double lambda_passed_to_template(double x, double y) {
  return apply_twice([](double a, double b) { return a * b + b; }, x, y) + apply_twice(scaled_sine, x, y) +
         apply_twice([](double a) { return a * a; }, y);
}

#pragma soac differentiate(vjp, jvp)
double immediately_invoked(double x) {
  const double y = [&] {
    if (x > 1)
      return std::log(x);
    for (int i = 0;; ++i)
      if (i > x * 10)
        return x * i;
  }();
  return y * y;
}

namespace {
template <double (*F)(double)> double slope(double x) { return (F(x + 0.5) - F(x - 0.5)); }
double cubed(double x) { return x * x * x; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double function_pointer_template(double x) {
  double (*const f)(double) = cubed;
  return slope<cubed>(x) * f(x);
}

namespace {
double third(double x) { return x * x + 1; }
static double second(double x, int k) { return k > 0 ? third(x) * k : third(-x); }
inline double first(const double &x) { return second(x, 2) + second(x, -1); }
} // namespace

#pragma soac differentiate(vjp, jvp)
double recursion_free_chain(double x) { return first(first(x)); }

namespace {
double with_defaults(double x, double y = 2, int n = 1 + 1) { return std::pow(x, n) * y; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double default_arguments(double x) { return with_defaults(x) + with_defaults(x, x) + with_defaults(x, x, 3); }

namespace {
double area(double x) { return x * x; }
float area(float x) { return 2 * x; }
double area(int x) { return 3.5 * x; }
double area(double x, double y) { return x * y; }
template <class T> T area(const T *x) { return *x; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double overloads(double x, float f, int i) { return area(x) + area(f) + area(i) * x + area(x, f) + area(&x); }

namespace {
constexpr double weights[] = {0.1, 0.2, 0.3, 0.4};
constexpr std::array<std::array<int, 2>, 2> shift{{{1, 2}, {3, 4}}};
constexpr int factorial(int n) { return n < 2 ? 1 : n == 2 ? 2 : n == 3 ? 6 : 24; }
const double half = 0.5;
} // namespace

#pragma soac differentiate(vjp, jvp)
double constexpr_table(double x) {
  double sum = half;
  for (int i = 0; i < 4; ++i)
    sum += weights[i] * std::pow(x, shift[i / 2][i % 2]) / factorial(i);
  constexpr double local[3] = {1, 2, 3};
  static const double fixed[2] = {5, 6};
  return sum * local[2] + fixed[1] * x;
}

namespace {
template <int Order> struct Gauss;
template <> struct Gauss<2> {
  static constexpr int points = 2;
  static constexpr double nodes[2] = {-0.5773502691896257, 0.5773502691896257};
  static constexpr double weights[2] = {1, 1};
};
template <int Order, class F> double quadrature(F f) {
  double sum = 0;
  for (int i = 0; i < Gauss<Order>::points; ++i)
    sum += Gauss<Order>::weights[i] * f(Gauss<Order>::nodes[i]);
  return sum;
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double static_constexpr_members(double x) {
  return quadrature<2>([=](double t) { return std::exp(x * t) * (1 + t); });
}

namespace {
template <class T, int N> T power(T x) {
  if constexpr (N == 0)
    return T(1);
  else if constexpr (N % 2 == 0)
    return power<T, N / 2>(x) * power<T, N / 2>(x);
  else
    return x * power<T, N - 1>(x);
}
template <class... T> double sum_of_squares(T... x) { return (... + (x * x)); }
double product_of() { return 1; }
template <class... T> double product_of(double x, T... rest) { return x * product_of(rest...); }
} // namespace

#pragma soac differentiate(vjp, jvp)
double if_constexpr(double x) { return power<double, 7>(x) + power<double, 0>(x); }

#pragma soac differentiate(vjp, jvp)
double fold_expressions(double x, double y, double z) { return sum_of_squares(x, y, z) / sum_of_squares(x, 1, 2.0f); }

#pragma soac differentiate(vjp, jvp)
double variadic_recursive(double x) { return product_of(x, x + 1, 2, x * x); }

#pragma soac differentiate(vjp, jvp)
double unused_inputs(double x, [[maybe_unused]] double y) { return x * 3; }

#pragma soac differentiate(vjp, jvp)
double constant_result([[maybe_unused]] double x) { return 4; }

namespace {
const double &larger(const double &a, const double &b) { return a < b ? b : a; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double const_reference_result(double x, double y) { return larger(x, y) * larger(2 * x, 3); }

#pragma soac differentiate(vjp, jvp)
double auto_everywhere(double x, int n) {
  auto r = x;
  auto &&ref = r;
  for (auto i = 0; i < n; i++) {
    const auto t = static_cast<decltype(r)>(i) * x;
    ref += t;
  }
  return r * ref;
}

template double horner3<double>(double, double, double);
template float horner3<float>(float, float, float);

#pragma soac differentiate(vjp, jvp)
double special_values(double x, double y) {
  const double big = std::numeric_limits<double>::infinity();
  double best = big;
  for (double v : {x, y, x * y})
    if (v < best)
      best = v;
  return std::isfinite(best) && !std::isnan(x) ? best * y : 0.0;
}

namespace outer_space {
inline namespace v1 {
constexpr double unit = 2.5;
}
namespace {
double convert(double x) { return x * unit; }
} // namespace
} // namespace outer_space

#pragma soac differentiate(vjp, jvp)
double namespaced(double x) {
  namespace o = outer_space;
  using o::convert;
  return convert(x) * o::unit + ::area(x);
}

#pragma soac differentiate(vjp, jvp)
double typedefs(double x) {
  using real = double;
  typedef std::array<real, 2> pair;
  const pair p{x, real(2)};
  return p[0] * p[1];
}

namespace {
struct Maybe {
  bool has = false;
  double value = 0;
};
Maybe root(double a) {
  if (a < 0)
    return {};
  return {true, std::sqrt(a)};
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double optional_like(double x) {
  double sum = 0;
  for (int i = -2; i < 3; ++i)
    if (const auto r = root(x + i); r.has)
      sum += r.value;
  return sum;
}
