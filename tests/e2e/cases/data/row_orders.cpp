#include "row_orders.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>
#include <utility>

namespace row_orders {

using rows = std::vector<row>;

/// Row i is x[i], x[i] x[0], x[i] x[1], ..: 1 to 3 numbers.
static rows products(const row &x) {
  rows a;
  for (std::size_t i = 0; i < x.size(); ++i) {
    a.emplace_back();
    a.back().push_back(x[i]);
    for (std::size_t j = 0; j < i % 3; ++j)
      a.back().push_back(x[i] * x[j]);
  }
  return a;
}

/// Each number counts by where it is.
static double weighted(const rows &a) {
  double sum = 0, weight = 1;
  for (const row &r : a)
    for (const double v : r)
      sum += (weight *= 1.25) * v * v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double sorted(const row &x) {
  rows a = products(x);
  std::sort(a.begin(), a.end());
  return weighted(a) + a.back().back();
}

#pragma soac differentiate(vjp, jvp)
double sorted_by_length(const row &x) {
  rows a = products(x);
  std::stable_sort(a.begin(), a.end(), [](const row &p, const row &q) { return p.size() > q.size(); });
  return weighted(a) + a[0][2] * a[1].front();
}

#pragma soac differentiate(vjp, jvp)
double sorted_backwards(const row &x) {
  rows a = products(x);
  std::sort(a.rbegin(), a.rend(), [](const auto &p, const auto &q) { return p[0] < q[0]; });
  return weighted(a);
}

#pragma soac differentiate(vjp, jvp)
double sorted_by_projection(const row &x) {
  rows a = products(x);
  std::ranges::sort(a, {}, [](const row &r) { return r.back(); });
  return weighted(a);
}

#pragma soac differentiate(vjp, jvp)
double sorted_in_part(const row &x) {
  rows a = products(x);
  std::sort(a.begin() + 1, a.end() - 1, [](const row &p, const row &q) { return p[0] * p.size() < q[0] * q.size(); });
  a[2].push_back(a[1][0]);
  return weighted(a);
}

#pragma soac differentiate(vjp, jvp)
double sorted_parameter(std::vector<row> a) {
  std::sort(a.begin(), a.end(), [](const row &p, const row &q) { return p.back() < q.back(); });
  return weighted(a);
}

#pragma soac differentiate(vjp, jvp)
double of_a_range(const std::vector<row> &a) {
  rows b(a.begin() + 1, a.end());
  b.assign(b.begin(), b.end() - 1);
  return weighted(b) + b[0].back() * b.back().front();
}

#pragma soac differentiate(vjp, jvp)
double of_a_range_backwards(const row &x) {
  const rows a = products(x);
  const rows b(a.rbegin(), a.rend() - 1);
  return weighted(b) + b[1].back();
}

#pragma soac differentiate(vjp, jvp)
double inserted(const row &x, int at) {
  const rows a = products(x);
  rows b = a;
  b.insert(b.begin() + at, a.begin() + 1, a.begin() + 4);
  b.insert(b.end(), a[2]);
  b.erase(b.begin() + at);
  return weighted(b);
}

#pragma soac differentiate(vjp, jvp)
double in_lists(const row &x, const row &y, int k) {
  rows a{x, y, {x[0], 2.0}};
  a.push_back(y);
  double sum = 0;
  for (const double v : a[k])
    sum += v * a[3 - k].back();
  return sum + weighted(a);
}

#pragma soac differentiate(vjp, jvp)
double in_arrays(const row &x, const row &y, int k) {
  const std::array<row, 2> a{x, y};
  row b[2] = {y, x};
  b[k].push_back(a[k][0]);
  double sum = 0;
  for (const double v : b[k])
    sum += v * a[1 - k].back();
  return sum + b[0].back() * b[1].back();
}

#pragma soac differentiate(vjp, jvp)
double exchanged(const row &x, const row &y) {
  std::array<row, 2> a{x, y};
  std::swap(a[0], a[1]);
  a[0].push_back(a[1][0]);
  a[1].swap(a[0]);
  return a[0][0] * a[1].back() * a[0].back() + a[1].size();
}

struct pair {
  row of[2];
};

#pragma soac differentiate(vjp, jvp)
double in_records(const row &x, const row &y) {
  pair p{{x, y}}, q{};
  q = p;
  q.of[1].pop_back();
  double sum = 0;
  for (const row &r : q.of)
    for (const double v : r)
      sum += v * p.of[1].back();
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double of_numbers(double a, double b) {
  const rows triangle{{a}, {b, a * b}, {a, b, a - b}};
  return weighted(triangle);
}

} // namespace row_orders
