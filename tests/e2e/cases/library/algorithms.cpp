#include "algorithms.hpp"
#include "algorithms.soac.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>

// Tuples, and functions of <algorithm> and <numeric>; without any combinator.

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

// Vectors that grow and shrink, in loops and outside of them.

#pragma soac differentiate(vjp, jvp)
double sieve(int n, double x) {
  std::vector<bool> composite(n + 1, false), other(3);
  double sum = 0, power = 1;
  for (int i = 2; i <= n; ++i) {
    power *= x;
    if (composite[i])
      continue;
    sum += power;
    for (int j = 2 * i; j <= n; j += i)
      composite[j] = true;
  }
  other[1] = composite[4];
  if (other[1] && !other[0])
    sum *= 2;
  for (bool b : composite)
    if (b)
      sum += x;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double kept_squares(const std::vector<double> &x) {
  std::vector<bool> isKept;
  for (double a : x)
    isKept.push_back(a > 0);
  std::vector<double> kept;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (isKept[i])
      kept.push_back(x[i] * x[i]);
  double sum = 0;
  for (double k : kept)
    sum += k;
  return sum * static_cast<double>(kept.size());
}

#pragma soac differentiate(vjp, jvp)
double recurrence(double x, int n) {
  std::vector<double> v;
  v.push_back(1.0);
  for (int i = 1; i < n; ++i)
    v.push_back(v.back() * x + v[i - 1]);
  return v[n - 1];
}

#pragma soac differentiate(vjp, jvp)
double stack(const std::vector<double> &x) {
  std::vector<double> s;
  for (double v : x) {
    if (v > 0 || s.size() < 2) {
      s.push_back(v * v);
      continue;
    }
    const double top = s.back();
    s.pop_back();
    s.back() += top * v;
  }
  double sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i)
    sum += s[i] * (i + 1.0);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double two_or_three(const std::vector<double> &x, int n) {
  std::vector<double> s{1.0, 2.0};
  int i = 0;
  while (i < n) {
    s.push_back(x[i] * s[i]);
    if (x[i] > 1) {
      s.push_back(x[i]);
      s[0] += 1;
    }
    s.emplace_back(s.size() * x[i]);
    ++i;
  }
  double sum = 0;
  for (double v : s)
    sum += v * v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double all_again(const std::vector<double> &x, int n) {
  std::vector<double> s;
  for (int i = 0; i < n; ++i) {
    s.push_back(x[i]);
    for (std::size_t j = 0; j < s.size(); ++j)
      s[j] *= x[i];
  }
  double sum = 0;
  for (double v : s)
    sum += v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double straight_line(double x) {
  std::vector<double> v;
  v.reserve(4);
  v.push_back(x);
  v.emplace_back(x * x);
  v.push_back(2);
  v.back() *= x;
  v.pop_back();
  const std::vector<double> w(v.begin(), v.end());
  v.clear();
  v.assign(w.begin() + 1, w.end());
  return v.front() * w[0] + static_cast<double>(v.size() + w.size());
}

#pragma soac differentiate(vjp, jvp)
double resized(std::vector<double> x, int n) {
  std::vector<double> y;
  y.resize(3);
  y[1] = x[0];
  x.resize(n);
  x.resize(x.size() + 2, y[1]);
  double sum = y[0];
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i] * static_cast<double>(i + 1);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double records(const std::vector<double> &x) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    if (x[i] < x[i + 1])
      samples.push_back({0.5 * (x[i] + x[i + 1]), x[i] * x[i + 1]});
  double sum = 0;
  for (const auto &[at, value] : samples)
    sum += at * value;
  return sum;
}

/// (x + .. + x^n) (1 + .. + width)
#pragma soac differentiate(vjp, jvp)
double rows_appended(double x, int n, int width) {
  std::vector<std::vector<double>> rows;
  double power = 1;
  for (int i = 0; i < n; ++i) {
    power *= x;
    std::vector<double> row(width);
    for (int j = 0; j < width; ++j)
      row[j] = power * (j + 1);
    rows.push_back(row);
  }
  double sum = 0;
  for (const auto &row : rows)
    for (const double e : row)
      sum += e;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double rows_of_any_length(double x, int n, int longer) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < n; ++i)
    rows.push_back(std::vector<double>(1 + i * longer, x));
  return rows[n - 1][0];
}

/// x^2, x^4, x^8, .., from one buffer to the other and back; the third is as long and stays as it is.
#pragma soac differentiate(vjp, jvp)
double rows_in_a_list(double x, int n, int third) {
  std::vector<double> buffers[3] = {std::vector<double>(n, x), std::vector<double>(n), std::vector<double>(third, 3.0)};
  int current = 0;
  for (int step = 0; step < 3; ++step, current ^= 1)
    for (int i = 0; i < n; ++i)
      buffers[1 - current][i] = buffers[current][i] * buffers[current][n - 1 - i];
  return buffers[current][0] + buffers[1 - current][n - 1] * buffers[2][0];
}

/// Vectors without elements, and pairs: arrays of what a default constructor makes.
#pragma soac differentiate(vjp, jvp)
double arrays_of_defaults(double x) {
  std::vector<double> none[2];
  std::pair<double, double> pairs[2];
  pairs[1] = {x, x * x};
  double sum = pairs[0].first + pairs[1].first * pairs[1].second;
  for (const auto &row : none)
    for (const double e : row)
      sum += e;
  return sum;
}

/// n rows {x, i} in front of the last, then two of {x^2, 1}: (n + 2) x + ..
#pragma soac differentiate(vjp, jvp)
double rows_inserted(double x, int n) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < n; ++i)
    rows.insert(rows.begin() + i / 2, std::vector<double>{x, double(i)});
  rows.resize(n + 2, {x * x, 1.0});
  double sum = 0;
  for (int i = 0; i < n + 2; ++i)
    sum += (i + 1) * rows[i][0] * rows[i][1];
  return sum;
}

// Sorts in an order of one's own: of indices, records, pairs, and parts of a range.

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
