#include "scans.hpp"
#include "scans.soac.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace scans {

#pragma soac differentiate(vjp, jvp)
array running_sum(reals x) { return soac::scan(soac::plus{}, 0.0, x); }

#pragma soac differentiate(vjp, jvp)
array running_product(reals x) { return soac::scan(std::multiplies<double>{}, 1.0, x); }

#pragma soac differentiate(vjp, jvp)
array running_maximum(reals x) { return soac::scan(soac::maximum{}, -std::numeric_limits<double>::infinity(), x); }

#pragma soac differentiate(vjp, jvp)
array running_minimum_from_the_right(reals x) {
  return soac::reverse(soac::scan([](double a, double b) { return std::min(a, b); }, 1e300, soac::reverse(x)));
}

#pragma soac differentiate(vjp, jvp)
array by_lambda(reals x, double c) {
  return soac::scan([&](double a, double b) { return a + b + c * a * b; }, 0.0, x);
}

#pragma soac differentiate(vjp, jvp)
array exclusive_sum(reals x) { return soac::exclusive_scan(soac::plus{}, 0.0, x); }

#pragma soac differentiate(vjp, jvp)
array exclusive_product(reals x) { return soac::exclusive_scan(soac::multiplies{}, 1.0, x); }

#pragma soac differentiate(vjp, jvp)
array exclusive_general(reals x, double c) {
  return soac::exclusive_scan([&](double a, double b) { return a + b + c * a * b; }, 0.0, x);
}

#pragma soac differentiate(vjp, jvp)
array from_the_right(reals x) {
  return soac::reverse(soac::scan([](double a, double b) { return a * b; }, 1.0, soac::reverse(x)));
}

#pragma soac differentiate(vjp, jvp)
array exclusive_from_the_right(reals x, double c) {
  return soac::reverse(soac::exclusive_scan([=](double a, double b) { return a + b - c * a * b; }, 0.0, soac::reverse(x)));
}

#pragma soac differentiate(vjp, jvp)
array free_array(reals x, reals w) {
  return soac::scan([&](double a, double b) { return a + b + soac::dot(w, w) * w(0) * a * b; }, 0.0, x);
}

// y[i] = a[i] y[i-1] + b[i]
#pragma soac differentiate(vjp, jvp)
array linear_recurrence(reals a, reals b, double start) {
  using Pair = std::tuple<double, double>;
  const auto [slopes, offsets] = soac::scan(
      [](const Pair &f, const Pair &g) {
        const auto [fa, fb] = f;
        const auto [ga, gb] = g;
        return Pair(ga * fa, ga * fb + gb);
      },
      Pair(1.0, 0.0), a, b);
  return soac::map([&](double s, double o) { return s * start + o; }, slopes, offsets);
}

#pragma soac differentiate(vjp, jvp)
array records(reals a, reals b) {
  const auto maps = soac::map([](double s, double o) { return Affine{s, o}; }, a, b);
  const auto all = soac::scan(
      [](const Affine &f, const Affine &g) { return Affine{f.slope * g.slope, g.slope * f.offset + g.offset}; },
      Affine{1.0, 0.0}, maps);
  return soac::map([](const Affine &f) { return f.slope * f.offset; }, all);
}

#pragma soac differentiate(vjp, jvp)
double small_arrays(const std::vector<std::array<double, 2>> &x) {
  using Two = std::array<double, 2>;
  const auto all =
      soac::scan([](const Two &a, const Two &b) { return Two{a[0] * b[0], a[1] * b[0] + b[1]}; }, Two{1.0, 0.0}, x);
  double total = 0;
  for (const Two &t : all)
    total += t[0] * t[1] + t[1];
  return total;
}

#pragma soac differentiate(vjp, jvp)
matrix matrices(soac::view<const double, 3> x) {
  const auto one = soac::tabulate([](soac::index i, soac::index j) { return i == j ? 1.0 : 0.0; }, x.extent(1), x.extent(1));
  const auto all = soac::scan(
      [](auto a, auto b) {
        const auto bt = soac::transpose(b);
        return soac::map([&](auto row) { return soac::map([&](auto column) { return soac::dot(row, column); }, bt); }, a);
      },
      one, x);
  return soac::map([](auto m) { return soac::flatten(m); }, all);
}

#pragma soac differentiate(vjp, jvp)
matrix sums_of_rows(rows x) { return soac::scan(soac::plus{}, soac::replicate(x.extent(1), 0.0), x); }

#pragma soac differentiate(vjp, jvp)
matrix products_of_rows(rows x) { return soac::scan(soac::multiplies{}, soac::replicate(x.extent(1), 1.0), x); }

#pragma soac differentiate(vjp, jvp)
matrix maxima_of_rows(rows x) {
  return soac::scan([](auto a, auto b) { return soac::map(soac::maximum{}, a, b); }, soac::replicate(x.extent(1), -1e9), x);
}

#pragma soac differentiate(vjp, jvp)
matrix rows_by_lambda(rows x, double c) {
  return soac::scan([&](auto a, auto b) { return soac::map([&](double u, double v) { return u + v + c * u * v; }, a, b); },
                    soac::replicate(x.extent(1), 0.0), x);
}

#pragma soac differentiate(vjp, jvp)
matrix rows_with_weights(rows x, reals w) {
  return soac::scan([&](auto a, auto b) { return a + b + w * a * b; }, soac::replicate(x.extent(1), 0.0), x);
}

#pragma soac differentiate(vjp, jvp)
matrix pairs_of_rows(rows x, rows y) {
  const auto zero = soac::replicate(x.extent(1), 0.0), one = soac::replicate(x.extent(1), 1.0);
  const auto [slopes, offsets] = soac::scan(
      [](const auto &f, const auto &g) {
        const auto &[fa, fb] = f;
        const auto &[ga, gb] = g;
        return std::tuple(ga * fa, ga * fb + gb);
      },
      std::tuple(one, zero), x, y);
  return slopes + offsets * offsets;
}

#pragma soac differentiate(vjp, jvp)
double numbers_with_rows(reals scale, rows shift) {
  using Element = std::tuple<double, array>;
  const auto [a, b] = soac::scan(
      [](const Element &f, const Element &g) {
        return Element(std::get<0>(f) * std::get<0>(g), std::get<1>(f) * std::get<0>(g) + std::get<1>(g));
      },
      Element(1.0, array(shift.extent(1))), scale, shift);
  return soac::dot(a, soac::map([](reals row) { return soac::product(row); }, b));
}

#pragma soac differentiate(vjp, jvp)
double segmented_rows_with_numbers(soac::view<const int> flags, rows x, reals scale) {
  using Element = std::tuple<array, double>;
  const auto [a, b] = soac::segmented_scan(
      [](const Element &f, const Element &g) {
        return Element(std::get<0>(f) + std::get<1>(f) * std::get<0>(g), std::get<1>(f) * std::get<1>(g));
      },
      Element(array(x.extent(1)), 1.0), flags, x, scale);
  return soac::dot(soac::flatten(a), soac::flatten(x)) + soac::sum(b);
}

#pragma soac differentiate(vjp, jvp)
matrix in_map(rows x, double c) {
  return soac::map([&](auto row) { return soac::scan([&](double a, double b) { return a + b + c * a * b; }, 0.0, row); }, x);
}

#pragma soac differentiate(vjp, jvp)
matrix products_in_map(rows x) {
  return soac::map([](auto row) { return soac::exclusive_scan(soac::multiplies{}, 1.0, row); }, x);
}

#pragma soac differentiate(vjp, jvp)
array in_loop(reals x, int steps) {
  array y(x);
  for (int i = 0; i < steps; ++i)
    y = soac::scan([](double a, double b) { return a + b - a * b; }, 0.0, soac::map([](double v) { return 0.5 * std::sin(v); }, y));
  return y;
}

#pragma soac differentiate(vjp, jvp)
array in_branch(reals x, double c) {
  if (c > 0.5)
    return soac::scan(soac::multiplies{}, 1.0, x);
  return soac::scan([c](double a, double b) { return a + b + c * a * b; }, 0.0, soac::reverse(x));
}

#pragma soac differentiate(vjp, jvp)
array segmented_sums(soac::view<const int> flags, reals x) { return soac::segmented_scan(soac::plus{}, 0.0, flags, x); }

#pragma soac differentiate(vjp, jvp)
array segmented_products(soac::view<const int> flags, reals x) {
  return soac::segmented_scan(soac::multiplies{}, 1.0, flags, x);
}

#pragma soac differentiate(vjp, jvp)
array segmented_general(soac::view<const int> flags, reals x, double c) {
  return soac::segmented_scan([c](double a, double b) { return a + b + c * a * b; }, 0.0, flags, x);
}

#pragma soac differentiate(vjp, jvp)
array segment_products(soac::view<const int> offsets, reals x) {
  return soac::segmented_reduce(soac::multiplies{}, 1.0, offsets, x);
}

#pragma soac differentiate(vjp, jvp)
array segment_maxima(soac::view<const int> offsets, reals x) {
  return soac::segmented_reduce(soac::maximum{}, -5.0, offsets, x);
}

#pragma soac differentiate(vjp, jvp)
double of_computed(reals x) {
  const auto y = soac::map([&](double v) { return std::exp(v) * x(0); }, x);
  const auto s = soac::scan(soac::plus{}, 0.0, y);
  return soac::sum(soac::map([](double a, double b) { return a / b; }, y, s));
}

#pragma soac differentiate(vjp, jvp)
double last(reals x, double c) {
  const auto s = soac::scan([&](double a, double b) { return a + b + c * a * b; }, 0.0, x);
  return s(s.size() - 1);
}

// Beside a number that counts.
#pragma soac differentiate(vjp, jvp)
array counted(reals x) {
  using Counted = std::tuple<double, int>;
  const auto [means, counts] = soac::scan(
      [](const Counted &a, const Counted &b) {
        const auto [ma, na] = a;
        const auto [mb, nb] = b;
        return Counted(na + nb == 0 ? 0.0 : (ma * na + mb * nb) / (na + nb), na + nb);
      },
      Counted(0.0, 0), x, soac::replicate(x.extent(0), 1));
  return soac::map([](double m, int n) { return m * n; }, means, counts);
}

#pragma soac differentiate(vjp, jvp)
array fibonacci(double a, double b, int n) {
  using Matrix = std::tuple<double, double, double, double>;
  const auto [p, q, r, s] = soac::scan(
      [](const Matrix &x, const Matrix &y) {
        const auto [xa, xb, xc, xd] = x;
        const auto [ya, yb, yc, yd] = y;
        return Matrix(xa * ya + xb * yc, xa * yb + xb * yd, xc * ya + xd * yc, xc * yb + xd * yd);
      },
      Matrix(1.0, 0.0, 0.0, 1.0), soac::replicate(n, a), soac::replicate(n, b), soac::replicate(n, 1.0), soac::replicate(n, 0.0));
  return p + s + r * q;
}

double product_total(reals x) {
  const auto p = soac::scan(soac::multiplies{}, 1.0, x);
  return soac::dot(p, p);
}
#pragma soac differentiate(vjp, jvp)
array product_gradient(reals x) { return soac::gradient<product_total>(x); }

double maximum_total(reals x) {
  const auto p = soac::scan(soac::maximum{}, -1e9, x);
  return soac::sum(soac::map([](double v) { return v * v * v; }, p));
}
#pragma soac differentiate(vjp, jvp)
array maximum_gradient(reals x) { return soac::gradient<maximum_total>(x); }

double recurrence_total(reals a, reals b, double start) {
  const auto y = linear_recurrence(a, b, start);
  return soac::dot(y, y);
}
#pragma soac differentiate(vjp, jvp)
array recurrence_gradient(reals a, reals b, double start) {
  const auto [da, db, ds] = soac::gradient<recurrence_total>(a, b, start);
  return soac::concat(da, db, soac::replicate(1, ds));
}

double rows_total(rows x, double c) {
  const auto r = rows_by_lambda(x, c);
  return soac::sum(soac::map([](double v) { return v * v * v; }, soac::flatten(r)));
}
#pragma soac differentiate(vjp, jvp)
array rows_gradient(rows x, double c) {
  const auto [dx, dc] = soac::gradient<rows_total>(x, c);
  return soac::concat(soac::flatten(dx), soac::replicate(1, dc));
}

double segmented_total(soac::view<const int> flags, reals x, double c) {
  const auto y = segmented_general(flags, x, c);
  return soac::dot(y, y);
}
#pragma soac differentiate(vjp, jvp)
array segmented_gradient(soac::view<const int> flags, reals x, double c) {
  const auto [dx, dc] = soac::gradient<segmented_total>(flags, x, c);
  return soac::concat(dx, soac::replicate(1, dc));
}

} // namespace scans
