#include "standard_functions.hpp"
#include "standard_functions.soac.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <soac/soac.hpp>
#include <tuple>
#include <utility>

#pragma soac differentiate(vjp, jvp)
double sums_and_products(const std::vector<double> &v) {
  const double sum = std::accumulate(v.begin(), v.end(), 1.0);
  const double product = std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<>{});
  return sum * std::accumulate(v.rbegin(), v.rend(), product, [](double a, double b) { return 0.5 * a + b; });
}

#pragma soac differentiate(vjp, jvp)
double transformed(const std::vector<double> &v, double s) {
  std::vector<double> w(v.size()), z(v.size());
  std::transform(v.begin(), v.end(), w.begin(), [s](double x) { return std::exp(s * x); });
  std::transform(w.begin(), w.end(), v.begin(), z.begin(), [](double x, double y) { return x * y; });
  double sum = 0;
  std::for_each(z.begin(), z.end(), [&sum](double x) { sum += x * x; });
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double reduced(const std::vector<double> &v, const std::vector<double> &w) {
  const double dot = std::inner_product(v.begin(), v.end(), w.begin(), 0.0);
  const double squares = std::transform_reduce(v.begin(), v.end(), 0.0, std::plus<>{}, [](double x) { return x * x; });
  return dot * squares + std::transform_reduce(v.begin(), v.end(), w.begin(), 0.0) * std::reduce(w.begin(), w.end());
}

#pragma soac differentiate(vjp, jvp)
double extremes(const std::vector<double> &v) {
  const auto lowest = std::min_element(v.begin(), v.end());
  const auto highest = std::max_element(v.cbegin(), v.cend());
  return *highest * *lowest + static_cast<double>(lowest - v.begin()) * *highest;
}

#pragma soac differentiate(vjp, jvp)
double numbered(const std::vector<double> &v, double start) {
  std::vector<int> k(v.size());
  std::iota(k.begin(), k.end(), 1);
  std::array<double, 4> steps;
  std::iota(steps.begin(), steps.end(), start);
  double sum = 0;
  for (int i : k)
    sum += v[i - 1] * i * steps[i % 4];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double found(const std::vector<double> &v, double limit) {
  const auto isLarge = [limit](double x) { return x > limit; };
  const auto first = std::find_if(v.begin(), v.end(), isLarge);
  double value = first == v.end() ? 0.0 : *first;
  if (std::any_of(v.begin(), v.end(), [](double x) { return x < 0; }) && !std::all_of(v.begin(), v.end(), isLarge))
    value *= v.front();
  return value * static_cast<double>(std::count_if(v.begin(), v.end(), isLarge));
}

#pragma soac differentiate(vjp, jvp)
double rearranged(std::vector<double> v) {
  std::reverse(v.begin(), v.end());
  std::rotate(v.begin(), v.begin() + 2, v.end());
  std::swap_ranges(v.begin(), v.begin() + 2, v.begin() + 3);
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    sum += v[i] * v[i] * static_cast<double>(i);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double filled_and_copied(const std::vector<double> &v) {
  std::vector<double> w(v.size() + 2);
  std::fill(w.begin(), w.end(), v[0]);
  std::copy(v.begin(), v.end(), w.begin() + 1);
  std::fill_n(w.begin(), 1, 2.0);
  std::vector<double> sums(w.size());
  std::partial_sum(w.begin(), w.end(), sums.begin());
  return sums.back() * sums[2] + w.back();
}

#pragma soac differentiate(vjp, jvp)
double split_numbers(double x) {
  double whole = 0;
  const double part = std::modf(x, &whole);
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return part * whole + mantissa * exponent + std::logb(x) * x + std::ilogb(x) + std::scalbn(x, -2);
}

#pragma soac differentiate(vjp, jvp)
double rounded(const double *x, double t) {
  return x[std::lround(t)] * std::rint(t) + x[std::llrint(t) - 1] * std::nearbyint(t) + std::fdim(t, 1) * std::trunc(t) +
         std::copysign(t, -1.0) * (std::signbit(-t) ? 2 : 3);
}

#pragma soac differentiate(vjp, jvp)
double interpolated(double a, double b, double t) {
  return std::lerp(a, b, t) * std::midpoint(a, t) + std::hypot(a, b, t) + std::fma(a, b, t);
}

#pragma soac differentiate(vjp, jvp)
double limited(double x, double low, double high) {
  const auto [first, second] = std::minmax(low, high);
  return std::clamp(x, first, second) * std::max({x, low, high}) + std::exchange(x, 2 * high) * x;
}

#pragma soac differentiate(vjp, jvp)
double tied(double x) {
  double a, b;
  std::tie(a, b) = std::pair(x, x * x);
  const auto t = std::make_tuple(a, 3, 0.5f);
  auto [c, d, e] = t;
  std::tie(a, std::ignore) = std::tuple(b * c, 1.0);
  return a * d + e * std::apply([](double u, int n, float v) { return u * n * v; }, t) + std::get<0>(t);
}

#pragma soac differentiate(vjp, jvp)
double listed(double x, double y) {
  double sum = 0;
  for (const double v : {x, y, x * y, 3.0})
    sum += v * v;
  const std::array<std::array<double, 2>, 2> m{{{x, 1}, {2, y}}};
  return sum + std::min({x, y, 2.0}) * (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
}

#pragma soac differentiate(vjp, jvp)
double parts_of_span(std::span<const double> s) {
  double sum = 0;
  for (const double v : s.subspan(1))
    sum += v * v;
  for (const double v : s.subspan(1, 2))
    sum += v;
  return sum * s.first(2)[1] + s.last(1).front();
}

#pragma soac differentiate(vjp, jvp)
double function_objects(double x) {
  const auto twice = [](auto f) { return [f](double v) mutable { return f(f(v)); }; };
  double calls = 0;
  const auto counted = [&calls, scale = 0.5 * x](double v) mutable {
    ++calls;
    return scale * v + std::negate<>{}(1.0);
  };
  double (*plain)(double) = [](double v) { return v * v; };
  return twice(counted)(x) * calls + std::invoke(plain, x) + std::plus<double>()(x, 1);
}

#pragma soac differentiate(vjp, jvp)
double assigned_choices(std::vector<double> a, int i, int j, bool c) {
  (c ? a[i] : a[j]) = 3 * a[0];
  (a[i] > a[j] ? a[j] : a[i]) *= a[1];
  double low = a[0], high = a[1];
  (low < high ? low : high) += a[2];
  return a[i] * a[j] + low * high;
}

#pragma soac differentiate(vjp, jvp)
double bytes(const double *x, int n) {
  std::vector<double> v(n);
  std::memcpy(v.data(), x, n * sizeof(double));
  double fixed[3];
  std::memset(fixed, 0, sizeof fixed);
  std::memmove(v.data() + 1, v.data(), sizeof(double) * (n - 1));
  std::memcpy(fixed, &v[1], 2 * sizeof *fixed);
  return fixed[0] * fixed[1] + fixed[2] + v[n - 1] * v[0];
}

#pragma soac differentiate(vjp, jvp)
double nested_lists(double x, double y) {
  const soac::array<double, 2> a{{x, y}, {y, x * x}};
  const std::vector<std::vector<double>> b{{1, x}, {y, 2}};
  return a(0, 0) * a(1, 1) + a(0, 1) * b[0][1] + b[1][0] * b[1][1];
}

#pragma soac differentiate(vjp, jvp)
double differences(const std::vector<double> &v) {
  std::vector<double> d(v.size());
  std::adjacent_difference(v.begin(), v.end(), d.begin());
  return std::inner_product(d.begin() + 1, d.end(), d.begin(), d[0]);
}
