#include "standard.hpp"
#include "standard.soac.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <ranges>
#include <stdexcept>

namespace standard {

std::optional<double> root(double a, double b, double c) {
  const double d = b * b - 4 * a * c;
  if (d < 0)
    return std::nullopt;
  return (-b + std::sqrt(d)) / (2 * a);
}

#pragma soac differentiate(vjp, jvp)
double value_or(double x) {
  std::optional<double> r;
  if (x > 0)
    r = std::sqrt(x);
  return r.value_or(2 * x) * x;
}
#pragma soac differentiate(vjp, jvp)
double root_if_any(double a, double b, double c) {
  if (const auto r = root(a, b, c))
    return *r * *r;
  return a * b - c;
}
#pragma soac differentiate(vjp, jvp)
double optional_members(double x, bool gives) {
  std::optional<double> a = x * x, b = std::nullopt, c{a};
  if (gives)
    b.emplace(x * 3);
  *a += 1;
  c.reset();
  double s = c.has_value() ? 100.0 : 1.0;
  if (b != std::nullopt)
    s += b.value();
  a = std::exchange(b, a);
  return s * b.value() + (a ? *a : 0.5);
}
#pragma soac differentiate(vjp, jvp)
double required(double x) {
  const auto r = root(1.0, x, 1.0);
  return r.value() * x;
}
#pragma soac differentiate(vjp, jvp)
double optional_in_a_loop(const list &v, double limit) {
  std::optional<double> best;
  for (double x : v)
    if (x < limit && (!best || x > *best))
      best = x;
  return best ? *best * limit : 0.0;
}
#pragma soac differentiate(vjp, jvp)
double optional_record(double x, int n) {
  std::optional<triple> t;
  if (n > 2)
    t = triple{x, x * x, 1};
  return t ? t->x * t->y + t->z : -x;
}
#pragma soac differentiate(vjp, jvp)
double transform_optional(double x) {
  const auto half = [](double y) -> std::optional<double> {
    if (y < 0.5)
      return {};
    return y / 2;
  };
  std::optional<double> y = x;
  double sum = 0;
  while ((y = half(*y)))
    sum += *y;
  return sum;
}
#pragma soac differentiate(vjp, jvp)
double counted_view(double x, int n) {
  double s = 0;
  for (int i : std::views::iota(0, n))
    s += std::pow(x, i);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double transformed_view(const list &v, double s) {
  double sum = 0;
  for (double y : v | std::views::transform([s](double x) { return std::sin(s * x); }))
    sum += y * y;
  return sum;
}
#pragma soac differentiate(vjp, jvp)
double reversed_view(const list &v) {
  double s = 0;
  for (double y : v | std::views::reverse)
    s = s * 0.5 + y;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double part_of_view(const list &v) {
  double s = 0;
  for (double y : v | std::views::drop(1) | std::views::take(2))
    s += y * y;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double filtered_view(const list &v) {
  double s = 0;
  for (double y : v | std::views::filter([](double x) { return x > 0; }))
    s += y * y;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double composed_views(const list &v) {
  double s = 0;
  const auto squares = v | std::views::transform([](double x) { return x * x; });
  for (int i : std::views::iota(0, static_cast<int>(v.size())) | std::views::reverse)
    s = s * 0.3 + squares[i] * i;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double ranges_algorithms(list v) {
  const double spread = std::ranges::max(v) - std::ranges::min(v);
  std::ranges::for_each(v, [](double &x) { x *= x; });
  list w(v.size());
  std::ranges::transform(v, w.begin(), [](double x) { return std::sin(x); });
  std::ranges::copy(w, v.begin());
  std::array<double, 3> a;
  std::ranges::fill(a, spread);
  return *std::ranges::max_element(v) * a[2] + v[1];
}
#pragma soac differentiate(vjp, jvp)
double generated(double x) {
  list v(4), w;
  std::generate(v.begin(), v.end(), [x, k = 0.0]() mutable { return x * ++k; });
  std::generate_n(std::back_inserter(w), 3, [&v, k = 0]() mutable {
    ++k;
    return v[k - 1] * v[k];
  });
  return w[0] + w[2] * v[3];
}
#pragma soac differentiate(vjp, jvp)
double appended(const list &v) {
  list w;
  std::transform(v.begin(), v.end(), std::back_inserter(w), [](double x) { return x * x; });
  std::copy(v.begin(), v.end(), std::back_inserter(w));
  return std::inner_product(w.begin(), w.begin() + 3, w.begin() + 2, 0.0);
}
#pragma soac differentiate(vjp, jvp)
double copied_if(const list &v) {
  list w;
  std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](double x) { return x > 0; });
  double s = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    s += w[i] * w[i] * static_cast<double>(i + 1);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double lowest_and_highest(const list &v) {
  const auto [low, high] = std::minmax_element(v.begin(), v.end());
  return *high - *low * *low;
}
#pragma soac differentiate(vjp, jvp)
double largest_magnitude(const list &v) {
  const auto found = std::max_element(v.begin(), v.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  return *found * *found + v.front();
}
#pragma soac differentiate(vjp, jvp)
double searched(const list &v, double x) {
  const auto above = std::upper_bound(v.begin(), v.end(), x);
  if (above == v.begin() || above == v.end())
    return 0;
  const double low = *std::prev(above), high = *above;
  return std::lerp(low * low, high * high, (x - low) / (high - low)) + *std::lower_bound(v.begin(), v.end(), x);
}
#pragma soac differentiate(vjp, jvp)
double compared(version a, version b) {
  if (a < b)
    return a.major * b.minor;
  return a == b ? a.major : b.major - a.minor * a.minor;
}
#pragma soac differentiate(vjp, jvp)
double numbers_compared(double a, double b) {
  const std::partial_ordering order = a <=> b;
  if (order == std::partial_ordering::unordered)
    return 0;
  return std::is_gt(order) ? a * a : order < 0 ? b * a : b * b * b;
}
#pragma soac differentiate(vjp, jvp)
double subscripts(triple v, int i, double s) {
  v[i] *= s;
  v[(i + 1) % 3] += v[i] * v[0];
  const triple &c = v;
  return c[0] * c[1] + c[2];
}
#pragma soac differentiate(vjp, jvp)
double differences(const list &v) {
  list d(v.size());
  std::adjacent_difference(v.begin(), v.end(), d.begin());
  return std::inner_product(d.begin() + 1, d.end(), d.begin() + 1, v[0]);
}
#pragma soac differentiate(vjp, jvp)
double scans(const list &v) {
  list a(v.size()), b(v.size()), c(v.size());
  std::exclusive_scan(v.begin(), v.end(), a.begin(), 1.5, std::multiplies<>{});
  std::inclusive_scan(v.begin(), v.end(), b.begin());
  std::transform_inclusive_scan(v.begin(), v.end(), c.begin(), std::plus<>{}, [](double x) { return x * x; });
  return a.back() * b[1] + c.back();
}
#pragma soac differentiate(vjp, jvp)
double erased(list v) {
  v.erase(v.begin() + 1);
  const auto after = v.erase(v.begin() + 1, v.begin() + 3);
  return v[0] * *after + static_cast<double>(v.size());
}
#pragma soac differentiate(vjp, jvp)
double inserted(list v, const list &w, double x) {
  const auto at = v.insert(v.begin() + 1, x);
  *at *= 2;
  v.insert(v.end(), w.begin(), w.end());
  v.insert(v.begin(), 2, x * x);
  v.insert(v.begin() + 1, {3.0, x});
  double s = 0;
  for (double e : v)
    s = s * 0.5 + e * e;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double removed(list v) {
  v.erase(std::remove_if(v.begin(), v.end(), [](double x) { return x < 0; }), v.end());
  double s = 0;
  for (double e : v)
    s = s * 0.5 + e * e;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double references(double x, double y) {
  const auto larger = x > y ? std::ref(x) : std::ref(y);
  larger.get() *= 3;
  std::reference_wrapper<const double> first = std::cref(x);
  return first * y;
}
#pragma soac differentiate(vjp, jvp)
double invoked(double x, double y) {
  const auto by = [](double a, double b) { return a * a - b; };
  return std::invoke(by, x, y) * std::bind_front(by, x)(2.0);
}
#pragma soac differentiate(vjp, jvp)
double distances(const list &v) {
  auto it = v.begin();
  std::advance(it, 2);
  return v[0] * static_cast<double>(std::distance(v.begin(), v.end())) + *it * *std::next(v.begin()) * *std::prev(v.end());
}

/// A column of a matrix is a view whose elements do not lie side by side.
#pragma soac differentiate(vjp, jvp)
double algorithms_over_views(soac::view<const double> v, soac::view<const double, 2> m) {
  const auto column = soac::transpose(m)[1];
  list w(v.size());
  std::transform(v.begin(), v.end(), w.begin(), [](double x) { return x * x; });
  const auto highest = std::max_element(column.begin(), column.end());
  return std::inner_product(column.begin(), column.end(), w.begin(), 0.0) * *highest +
         std::accumulate(v.begin() + 1, v.end(), static_cast<double>(column.end() - highest));
}

} // namespace standard
