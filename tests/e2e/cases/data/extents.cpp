#include "extents.hpp"
#include "extents.soac.hpp"

// Matrices with an extent of 0: a derivative has the shape of its parameter or result all the same.

namespace empty_matrices {
namespace {

const auto squares = [](auto row) { return soac::map([](double a) { return a * a; }, row); };
const auto total = [](auto row) { return soac::sum(row); };

} // namespace

static double transposed_first(mat x) { return soac::sum(soac::map(total, soac::map(squares, soac::transpose(x)))); }

static double transposed_after(mat x) { return soac::sum(soac::map(total, soac::transpose(soac::map(squares, x)))); }

static double rows(mat x) {
  double s = 0;
  for (soac::index i = 0; i < x.extent(0); ++i) {
    const auto sums = soac::scan(soac::plus{}, 0.0, x[i]);
    for (soac::index j = 0; j < x.extent(1); ++j)
      s += sums[j] * x(i, j);
  }
  return s;
}

matrix there_and_back(mat x) { return soac::transpose(soac::map(squares, soac::transpose(x))); }

matrix weighted(mat x) {
  return soac::map(
      [](auto row) {
        const auto positive = soac::filter([](double a) { return a > 0; }, row);
        return soac::map([&](double a) { return a * soac::sum(positive); }, row);
      },
      soac::transpose(x));
}

matrix gradient_transposed_first(mat x) { return soac::gradient<transposed_first>(x); }
matrix gradient_transposed_after(mat x) { return soac::gradient<transposed_after>(x); }
matrix gradient_of_loops(mat x) { return soac::gradient<rows>(x); }
matrix adjoint_there_and_back(mat x, mat seed) { return soac::vjp<there_and_back>(x, seed); }
matrix adjoint_weighted(mat x, mat seed) { return soac::vjp<weighted>(x, seed); }
matrix tangent_there_and_back(mat x) { return soac::jvp<there_and_back>(x, x); }
static matrix joined(mat x, mat y) { return soac::concat(x, y, x); }
matrix adjoint_of_joined(mat x, mat y, mat seed) { return soac::vjp<joined, soac::wrt<0>>(x, y, seed); }
matrix tangent_weighted(mat x) { return soac::jvp<weighted>(x, x); }

} // namespace empty_matrices

// What a combinator takes together has one shape, and an operator keeps it.

namespace unequal {

#pragma soac differentiate(vjp, jvp)
sums reduced(row start, rows x) { return soac::reduce(soac::plus{}, start, x); }
#pragma soac differentiate(vjp, jvp)
table scanned(row start, rows x) { return soac::scan(soac::multiplies{}, start, x); }
#pragma soac differentiate(vjp, jvp)
table scanned_before(row start, rows x) {
  return soac::exclusive_scan([](row a, row b) { return a + b; }, start, x);
}
#pragma soac differentiate(vjp, jvp)
table scanned_segments(row start, keys flags, rows x) {
  return soac::segmented_scan(soac::plus{}, start, flags, x);
}
#pragma soac differentiate(vjp, jvp)
table reduced_segments(row start, keys offsets, rows x) {
  return soac::segmented_reduce(soac::minimum{}, start, offsets, x);
}
#pragma soac differentiate(vjp, jvp)
table binned(row neutral, rows dest, keys at, rows x) {
  return soac::reduce_by_index(soac::plus{}, neutral, dest, at, x);
}
#pragma soac differentiate(vjp, jvp)
table counted(row neutral, int bins, keys at, rows x) {
  return soac::reduce_by_index(soac::plus{}, neutral, bins, at, x);
}
#pragma soac differentiate(vjp, jvp)
table scattered(rows dest, keys at, rows x) { return soac::scatter(dest, at, x); }

soac::array<std::tuple<double, double>, 2> zipped(rows x, rows y) { return soac::zip(x, y); }
#pragma soac differentiate(vjp, jvp)
double zipped_sum(rows x, rows y) {
  return soac::sum(soac::map([](auto p) { return std::get<0>(p) * std::get<1>(p); }, soac::flatten(zipped(x, y))));
}

#pragma soac differentiate(vjp, jvp)
sums joined(row start, rows x) {
  return soac::reduce([](row a, row b) { return soac::concat(a, b); }, start, x);
}
#pragma soac differentiate(vjp, jvp)
table joined_scan(row start, rows x) {
  return soac::scan([](row a, row b) { return soac::concat(a, b); }, start, x);
}
#pragma soac differentiate(vjp, jvp)
table joined_bins(row neutral, rows dest, keys at, rows x) {
  return soac::reduce_by_index([](row a, row b) { return soac::concat(a, b); }, neutral, dest, at, x);
}

} // namespace unequal

namespace computed {
namespace {

using row = soac::view<const double>;

double squares(row x) { return soac::sum(soac::map([](double a) { return a * a; }, x)); }

} // namespace

#pragma soac differentiate(vjp, jvp)
double halves(rows x) {
  const auto y = soac::map([](row r) { return soac::tabulate([&](soac::index j) { return r[j]; }, r.extent(0) / 2); }, x);
  return soac::sum(soac::flatten(y));
}

#pragma soac differentiate(vjp, jvp)
double half_squares(rows x) {
  const auto y = soac::map(
      [](row r) { return soac::tabulate([&](soac::index j) { return r[2 * j] * r[2 * j + 1]; }, r.extent(0) / 2); }, x);
  const auto all = soac::flatten(y);
  return soac::dot(all, soac::rotate(all, 1)) / static_cast<double>(y.extent(1));
}

#pragma soac differentiate(vjp, jvp)
double products_of_halves(rows x) {
  const auto y = soac::tabulate(
      [&](soac::index i) {
        return soac::tabulate([&](soac::index j) { return x(i, j) * x(j, i); }, (x.extent(0) + 1) / 2);
      },
      x.extent(0) - 1);
  return squares(soac::flatten(y));
}

#pragma soac differentiate(vjp, jvp)
double sorted_halves(rows x) {
  const auto y = soac::map(
      [](row r) {
        const auto [keys, sorted] = soac::sort_by_key(r, r);
        return soac::array<double>(soac::slice(sorted, 0, sorted.extent(0) / 2));
      },
      x);
  const auto all = soac::flatten(y);
  const double mean = soac::sum(all) / static_cast<double>(all.size());
  return soac::sum(soac::map([&](double v) { return (v - mean) * (v - mean); }, all));
}

#pragma soac differentiate(vjp, jvp)
double two_extents(soac::view<const double, 3> x) {
  const auto y = soac::map(
      [](rows p) {
        return soac::tabulate(
            [&](soac::index i) {
              return soac::tabulate([&](soac::index j) { return p(i, j) * p(j, i); }, p.extent(1) / 2);
            },
            p.extent(0) / 2);
      },
      x);
  return squares(soac::flatten(soac::map([](rows p) { return soac::flatten(p); }, y)));
}

} // namespace computed
