#include "recurrence.hpp"

#include "recurrence.soac.hpp"

namespace {

/// Rows (p, q) and (r, s).
struct Matrix {
  double p, q, r, s;
};

/// y after x: matrices act from the left.
Matrix after(const Matrix &x, const Matrix &y) {
  return {y.p * x.p + y.q * x.r, y.p * x.q + y.q * x.s, y.r * x.p + y.s * x.r, y.r * x.q + y.s * x.s};
}

} // namespace

// (y[i], y[i-1]) is the product of the matrices (a[i], b[i]; 1, 0) up to i times (1, 0), and products are associative.
soac::array<double> terms(soac::view<const double> a, soac::view<const double> b) {
  const auto steps = soac::map([](double x, double y) { return Matrix{x, y, 1, 0}; }, a, b);
  const auto products = soac::scan(after, Matrix{1, 0, 0, 1}, steps);
  return soac::map([](const Matrix &m) { return m.p; }, products);
}

double last(soac::view<const double> a, soac::view<const double> b) { return terms(a, b)[a.extent(0) - 1]; }

std::tuple<soac::array<double>, soac::array<double>> gradient_of_last(soac::view<const double> a,
                                                                      soac::view<const double> b) {
  return soac::gradient<last>(a, b);
}

std::tuple<soac::array<double>, soac::array<double>>
adjoints_of_terms(soac::view<const double> a, soac::view<const double> b, soac::view<const double> y_adj) {
  return soac::vjp<terms>(a, b, y_adj);
}
