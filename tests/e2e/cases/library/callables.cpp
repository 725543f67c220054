#include "callables.hpp"
#include "callables.soac.hpp"

#include "data/geometry_types.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <utility>

// Lambdas, function objects, overloads, templates, references that functions return; without any combinator.

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

// What is called through an object: std::function, pointers to members, tables of functions; elements made in place.

namespace functors {

#pragma soac differentiate(vjp, jvp)
double composed(double x, int mode) {
  std::function<double(double)> f = [mode](double t) { return mode ? std::sin(t) : t * t; };
  const auto g = f;
  return f(g(x)) + (f ? x : 0.0);
}
#pragma soac differentiate(vjp, jvp)
double reassigned(double x, double y) {
  std::function<double(double)> f;
  f = [&](double t) { return t * y; };
  const double once = f(x);
  f = [once](double t) { return t + once * t; };
  return f(y) * once;
}
static double derivative(const std::function<double(double)> &f, double x) {
  const double h = 0.5;
  return (f(x + h) - f(x - h)) / (2 * h);
}
#pragma soac differentiate(vjp, jvp)
double through_parameter(double x, double k) {
  return derivative([k](double t) { return k * t * t * t; }, x) +
         derivative(static_cast<double (*)(double)>(std::exp), x);
}
#pragma soac differentiate(vjp, jvp)
double counting(double x, int n) {
  double total = 0;
  std::function<void(double)> add = [&total](double t) { total += t * total + t; };
  for (int i = 1; i <= n; ++i)
    add(x / i);
  return total;
}
#pragma soac differentiate(vjp, jvp)
double newton(double x, double a) {
  const std::function<double(double)> f = [a](double t) { return t * t * t - a; };
  const std::function<double(double)> slope = [](double t) { return 3 * t * t; };
  for (int i = 0; i < 5; ++i)
    x -= f(x) / slope(x);
  return x;
}

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }

#pragma soac differentiate(vjp, jvp)
double table(double x, int k) {
  static constexpr double (*functions[])(double) = {square, cube, std::sin, [](double t) { return 1 / t; }};
  return functions[k](x) * functions[1](x);
}
#pragma soac differentiate(vjp, jvp)
double table_of_std(double x, int n) {
  constexpr std::array<double (*)(double, double), 3> functions{[](double a, double b) { return a * b; },
                                                                [](double a, double b) { return a + b; }, std::pow};
  double s = x;
  for (int i = 0; i < n; ++i)
    s = functions[i % 3](s, x);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double members(Item a, double by) {
  double Item::*const weight = &Item::weight;
  double (Item::*const scaled)(double) const = &Item::scaled;
  a.*weight *= 2;
  const Item *p = &a;
  return (a.*scaled)(by) + p->*weight * std::invoke(&Item::key, a) + std::mem_fn(&Item::key)(a);
}
template <double Item::*Member> double sum_of(const std::vector<Item> &items) {
  double s = 0;
  for (const Item &i : items)
    s += i.*Member * i.*Member;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double sum_of_members(const std::vector<Item> &items, bool weights) {
  return weights ? sum_of<&Item::weight>(items) : sum_of<&Item::key>(items);
}
#pragma soac differentiate(vjp, jvp)
double made_in_place(double a, double b) {
  std::vector<Length> lengths;
  lengths.emplace_back(a);
  lengths.emplace_back(b, a * b);
  lengths.push_back(Length{b});
  std::vector<std::pair<double, int>> pairs;
  for (int i = 0; i < 3; ++i)
    pairs.emplace_back(a * i, i);
  std::vector<Item> items;
  items.emplace_back(Item{a, b, 1});
  std::vector<std::complex<double>> numbers;
  numbers.emplace_back(a, b);
  numbers.emplace_back(b);
  double s = items.back().scaled(a) + std::norm(numbers[0] * numbers[1]);
  for (const auto &[x, n] : pairs)
    s += x * n;
  for (const Length &length : lengths)
    s += length.meters * length.meters;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double copied_backwards(const std::vector<double> &v) {
  std::vector<double> w(v.rbegin(), v.rend());
  std::transform(w.begin(), w.end(), std::back_inserter(w), [](double x) { return x * x; });
  return std::inner_product(v.begin(), v.end(), w.begin(), w.back());
}
#pragma soac differentiate(vjp, jvp)
double applied_sine(std::vector<double> v) {
  std::transform(v.begin(), v.end(), v.begin(), static_cast<double (*)(double)>(std::sin));
  return std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>());
}
// Lambdas do not capture what is constexpr.
#pragma soac differentiate(vjp, jvp)
double not_captured(const std::vector<double> &v, int n) {
  constexpr int places[3] = {2, 0, 1};
  constexpr std::array<double, 2> weights{0.5, -1.5};
  const auto turned = soac::map([&](double a) { return a * v[places[n % 3]] * weights[n % 2]; }, v);
  return soac::sum(turned) * turned[places[0]];
}

} // namespace functors

#pragma soac differentiate(vjp, jvp)
double known_class(double x, double k) {
  const Spring soft;
  Stiff stiff;
  stiff.stiffness = k;
  Oscillator o;
  o.spring.stiffness = k * k;
  return soft.force(x) * stiff.force(x) + stiff.Spring::force(x) + o.spring.force(x);
}
