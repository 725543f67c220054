#include "orders.hpp"
#include "orders.soac.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace orders {

#pragma soac differentiate(vjp, jvp)
double weighted_quantile(const std::vector<double> &x, const std::vector<double> &w, double q) {
  std::vector<int> order(x.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return x[a] < x[b]; });
  const double total = std::accumulate(w.begin(), w.end(), 0.0);
  double sum = 0;
  for (int i : order) {
    sum += w[i];
    if (sum >= q * total)
      return x[i] * sum / total;
  }
  return x[order.back()];
}
#pragma soac differentiate(vjp, jvp)
double ranked_sum(std::vector<Item> items) {
  std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) { return a.key > b.key; });
  double s = 0;
  for (std::size_t i = 0; i < items.size(); ++i)
    s += (i + 1) * items[i].weight * items[i].key * items[i].id;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double trapezium(const std::vector<double> &t, const std::vector<double> &y) {
  std::vector<std::pair<double, double>> p;
  for (std::size_t i = 0; i < t.size(); ++i)
    p.emplace_back(t[i], y[i]);
  std::sort(p.begin(), p.end());
  double area = 0;
  for (std::size_t i = 1; i < p.size(); ++i)
    area += 0.5 * (p[i].first - p[i - 1].first) * (p[i].second + p[i - 1].second);
  return area;
}
#pragma soac differentiate(vjp, jvp)
double shoelace(std::vector<Point> p) {
  std::sort(p.begin(), p.end());
  double a = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Point &u = p[i], &v = p[(i + 1) % p.size()];
    a += u.x * v.y - v.x * u.y;
  }
  return 0.5 * a;
}
#pragma soac differentiate(vjp, jvp)
std::vector<double> by_size(std::vector<double> v) {
  std::stable_sort(v.begin() + 1, v.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  for (double &x : v)
    x *= x;
  return v;
}
#pragma soac differentiate(vjp, jvp)
double best_two(std::vector<double> v) {
  std::partial_sort(v.begin(), v.begin() + 2, v.end(), std::greater<>());
  return v[0] * v[0] * v[1];
}
#pragma soac differentiate(vjp, jvp)
double second_largest(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + 1, v.end(), [](double a, double b) { return a > b; });
  return v[1] * v[1];
}
#pragma soac differentiate(vjp, jvp)
double from_behind(std::vector<double> v) {
  std::sort(v.rbegin(), v.rend());
  return v[0] + 10 * v[1] + 100 * v.back();
}
#pragma soac differentiate(vjp, jvp)
double by_distance(const double *x, int n, double center, int *order) {
  for (int i = 0; i < n; ++i)
    order[i] = i;
  std::sort(order, order + n, [=](int a, int b) { return std::fabs(x[a] - center) < std::fabs(x[b] - center); });
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (x[order[i]] - center) * (x[order[i]] - center) / (i + 1);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double in_a_loop(std::vector<double> v, int times) {
  for (int k = 0; k < times; ++k) {
    std::sort(v.begin(), v.end(), [k](double a, double b) { return k % 2 ? a < b : a > b; });
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = std::sin(v[i] * (i + 1));
  }
  return std::accumulate(v.begin(), v.end(), 0.0) * v[0];
}
#pragma soac differentiate(vjp, jvp)
double of_ranges(std::vector<Item> items, std::vector<double> v) {
  std::ranges::sort(items, {}, [](const Item &i) { return i.weight; });
  std::ranges::sort(items.begin() + 1, items.end(), std::ranges::greater{}, &Item::key);
  std::ranges::sort(v, std::greater{});
  double s = 0;
  for (std::size_t i = 0; i < items.size(); ++i)
    s += items[i].weight * items[i].key * v[i];
  return s;
}
#pragma soac differentiate(vjp, jvp)
double ties(std::vector<Item> items) {
  std::stable_sort(items.begin(), items.end(), [](const Item &a, const Item &b) { return a.id < b.id; });
  double s = 0;
  for (const Item &i : items)
    s = 3 * s + i.weight * i.key;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double sorted_columns(std::array<std::array<double, 3>, 2> a) {
  for (auto &row : a)
    std::sort(row.begin(), row.end(), [](double x, double y) { return x * x < y * y; });
  return a[0][0] * a[1][2] + a[0][1] * a[1][1] * a[1][1] - a[0][2] * a[1][0];
}

} // namespace orders
