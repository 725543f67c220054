#include "bins.hpp"
#include "bins.soac.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace bins {

#pragma soac differentiate(vjp, jvp)
array sums(reals dest, keys at, reals x) { return soac::reduce_by_index(soac::plus{}, 0.0, dest, at, x); }

#pragma soac differentiate(vjp, jvp)
array counted_sums(keys at, reals x, int n) { return soac::reduce_by_index(std::plus<>{}, 0.0, n, at, x); }

#pragma soac differentiate(vjp, jvp)
array products(reals dest, keys at, reals x) { return soac::reduce_by_index(soac::multiplies{}, 1.0, dest, at, x); }

#pragma soac differentiate(vjp, jvp)
array products_of_lambda(keys at, reals x, int n) {
  return soac::reduce_by_index([](double a, double b) { return a * b; }, 1.0, n, at, x);
}

#pragma soac differentiate(vjp, jvp)
array minima(reals dest, keys at, reals x) {
  return soac::reduce_by_index(soac::minimum{}, std::numeric_limits<double>::infinity(), dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
array maxima(keys at, reals x, int n) { return soac::reduce_by_index(soac::maximum{}, -10.0, n, at, x); }

#pragma soac differentiate(vjp, jvp)
array largest_by_lambda(reals dest, keys at, reals x) {
  return soac::reduce_by_index([](double a, double b) { return a < b ? b : a; }, -1e9, dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
array curved(reals dest, keys at, reals x, double c) {
  return soac::reduce_by_index([c](double a, double b) { return a + b + c * a * b; }, 0.0, dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
array log_sum_exp(keys at, reals x, int n) {
  return soac::reduce_by_index(
      [](double a, double b) {
        const double m = std::max(a, b);
        return m < -1e300 ? m : m + std::log(std::exp(a - m) + std::exp(b - m));
      },
      -std::numeric_limits<double>::infinity(), n, at, x);
}

#pragma soac differentiate(vjp, jvp)
array weighted_by_table(reals dest, keys at, reals x, reals table) {
  return soac::reduce_by_index([&](double a, double b) { return a + b + table(1) * a * b * table(0); }, 0.0, dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
array last_of(reals dest, keys at, reals x) {
  return soac::reduce_by_index([](double, double b) { return b; }, 0.0, dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
double affine_maps(keys at, reals slope, reals offset, reals start_slope, reals start_offset) {
  using Pair = std::tuple<double, double>;
  const auto [a, b] = soac::reduce_by_index(
      [](const Pair &f, const Pair &g) {
        return Pair(std::get<0>(f) * std::get<0>(g), std::get<1>(f) * std::get<0>(g) + std::get<1>(g));
      },
      Pair(1.0, 0.0), std::tuple(soac::array(start_slope), soac::array(start_offset)), at, slope, offset);
  return soac::dot(a, a) + soac::dot(a, b) + soac::sum(soac::map([](double v) { return std::sin(v); }, b));
}

struct Complex {
  double re, im;
};

#pragma soac differentiate(vjp, jvp)
double complex_products(keys at, reals re, reals im, int n) {
  const auto z = soac::map([](double a, double b) { return Complex{a, b}; }, re, im);
  const auto all = soac::reduce_by_index(
      [](const Complex &a, const Complex &b) { return Complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; },
      Complex{1.0, 0.0}, n, at, z);
  double total = 0;
  for (soac::index b = 0; b < all.size(); ++b)
    total += (b + 1) * (all(b).re + 2 * all(b).im);
  return total;
}

#pragma soac differentiate(vjp, jvp)
double argmax_pairs(keys at, reals x, reals payload, int n) {
  using Pair = std::tuple<double, double>;
  const auto [best, what] = soac::reduce_by_index(
      [](const Pair &a, const Pair &b) { return std::get<0>(a) < std::get<0>(b) ? b : a; }, Pair(-1e9, 0.0), n, at, x, payload);
  return soac::dot(best, what) + soac::sum(what);
}

#pragma soac differentiate(vjp, jvp)
double intervals(const std::vector<Interval> &dest, keys at, const std::vector<Interval> &x) {
  const auto hulls = soac::reduce_by_index(
      [](const Interval &a, const Interval &b) { return Interval{std::min(a.low, b.low), std::max(a.high, b.high)}; },
      Interval{1e9, -1e9}, soac::array<Interval>(dest), at, x);
  return soac::sum(soac::map([](const Interval &i) { return (i.high - i.low) * i.high; }, hulls));
}

#pragma soac differentiate(vjp, jvp)
double moments(keys at, reals x, int n) {
  const auto singles = soac::map([](double v) { return Moments{1.0, v, 0.0}; }, x);
  const auto all = soac::reduce_by_index(
      [](const Moments &a, const Moments &b) {
        const double count = a.count + b.count;
        if (count == 0.0)
          return a;
        const double d = b.mean - a.mean;
        return Moments{count, a.mean + d * b.count / count, a.square + b.square + d * d * a.count * b.count / count};
      },
      Moments{0.0, 0.0, 0.0}, n, at, singles);
  return soac::sum(soac::map([](const Moments &m) { return m.square + m.mean * m.mean * m.count; }, all));
}

#pragma soac differentiate(vjp, jvp)
matrix row_sums(rows dest, keys at, rows x) {
  return soac::reduce_by_index(soac::plus{}, soac::array<double>(dest.extent(1)), dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
matrix row_products(rows dest, keys at, rows x) {
  return soac::reduce_by_index(soac::multiplies{}, soac::replicate(dest.extent(1), 1.0), dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
matrix row_maxima(rows dest, keys at, rows x) {
  return soac::reduce_by_index(soac::maximum{}, soac::replicate(dest.extent(1), -1e9), dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
matrix rows_by_lambda(rows dest, keys at, rows x, double c) {
  return soac::reduce_by_index(
      [&](auto a, auto b) { return soac::map([&](double u, double v) { return u + v + c * u * v; }, a, b); },
      soac::replicate(dest.extent(1), 0.0), dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
matrix rows_with_weights(rows dest, keys at, rows x, reals w) {
  return soac::reduce_by_index([&](auto a, auto b) { return a + b + w * (a * b); }, soac::replicate(dest.extent(1), 0.0),
                               dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
double small_arrays(keys at, const std::vector<std::array<double, 2>> &x, int n) {
  using Two = std::array<double, 2>;
  const auto all = soac::reduce_by_index([](const Two &a, const Two &b) { return Two{a[0] * b[0], a[1] * b[0] + b[1]}; },
                                         Two{1.0, 0.0}, n, at, x);
  return soac::sum(soac::map([](const Two &t) { return t[0] * t[0] + t[0] * t[1]; }, all));
}

#pragma soac differentiate(vjp, jvp)
double matrices(keys at, const std::vector<std::array<double, 4>> &x, int n) {
  using Matrix = std::array<double, 4>;
  const auto all = soac::reduce_by_index(
      [](const Matrix &a, const Matrix &b) {
        Matrix c{};
        for (std::size_t i = 0; i < 2; ++i)
          for (std::size_t j = 0; j < 2; ++j)
            for (std::size_t k = 0; k < 2; ++k)
              c[2 * i + j] += a[2 * i + k] * b[2 * k + j];
        return c;
      },
      Matrix{1.0, 0.0, 0.0, 1.0}, n, at, x);
  return soac::sum(soac::map([](const Matrix &m) { return m[0] * m[3] - 2.0 * m[1] * m[2]; }, all));
}

// Rows that are tables, whose product mixes their columns.
#pragma soac differentiate(vjp, jvp)
soac::array<double, 3> tables(soac::view<const double, 3> dest, keys at, soac::view<const double, 3> x) {
  const auto product = [](rows a, rows b) {
    return soac::tabulate([&](soac::index i, soac::index j) { return soac::dot(a[i], soac::transpose(b)[j]); },
                          a.extent(0), b.extent(1));
  };
  return soac::reduce_by_index(product, matrix{{1.0, 0.0}, {0.0, 1.0}}, dest, at, x);
}

#pragma soac differentiate(vjp, jvp)
double numbers_with_rows(keys at, reals scale, rows shift, int n) {
  using Element = std::tuple<double, array>;
  const auto [a, b] = soac::reduce_by_index(
      [](const Element &f, const Element &g) {
        return Element(std::get<0>(f) * std::get<0>(g), std::get<1>(f) * std::get<0>(g) + std::get<1>(g));
      },
      Element(1.0, array(shift.extent(1))), n, at, scale, shift);
  return soac::dot(a, soac::map([](reals row) { return soac::sum(row) * row(0); }, b));
}

#pragma soac differentiate(vjp, jvp)
double in_map(rows x, keys at, double c) {
  return soac::sum(soac::map([&](auto row) {
    const auto bins = soac::reduce_by_index([&](double a, double b) { return a + b + c * a * b; }, 0.0, 3, at, row);
    const auto most = soac::reduce_by_index(soac::maximum{}, -1e9, soac::array(bins), at, row);
    const auto all = soac::reduce_by_index(soac::multiplies{}, 1.0, 3, at, row);
    return soac::dot(bins, most) + soac::dot(all, bins);
  }, x));
}

#pragma soac differentiate(vjp, jvp)
double in_loop(reals dest, keys at, reals x, int steps) {
  soac::array<double> bins(dest);
  for (int i = 0; i < steps; ++i)
    bins = soac::reduce_by_index([](double a, double b) { return a + b - 0.3 * a * b; }, 0.0, bins, at,
                                 soac::map([&](double v) { return std::sin(v) * bins(0); }, x));
  return soac::dot(bins, bins);
}

#pragma soac differentiate(vjp, jvp)
double in_branch(reals dest, keys at, reals x, bool multiply) {
  soac::array<double> bins(dest);
  if (multiply)
    bins = soac::reduce_by_index(soac::multiplies{}, 1.0, bins, at, x);
  else
    bins = soac::reduce_by_index(soac::minimum{}, 1e9, bins, at, x);
  return soac::dot(bins, bins);
}

#pragma soac differentiate(vjp, jvp)
double of_computed(reals x, reals y, int n) {
  const auto at = soac::map([](soac::index i) { return (i * i) % 5 - 1; }, soac::iota(x.extent(0)));
  const auto values = soac::map([](double a, double b) { return a * std::exp(b); }, x, y);
  return soac::product(soac::reduce_by_index([](double a, double b) { return a + b - a * b; }, 0.0, soac::replicate(n, 0.5), at, values));
}

#pragma soac differentiate(vjp, jvp)
double keys_from_data(reals x, int n) {
  const auto at = soac::map([](double v) { return static_cast<int>(std::floor(2.0 * v)); }, x);
  const auto bins = soac::reduce_by_index(soac::plus{}, 0.0, n, at, soac::map([](double v) { return v * v; }, x));
  return soac::sum(soac::map([](double b) { return b * b; }, bins));
}

#pragma soac differentiate(vjp, jvp)
double twice(reals dest, keys at, reals x) {
  const auto first = soac::reduce_by_index(soac::multiplies{}, 1.0, dest, at, x);
  const auto second = soac::reduce_by_index([](double a, double b) { return a + b + a * b; }, 0.0, first, at, x);
  return soac::dot(first, second);
}

double products_total(reals dest, keys at, reals x) {
  const auto p = soac::reduce_by_index(soac::multiplies{}, 1.0, dest, at, x);
  return soac::dot(p, p) + soac::sum(p);
}
#pragma soac differentiate(vjp, jvp)
array products_gradient(reals dest, keys at, reals x) {
  const auto [d, v] = soac::gradient<products_total>(dest, at, x);
  return soac::concat(d, v);
}

double curved_total(reals dest, keys at, reals x, double c) {
  const auto p = soac::reduce_by_index([c](double a, double b) { return a + b + c * a * b; }, 0.0, dest, at, x);
  return soac::dot(p, p);
}
#pragma soac differentiate(vjp, jvp)
array curved_gradient(reals dest, keys at, reals x, double c) {
  const auto [d, v, s] = soac::gradient<curved_total>(dest, at, x, c);
  return soac::concat(d, v, soac::replicate(1, s));
}

#pragma soac differentiate(vjp, jvp)
array affine_gradient(keys at, reals slope, reals offset, reals start_slope, reals start_offset) {
  const auto [a, b, c, d] = soac::gradient<affine_maps>(at, slope, offset, start_slope, start_offset);
  return soac::concat(a, b, c, d);
}

double rows_total(rows dest, keys at, rows x, double c) {
  const auto r = rows_by_lambda(dest, at, x, c);
  return soac::sum(soac::map([](double v) { return v * v * v; }, soac::flatten(r)));
}
#pragma soac differentiate(vjp, jvp)
array rows_gradient(rows dest, keys at, rows x, double c) {
  const auto [d, v, s] = soac::gradient<rows_total>(dest, at, x, c);
  return soac::concat(soac::flatten(d), soac::flatten(v), soac::replicate(1, s));
}

#pragma soac differentiate(vjp, jvp)
float singles(keys at, soac::view<const float> x, int n) {
  return soac::sum(soac::reduce_by_index([](float a, float b) { return a + b + a * b; }, 0.0f, n, at, x));
}

} // namespace bins
