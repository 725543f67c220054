#include "starts.hpp"
#include "starts.soac.hpp"

#include <algorithm>
#include <cmath>

namespace starts {

constexpr auto curve = [](double a, double b) { return a + b + 0.3 * a * b; };
constexpr auto euclid = [](double a, double b) { return std::sqrt(a * a + b * b); };
constexpr auto compose = [](const std::tuple<double, double> &a, const std::tuple<double, double> &b) {
  return std::tuple(std::get<0>(a) * std::get<0>(b), std::get<1>(a) * std::get<0>(b) + std::get<1>(b));
};
constexpr auto multiply = [](const auto &a, const auto &b) {
  return soac::tabulate([&](soac::index i, soac::index j) { return a(i, 0) * b(0, j) + a(i, 1) * b(1, j); }, 2, 2);
};

#pragma soac differentiate(vjp, jvp)
double curved(reals x) { return soac::reduce(curve, 0.5, x); }

#pragma soac differentiate(vjp, jvp)
double curved_from(reals x, double start) { return soac::reduce(curve, start, x); }

#pragma soac differentiate(vjp, jvp)
double total(reals x) {
  const double s = soac::reduce(soac::plus{}, 2.0, x);
  return s * s;
}

#pragma soac differentiate(vjp, jvp)
double sum_from(reals x, double start) {
  const double s = soac::reduce([](double a, double b) { return a + b; }, start, x);
  return s * s;
}

#pragma soac differentiate(vjp, jvp)
double product_of(reals x) { return soac::reduce(soac::multiplies{}, 3.0, x); }

#pragma soac differentiate(vjp, jvp)
double product_from(reals x, double start) { return soac::reduce(soac::multiplies{}, start, x); }

#pragma soac differentiate(vjp, jvp)
double smallest(reals x) { return soac::reduce(soac::minimum{}, 0.25, x); }

#pragma soac differentiate(vjp, jvp)
double largest_by_lambda(reals x, double start) {
  return soac::reduce([](double a, double b) { return a < b ? b : a; }, start, x);
}

#pragma soac differentiate(vjp, jvp)
double norm(reals x) { return soac::reduce(euclid, 0.0, x); }

#pragma soac differentiate(vjp, jvp)
double norm_from(reals x, double start) { return soac::reduce(euclid, start, x); }

#pragma soac differentiate(vjp, jvp)
double affine(reals x, reals y, double start) {
  const auto [a, b] = soac::reduce(compose, std::tuple(2.0, start), x, y);
  return a * b;
}

#pragma soac differentiate(vjp, jvp)
array rows_by_lambda(rows x, double c) {
  return soac::reduce(
      [&](auto a, auto b) { return soac::map([&](double p, double q) { return p + q + c * p * q; }, a, b); },
      soac::replicate(x.extent(1), 0.5), x);
}

#pragma soac differentiate(vjp, jvp)
array rows_of_products(rows x) {
  return soac::reduce(soac::multiplies{}, soac::replicate(x.extent(1), 3.0), x);
}

#pragma soac differentiate(vjp, jvp)
matrix matrix_product(matrices x, rows start) { return soac::reduce(multiply, soac::array(start), x); }

#pragma soac differentiate(vjp, jvp)
array scan_curved(reals x) { return soac::scan(curve, 0.5, x); }

#pragma soac differentiate(vjp, jvp)
array scan_curved_from(reals x, double start) { return soac::scan(curve, start, x); }

#pragma soac differentiate(vjp, jvp)
array scan_sum_from(reals x, double start) { return soac::scan(soac::plus{}, start, x); }

#pragma soac differentiate(vjp, jvp)
array scan_largest(reals x) { return soac::scan(soac::maximum{}, 0.5, x); }

#pragma soac differentiate(vjp, jvp)
array scan_norm(reals x) { return soac::scan(euclid, 2.0, x); }

#pragma soac differentiate(vjp, jvp)
std::tuple<array, array> scan_affine(reals x, reals y, double start) {
  return soac::scan(compose, std::tuple(2.0, start), x, y);
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 3> scan_matrices(matrices x, rows start) { return soac::scan(multiply, soac::array(start), x); }

#pragma soac differentiate(vjp, jvp)
array exclusive_curved(reals x, double start) { return soac::exclusive_scan(curve, start, x); }

#pragma soac differentiate(vjp, jvp)
array segments_scanned(keys flags, reals x, double start) { return soac::segmented_scan(curve, start, flags, x); }

#pragma soac differentiate(vjp, jvp)
array segments_scanned_from_constant(keys flags, reals x) { return soac::segmented_scan(soac::plus{}, 2.0, flags, x); }

#pragma soac differentiate(vjp, jvp)
array segments_reduced(keys offsets, reals x, double start) { return soac::segmented_reduce(curve, start, offsets, x); }

#pragma soac differentiate(vjp, jvp)
array segments_reduced_from_constant(keys offsets, reals x) {
  return soac::segmented_reduce(soac::multiplies{}, 3.0, offsets, x);
}

#pragma soac differentiate(vjp, jvp)
array bins_curved(keys at, reals x, double start) { return soac::reduce_by_index(curve, start, 4, at, x); }

#pragma soac differentiate(vjp, jvp)
array bins_of_products(keys at, reals x) { return soac::reduce_by_index(soac::multiplies{}, 3.0, 4, at, x); }

#pragma soac differentiate(vjp, jvp)
array bins_of_norms(keys at, reals x) { return soac::reduce_by_index(euclid, 0.0, 4, at, x); }

#pragma soac differentiate(vjp, jvp)
matrix bins_of_rows(keys at, rows x, double start) {
  return soac::reduce_by_index(soac::maximum{}, soac::replicate(x.extent(1), start), 4, at, x);
}

double to_second_order(reals x) {
  return soac::reduce(curve, 0.5, x) * soac::reduce(soac::minimum{}, 0.25, x) + soac::reduce(euclid, 1.0, x);
}

#pragma soac differentiate(vjp, jvp)
double second_order(reals x) {
  const auto g = soac::gradient<to_second_order>(x);
  return soac::sum(soac::map([](double a) { return a * a; }, g));
}

} // namespace starts
