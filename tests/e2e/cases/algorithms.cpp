#include "algorithms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#pragma soac differentiate(vjp, jvp)
std::pair<double, double> polar(double x, double y) { return {std::hypot(x, y), std::atan2(y, x)}; }

#pragma soac differentiate(vjp, jvp)
double structured_pair(double x) {
  const auto [radius, angle] = polar(x, 2);
  auto [a, b] = std::pair(radius, 2 * angle);
  a *= b;
  return a + radius;
}

#pragma soac differentiate(vjp, jvp)
std::tuple<double, double, int> with_count(double x, int n) {
  double s = 0;
  int k = 0;
  for (; k < n && s < 10; ++k)
    s += x * k;
  return {s, s * x, k};
}

#pragma soac differentiate(vjp, jvp)
double tie_results(double x) {
  double a, b;
  int k;
  std::tie(a, b, k) = with_count(x, 5);
  const auto t = std::make_tuple(a * b, k);
  return std::get<0>(t) + std::get<1>(t) * std::get<0>(std::make_pair(x, 1));
}

#pragma soac differentiate(vjp, jvp)
double std_min_max(double x, double y, double z) {
  const auto [low, high] = std::minmax(x, y);
  return std::max(x, y) * std::min({x, y, z}) + std::max<double>(x, 1) - low * high;
}

#pragma soac differentiate(vjp, jvp)
double std_clamp(double x, double low, double high) { return std::clamp(x, low, high) * x; }

#pragma soac differentiate(vjp, jvp)
double std_swap(double x, double y) {
  double a[2] = {x, y * y};
  if (a[0] < a[1])
    std::swap(a[0], a[1]);
  std::swap(x, y);
  const double old = std::exchange(y, 3 * y);
  return a[0] / a[1] * x + old * y;
}

#pragma soac differentiate(vjp, jvp)
double std_accumulate(const std::vector<double> &x) {
  return std::accumulate(x.begin(), x.end(), 0.0) *
         std::accumulate(x.begin() + 1, x.end(), 1.0, [](double a, double b) { return a * b; });
}

#pragma soac differentiate(vjp, jvp)
double std_inner_product(const std::vector<double> &x, const std::vector<double> &y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 1.0);
}

#pragma soac differentiate(vjp, jvp)
double std_fill_copy(double x) {
  std::array<double, 4> a, b{};
  std::fill(a.begin(), a.end(), x);
  std::fill_n(b.begin() + 1, 2, a[1]);
  std::fill_n(b.begin(), 1, x * x);
  return std::accumulate(b.begin(), b.end(), 0.0);
}

#pragma soac differentiate(vjp, jvp)
double std_transform(const std::vector<double> &x) {
  std::vector<double> y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), [](double v) { return v * std::exp(v); });
  return y.front() * y.back();
}

#pragma soac differentiate(vjp, jvp)
double std_algorithms(const std::vector<double> &x) {
  double sum = 0;
  std::for_each(x.begin(), x.end(), [&](double v) { sum += v * v; });
  return sum * *std::max_element(x.begin(), x.end());
}

#pragma soac differentiate(vjp, jvp)
double std_numeric(double x, double y, double z) {
  return std::hypot(x, y, z) + std::lerp(x, y, 0.25) + std::midpoint(x, z) + std::abs(x - y);
}
