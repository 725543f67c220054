#include "select.hpp"
#include "select.soac.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

// Combinators whose sizes or order are data: filter, partition, sort_by_key; segmented scans and reductions.

namespace select_cases {

#pragma soac differentiate(vjp, jvp)
double positive_squares(vec x) {
  return soac::sum(soac::map([](double v) { return v * v; }, soac::filter([](double v) { return v > 0.0; }, x)));
}

#pragma soac differentiate(vjp, jvp)
double above(vec x, double limit) {
  const auto big = soac::filter([&](double v) { return v > limit; }, x);
  return soac::product(big) * limit + static_cast<double>(big.size());
}

#pragma soac differentiate(vjp, jvp)
double filtered_rows(mat a, vec w) {
  const auto rows = soac::filter([](auto row) { return row[0] > 0.0; }, a);
  return soac::sum(soac::map([&](auto row) { return std::sin(soac::dot(row, w)); }, rows));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> kept(vec x, double limit) {
  return soac::map([&](double v) { return v * v * limit; }, soac::filter([&](double v) { return v > limit; }, x));
}

#pragma soac differentiate(vjp, jvp)
double filter_in_map(mat a, double limit) {
  const auto sums = soac::map(
      [&](auto row) {
        const auto big = soac::filter([&](double v) { return v > limit; }, row);
        return soac::sum(soac::map([&](double v) { return std::exp(v - limit); }, big)) * soac::product(big);
      },
      a);
  return soac::sum(soac::map([](double s) { return s * s; }, sums));
}

#pragma soac differentiate(vjp, jvp)
double filter_of_filter(vec x) {
  const auto some = soac::filter([](double v) { return v > 0.2; }, soac::map([](double v) { return std::sin(v); }, x));
  return soac::product(soac::filter([](double v) { return v < 0.9; }, some));
}

#pragma soac differentiate(vjp, jvp)
double filter_then_scan(vec x) {
  const auto sums = soac::scan(soac::plus{}, 0.0, soac::filter([](double v) { return v != 0.0; }, x));
  return soac::sum(soac::map([](double a, double b) { return a * b; }, sums, soac::reverse(sums)));
}

#pragma soac differentiate(vjp, jvp)
double filter_records(soac::view<const reading, 1> all) {
  const auto first = soac::filter([](const reading &r) { return r.station == 1; }, all);
  return soac::sum(soac::map([](const reading &r) { return r.value * r.weight; }, first));
}

#pragma soac differentiate(vjp, jvp)
double halves(vec x) {
  const auto [low, high] = soac::partition([](double v) { return v < 0.5; }, x);
  return soac::product(low) + soac::sum(soac::map([](double v) { return v * v * v; }, high));
}

#pragma soac differentiate(vjp, jvp)
double partition_rows(mat a) {
  const auto parts = soac::partition([](auto row) { return row[0] < row[1]; }, a);
  const auto both = soac::concat(parts.first, parts.second);
  return soac::sum(soac::map([](auto row, soac::index i) { return row[0] * row[1] * static_cast<double>(i + 1); }, both,
                             soac::iota(both.size() / 2)));
}

#pragma soac differentiate(vjp, jvp)
double quicksort_step(vec x) {
  const double pivot = x[0];
  const auto [low, high] = soac::partition([&](double v) { return v <= pivot; }, x);
  const auto joined = soac::concat(low, high);
  return soac::sum(soac::map([&](double v, soac::index i) { return v * static_cast<double>(i * i) * pivot; }, joined,
                             soac::iota(joined.size())));
}

#pragma soac differentiate(vjp, jvp)
double filter_in_loop(vec x, int n) {
  double total = 1.0;
  for (int k = 0; k < n; ++k) {
    const auto some = soac::filter([&](double v) { return v > 0.3 * k; }, x);
    total = std::cos(total + soac::sum(soac::map([&](double v) { return v * v * total; }, some)));
  }
  return total;
}

#pragma soac differentiate(vjp, jvp)
double filter_in_branch(vec x, bool keep) {
  double r = 0.0;
  if (keep)
    r = soac::product(soac::filter([](double v) { return v > 0.0; }, x));
  return r + x[0];
}

#pragma soac differentiate(vjp, jvp)
double sorted_weights(vec keys, vec x) {
  const auto [k, v] = soac::sort_by_key(keys, x);
  return soac::sum(soac::map([](double a, double b, soac::index i) { return a * b * static_cast<double>(i + 1); }, k, v,
                             soac::iota(k.size())));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> ordered(vec x) { return std::get<0>(soac::sort_by_key(x)); }

#pragma soac differentiate(vjp, jvp)
double median(vec x) {
  const auto sorted = std::get<0>(soac::sort_by_key(x));
  const soac::index n = sorted.size();
  return n % 2 == 1 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
}

#pragma soac differentiate(vjp, jvp)
double sort_rows_by_first(mat a) {
  const auto firsts = soac::map([](auto row) { return row[0]; }, a);
  const auto sorted = std::get<1>(soac::sort_by_key(firsts, a));
  return soac::sum(soac::map([](auto row, soac::index i) { return soac::product(row) * static_cast<double>(i + 1); },
                             sorted, soac::iota(firsts.size())));
}

#pragma soac differentiate(vjp, jvp)
double sort_by_integers(ints keys, vec x, mat a) {
  const auto [k, v, rows] = soac::sort_by_key(keys, x, a);
  return soac::sum(soac::map([](int key, double s, auto row, soac::index i) { return key * s * s * row[0] * static_cast<double>(i + 1); },
                             k, v, rows, soac::iota(k.size())));
}

#pragma soac differentiate(vjp, jvp)
double sort_by_pairs(ints major, vec minor, vec x) {
  const auto keys = soac::map([](int a, double b) { return std::tuple(a, b); }, major, minor);
  const auto [k, v] = soac::sort_by_key(soac::zip(std::get<0>(keys), std::get<1>(keys)), x);
  return soac::sum(soac::map([](const std::tuple<int, double> &key, double s, soac::index i) {
                               return std::get<1>(key) * s * static_cast<double>(i + 1);
                             }, k, v, soac::iota(v.size())));
}

#pragma soac differentiate(vjp, jvp)
double sort_in_map(mat a, vec w) {
  return soac::sum(soac::map([&](auto row) { return std::sin(soac::dot(std::get<0>(soac::sort_by_key(row)), w)); }, a));
}

#pragma soac differentiate(vjp, jvp)
double trimmed_means(mat a) {
  const auto means = soac::map(
      [](auto row) {
        const auto sorted = std::get<0>(soac::sort_by_key(row));
        const auto inner = soac::slice(sorted, 1, sorted.size() - 1);
        return soac::sum(inner) / static_cast<double>(inner.size());
      },
      a);
  return soac::product(means);
}

#pragma soac differentiate(vjp, jvp)
double ranks_of_map(vec x, double t) {
  const auto y = soac::map([&](double v) { return std::cos(t * v); }, x);
  const auto sorted = soac::sort_by_key(y, x);
  return std::get<0>(sorted)[0] * std::get<1>(sorted)[1] + soac::product(std::get<1>(sorted));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> running(ints flags, vec x) { return soac::segmented_scan(soac::plus{}, 0.0, flags, x); }

#pragma soac differentiate(vjp, jvp)
double segment_sums(ints offsets, vec x, vec w) {
  return soac::product(soac::map([](double s, double f) { return s * f + 1.0; },
                                 soac::segmented_reduce(soac::plus{}, 0.0, offsets, x), w));
}

#pragma soac differentiate(vjp, jvp)
double segment_products(ints offsets, vec x) {
  const auto p = soac::segmented_reduce(soac::multiplies{}, 1.0, offsets, x);
  return soac::sum(soac::map([](double v) { return v * v; }, p));
}

#pragma soac differentiate(vjp, jvp)
double segment_maxima(ints offsets, vec x) {
  const auto top = soac::segmented_reduce(soac::maximum{}, -std::numeric_limits<double>::infinity(), offsets, x);
  return soac::sum(soac::map([](double v) { return std::isinf(v) ? 0.0 : v * v; }, top));
}

#pragma soac differentiate(vjp, jvp)
double segment_affine(ints offsets, vec a, vec b, double s) {
  const auto r = soac::segmented_reduce(
      [&](const std::tuple<double, double> &f, const std::tuple<double, double> &g) {
        return std::tuple(std::get<0>(f) * std::get<0>(g), std::get<1>(f) * std::get<0>(g) + std::get<1>(g));
      },
      std::tuple(1.0, 0.0), offsets, a, b);
  return soac::sum(soac::map([&](double p, double q) { return std::sin(p * s + q); }, std::get<0>(r), std::get<1>(r)));
}

#pragma soac differentiate(vjp, jvp)
double segmented_recurrence(ints flags, vec a, vec b) {
  const auto r = soac::segmented_scan(
      [](const std::tuple<double, double> &f, const std::tuple<double, double> &g) {
        return std::tuple(std::get<0>(f) * std::get<0>(g), std::get<1>(f) * std::get<0>(g) + std::get<1>(g));
      },
      std::tuple(1.0, 0.0), flags, a, b);
  return soac::sum(soac::map([](double p, double q) { return p * q; }, std::get<0>(r), std::get<1>(r)));
}

#pragma soac differentiate(vjp, jvp)
double segmented_rows(ints flags, mat a) {
  const auto r = soac::segmented_scan([](auto p, auto q) { return soac::map([](double x, double y) { return x * y; }, p, q); },
                                      soac::replicate(a.extent(1), 1.0), flags, a);
  return soac::sum(soac::map([](auto row) { return std::cos(soac::sum(row)); }, r));
}

#pragma soac differentiate(vjp, jvp)
double segment_rows(ints offsets, mat a) {
  const auto r = soac::segmented_reduce(soac::plus{}, soac::replicate(a.extent(1), 0.0), offsets, a);
  return soac::sum(soac::map([](auto row) { return row[0] * row[1]; }, r));
}

#pragma soac differentiate(vjp, jvp)
double csr_product(ints offsets, ints columns, vec values, vec x) {
  const auto terms = soac::map([&](double v, int c) { return v * x[c]; }, values, columns);
  return soac::sum(soac::map([](double y) { return y * y; }, soac::segmented_reduce(soac::plus{}, 0.0, offsets, terms)));
}

#pragma soac differentiate(vjp, jvp)
double segmented_in_map(ints flags, mat a) {
  return soac::product(soac::map([&](auto row) {
    const auto r = soac::segmented_scan([](double p, double q) { return p + q + p * q; }, 0.0, flags, row);
    return soac::sum(r) * r[0];
  }, a));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> segment_sums_of(soac::view<const long, 1> offsets, vec x) {
  return soac::segmented_reduce(soac::plus{}, 0.0, offsets, x);
}

double product(vec x) { return soac::product(x); }

double bin_products(vec x) {
  const auto keys = soac::map([](soac::index i) { return i % 2; }, soac::iota(x.size()));
  return soac::sum(soac::reduce_by_index(soac::multiplies{}, 1.0, 3, keys, x));
}

second_order product_curvature(vec x, vec dx) {
  return {soac::jvp<soac::gradient<product>>(x, dx), soac::vjp<soac::gradient<product>>(x, dx)};
}

second_order bin_curvature(vec x, vec dx) {
  return {soac::jvp<soac::gradient<bin_products>>(x, dx), soac::vjp<soac::gradient<bin_products>>(x, dx)};
}

} // namespace select_cases

// std::sort in differentiated code.

namespace sorting {

#pragma soac differentiate(vjp, jvp)
double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2] * x[0];
}
#pragma soac differentiate(vjp, jvp)
std::vector<double> tail_falling(const std::vector<double> &x) {
  std::vector<double> y = x;
  for (double &a : y)
    a *= a;
  std::sort(y.begin() + 1, y.end(), std::greater<>());
  return y;
}
#pragma soac differentiate(vjp, jvp)
double trimmed(const double *x, int n, double *scratch) {
  for (int i = 0; i < n; ++i)
    scratch[i] = x[i] * x[i];
  std::sort(scratch, scratch + n);
  double s = 0;
  for (int i = 1; i + 1 < n; ++i)
    s += scratch[i] * i;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double smallest_two(const std::array<double, 4> &x) {
  std::array<double, 4> y = x;
  std::stable_sort(y.begin(), y.end(), std::less<double>{});
  return y[0] * y[0] + 10 * y[1];
}
#pragma soac differentiate(vjp, jvp)
double count_below(std::vector<int> keys, double x) {
  std::sort(keys.begin(), keys.end());
  return keys[1] * x * x + keys[0];
}
#pragma soac differentiate(vjp, jvp)
double sorted_rows(soac::view<const double, 2> a) {
  double s = 0;
  for (soac::index i = 0; i < a.extent(0); ++i) {
    std::vector<double> row(a.extent(1));
    for (soac::index j = 0; j < a.extent(1); ++j)
      row[j] = a(i, j);
    std::sort(row.begin(), row.end());
    s += row[0] * row[1] + row.back();
  }
  return s;
}

std::vector<double> median_gradient(const std::vector<double> &x) { return soac::gradient<median>(x); }

} // namespace sorting
