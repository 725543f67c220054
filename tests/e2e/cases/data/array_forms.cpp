#include "array_forms.hpp"
#include "array_forms.soac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace array_forms {

namespace {
constexpr double inf = std::numeric_limits<double>::infinity();

} // namespace

#pragma soac differentiate(vjp, jvp)
double means_and_maxima_of_bins(ints k, reals v) {
  auto [s, m, c] = soac::reduce_by_index(
      [](auto a, auto b) {
        return std::make_tuple(std::get<0>(a) + std::get<0>(b), std::max(std::get<1>(a), std::get<1>(b)),
                               std::get<2>(a) + std::get<2>(b));
      },
      std::make_tuple(0.0, -inf, 0), 3, k, v, v, soac::replicate(v.size(), 1));
  double total = 0;
  for (int b = 0; b < 3; ++b)
    if (c[b] > 0)
      total += s[b] / c[b] * m[b];
  return total;
}

#pragma soac differentiate(vjp, jvp)
double products_of_matrices_in_bins(ints k, reals t) {
  auto ms = soac::map([](double u) { return Matrix22{std::cos(u), -u, u * u, 1}; }, t);
  auto p =
      soac::reduce_by_index([](const Matrix22 &a, const Matrix22 &b) { return a * b; }, Matrix22{1, 0, 0, 1}, 3, k, ms);
  return soac::sum(soac::map([](const Matrix22 &m) { return m.a * m.d - 2 * m.b * m.c + m.b; }, p));
}

#pragma soac differentiate(vjp, jvp)
array2 bins_of_rows(ints k, matrix v) {
  return soac::map([&](auto row) { return soac::reduce_by_index(soac::multiplies{}, 1.0, 3, k, row); }, v);
}

#pragma soac differentiate(vjp, jvp)
double first_smallest_of_bins(ints k, reals v, reals y) {
  auto b = soac::reduce_by_index([](const Best &p, const Best &q) { return q.value < p.value ? q : p; }, Best{1e9, 0},
                                 3, k, soac::map([](double a, long i) { return Best{a, i}; }, v, soac::iota(v.size())));
  double s = 0;
  for (const Best &e : b)
    s += e.value < 1e8 ? e.value * y[e.where] : 0.0;
  return s;
}

#pragma soac differentiate(vjp, jvp)
array2 product_of_matrices(tensor ms) {
  auto eye =
      soac::tabulate([](soac::index i, soac::index j) { return i == j ? 1.0 : 0.0; }, ms.extent(1), ms.extent(1));
  return soac::reduce(
      [](auto a, auto b) {
        auto bt = soac::transpose(b);
        return soac::map([&](auto row) { return soac::map([&](auto col) { return soac::dot(row, col); }, bt); }, a);
      },
      eye, ms);
}

#pragma soac differentiate(vjp, jvp)
array1 scattered_in_loop(array1 a, ints idx, int steps) {
  for (int t = 0; t < steps; ++t) {
    auto shifted = soac::map([&](int i) { return (i + t) % (int)a.size(); }, idx);
    auto vals = soac::map([&](int i) { return std::sin(a[i]) * a[(i + 1) % a.size()]; }, shifted);
    a = soac::scatter(a, shifted, vals);
  }
  return a;
}

#pragma soac differentiate(vjp, jvp)
array2 gathered_tables(reals x, soac::view<const int, 2> idx) {
  return soac::map([&](auto row) { return soac::gather(x, row); }, idx);
}

#pragma soac differentiate(vjp, jvp)
array1 joined_and_rotated(reals x, reals y) {
  auto z = soac::concat(x, soac::reverse(y), x);
  return soac::map([](double a, double b, double c) { return a * b - c; }, z, soac::rotate(z, -2), soac::rotate(z, 7));
}

#pragma soac differentiate(vjp, jvp)
array3 three_dimensions_again(tensor a) {
  auto f = soac::flatten(a);
  auto m = soac::map([](double v) { return std::exp(v); }, f);
  return soac::unflatten(m, a.extent(2), a.extent(0), a.extent(1));
}

#pragma soac differentiate(vjp, jvp)
array3 tabulated_thrice(reals x, reals y) {
  return soac::tabulate([&](soac::index i, soac::index j, soac::index k) { return x[i] * y[j] + x[k] * (double)i; },
                        x.size(), y.size(), x.size());
}

#pragma soac differentiate(vjp, jvp)
array1 parts_joined(reals x) {
  auto [lo, hi] = soac::partition([](double a) { return a < 0.5; }, x);
  return soac::concat(soac::scan(soac::plus{}, 0.0, lo), soac::map([](double a) { return a * a; }, hi));
}

#pragma soac differentiate(vjp, jvp)
array2 rows_filtered(matrix x) {
  return soac::filter([](auto r) { return r[0] > 0; }, x);
}

#pragma soac differentiate(vjp, jvp)
array2 rows_sorted(soac::view<const short> keys, matrix x) { return std::get<1>(soac::sort_by_key(keys, x)); }

#pragma soac differentiate(vjp, jvp)
array1 segmented_maxima(soac::view<const bool> flags, reals x) {
  return soac::segmented_scan(soac::maximum{}, -inf, flags, x);
}

#pragma soac differentiate(vjp, jvp)
double segmented_pairs(ints flags, reals a, reals b) {
  auto [p, q] = soac::segmented_scan(
      [](std::tuple<double, double> f, std::tuple<double, double> g) {
        return std::tuple<double, double>(std::get<0>(g) * std::get<0>(f),
                                          std::get<0>(g) * std::get<1>(f) + std::get<1>(g));
      },
      std::tuple<double, double>(1.0, 0.0), flags, a, b);
  return soac::dot(p, q);
}

#pragma soac differentiate(vjp, jvp)
double column_of_transposed(matrix x) {
  auto t = soac::transpose(x);
  auto col = t[1];
  auto part = soac::slice(col, 1, 4);
  auto block = soac::transpose(soac::slice(t, 0, 2));
  return soac::sum(part) * soac::sum(soac::map([](auto r) { return r[0] * r[1]; }, block));
}

#pragma soac differentiate(vjp, jvp)
double zipped_scan(reals x, reals y) {
  auto z = soac::zip(x, y);
  auto s = soac::scan(
      [](auto a, auto b) { return std::make_tuple(std::get<0>(a) + std::get<0>(b), std::get<1>(a) * std::get<1>(b)); },
      std::make_tuple(0.0, 1.0), z);
  auto [p, q] = soac::unzip(s);
  return soac::dot(p, q);
}

#pragma soac differentiate(vjp, jvp)
double four_deep(reals x) {
  return soac::sum(soac::map(
      [&](double a) {
        return soac::sum(soac::map(
            [&](double b) {
              return soac::sum(soac::map(
                  [&](double c) {
                    return soac::sum(soac::map([&](double d) { return a * b + std::sin(c * d) * x[0]; }, x));
                  },
                  x));
            },
            x));
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
soac::array<Quaternion> records_scanned(soac::view<const Quaternion> q, double s) {
  return soac::scan([](const Quaternion &a, const Quaternion &b) { return a * b; }, Quaternion{1, 0, 0, 0},
                    soac::map(
                        [s](Quaternion p) {
                          p.w *= s;
                          p.x += s;
                          return p;
                        },
                        q));
}

#pragma soac differentiate(vjp, jvp)
array1 ranked(reals x) {
  auto rank = soac::map([&](double a) { return soac::sum(soac::map([a](double b) { return b < a ? 1 : 0; }, x)); }, x);
  return soac::scatter(soac::array<double>(x.size()), rank, x);
}

#pragma soac differentiate(vjp, jvp)
std::tuple<array2, array1> rows_and_numbers(matrix m) {
  return soac::map(
      [](auto r) {
        auto s = soac::sum(r);
        return std::make_tuple(soac::map([s](double a) { return a / (1 + s * s); }, r), s);
      },
      m);
}

#pragma soac differentiate(vjp, jvp)
Grid grid_of_record(const Grid &g) {
  Grid r = g;
  r.cells = soac::map([&](auto row) { return soac::map([&](double c) { return c * c * g.h; }, row); }, g.cells);
  r.h *= 2;
  return r;
}

#pragma soac differentiate(vjp, jvp)
double tags_filtered(std::span<const Tagged> ts) {
  auto on = soac::filter([](const Tagged &t) { return t.on && t.kind == Kind::b; }, ts);
  return soac::sum(soac::map([](const Tagged &t) { return t.v * t.v; }, on));
}

#pragma soac differentiate(vjp, jvp)
soac::array<Line> lines_between(soac::view<const Point> pts) {
  return soac::map([](const Point &a, const Point &b) { return Line{{a.x * b.y, a.y}, {b.x, b.y * b.y}}; }, pts,
                   soac::rotate(pts, 1));
}

#pragma soac differentiate(vjp, jvp)
void columns_written(matrix x, soac::view<double, 2> out) {
  auto t = soac::transpose(out);
  for (soac::index j = 0; j < x.extent(1); ++j) {
    auto col = t[j];
    double s = 0;
    for (soac::index i = 0; i < x.extent(0); ++i) {
      s += x(i, j);
      col[i] = s * s;
    }
  }
}

#pragma soac differentiate(vjp, jvp)
array1 running_first_smallest(reals x, reals y) {
  auto b = soac::scan([](Best p, Best q) { return q.value < p.value ? q : p; }, Best{inf, 0},
                      soac::map([](double v, soac::index i) { return Best{v, i}; }, x, soac::iota(x.size())));
  return soac::map([&](const Best &e) { return e.value * y[e.where]; }, b);
}

#pragma soac differentiate(vjp, jvp)
double exclusive_pairs(reals x, reals y) {
  auto [a, b] = soac::exclusive_scan(
      [](auto p, auto q) { return std::tuple(std::get<0>(p) + std::get<0>(q), std::get<1>(p) * std::get<1>(q)); },
      std::tuple(0.0, 1.0), x, y);
  return soac::dot(a, b);
}

#pragma soac differentiate(vjp, jvp)
double scan_of_pairs(reals x) {
  auto ps = soac::map([](double v) { return std::pair<double, double>(v, 1.0); }, x);
  auto r = soac::scan(
      [](const std::pair<double, double> &a, const std::pair<double, double> &b) {
        return std::make_pair(a.first * b.first, a.second + b.second * a.first);
      },
      std::make_pair(1.0, 0.0), ps);
  double s = 0;
  for (const auto &[p, q] : r)
    s += p * q;
  return s;
}

#pragma soac differentiate(vjp, jvp)
std::tuple<array1> scattered_in_loop_adjoint(array1 a, ints idx, int steps, reals seed) {
  return std::make_tuple(soac::vjp<scattered_in_loop>(a, idx, steps, seed));
}

#pragma soac differentiate(vjp, jvp)
array1 four_deep_gradient(reals x) { return soac::gradient<four_deep>(x); }

#pragma soac differentiate(vjp, jvp)
double scaled_by_first(reals x, reals scale) {
  return soac::sum(soac::map([&](double a) { return std::sin(a) * scale[0]; }, x));
}

// Rows without entries have no first column.
#pragma soac differentiate(vjp, jvp)
double sums_at_roots(ints offsets, ints roots, reals weights, reals x) {
  double total = 0;
  for (soac::index i = 0; i < roots.size(); ++i)
    for (int k = offsets[i]; k < offsets[i + 1]; ++k)
      total += weights[k] * x[roots[i]];
  return total;
}

namespace {
array1 unit(reals x) {
  const double n = std::sqrt(soac::dot(x, x));
  return soac::map([n](double a) { return a / n; }, x);
}
array1 unit_rule(reals x, reals r_adj, soac::view<double> x_adj) {
  auto r = unit(x);
  const double n = std::sqrt(soac::dot(x, x)), d = soac::dot(r, r_adj);
  for (soac::index i = 0; i < x.size(); ++i)
    x_adj[i] += (r_adj[i] - d * r[i]) / n;
  return r;
}
} // namespace

// The operator below names it too, but forward mode is not asked for.
#pragma soac differentiate(vjp)
double along(reals x, reals w) { return soac::dot(w, soac::with_vjp(unit, unit_rule, x)); }

#pragma soac differentiate(vjp)
array1 along_gradient(reals x, reals w) { return soac::gradient<along, soac::wrt<0>>(x, w); }

} // namespace array_forms
