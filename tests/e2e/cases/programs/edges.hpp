// Where derivatives are special: arrays without elements, numbers that are zero, infinite or complex.
#pragma once

#include <array>
#include <complex>
#include <soac/soac.hpp>
#include <tuple>
#include <utility>
#include <vector>

// Empty arrays, one and two elements, ties, zeros in products, keys out of range, infinities and shapes that do not
// fit.

namespace edges {

using vec = soac::view<const double, 1>;
using mat = soac::view<const double, 2>;
using ten = soac::view<const double, 3>;
using keys = soac::view<const int, 1>;

double product(vec x);
double product_general(vec x);
double product_of_squares(vec x);
double smallest(vec x);
double largest(vec x);
double smallest_branch(vec x);
double smallest_fold(vec x);
double both_ends(vec x);
double chosen_pair(vec x, vec y);
double row_products(mat x);
double row_minima(mat x);
double nested_sum(mat x);
double nested_minima(mat x);
double scans(vec x);
double scan_products(vec x);
double scan_minima(vec x);
double row_scans(mat x);
soac::array<double, 1> binned(vec dest, keys k, vec x);
soac::array<double, 1> binned_products(vec dest, keys k, vec x);
soac::array<double, 1> binned_minima(vec dest, keys k, vec x);
soac::array<double, 1> binned_general(vec dest, keys k, vec x);
soac::array<double, 2> binned_rows(mat dest, keys k, mat x);
soac::array<double, 1> scattered(vec dest, keys k, vec x);
soac::array<double, 2> scattered_rows(mat dest, keys k, mat x);
soac::array<double, 1> turned(vec x, int by);
soac::array<double, 2> turned_rows(mat x, int by);
soac::array<double, 1> layout(vec x, vec y);
soac::array<double, 2> row_layout(mat x, mat y, keys at);
soac::array<double, 1> sliced(vec x, int begin, int end);
soac::array<double, 3> table(vec x, int n, int m, int l);
double guarded(vec x);
double outer(vec x, vec y);
double flattened(ten x);
double empty_inside(vec x, int n);
double infinite_neutral(vec x);
double repeated(vec x, double s, int n);
soac::array<double, 2> repeated_rows(vec x, int n);
double axes(ten x);

// Shapes that must agree.
double mapped_together(vec x, vec y);
double rows_together(mat x, mat y);
double dotted(vec x, vec y);
double added(vec x, vec y);
double added_matrices(mat x, mat y);
double reduced_together(vec x, vec y);
double sliced_sum(vec x, int begin, int end);
double reshaped(vec x, int n, int m);
double keyed(vec x, keys k);
double gathered(vec x, keys k);

} // namespace edges

// Complex numbers as parameters and results: by value, by reference, by pointer, in arrays and in records.

namespace complex_edges {

using complex = std::complex<double>;

struct impedance {
  complex value;
  double frequency;
};
struct quadratic {
  complex a, b, c;
  complex operator()(complex z) const { return (a * z + b) * z + c; }
};

complex cube(complex z);
complex mobius(complex z, complex a);
complex exponential(const complex &z);
complex logarithm(complex z);
complex square_root(complex z);
complex power(complex z, complex w);
complex real_power(complex z, double p);
complex whole_power(complex z);
complex sines(complex z);
complex hyperbolic(complex z);
complex conjugated(complex z);
double modulus(complex z);
double angle(complex z);
double squared_modulus(const complex &z);
complex from_polar(double r, double t);
complex parts(complex z);
complex literals(double x);
complex mixed(complex z, double s);
double branches(complex z);
void scaled(complex &z, complex by);
void through_pointer(const complex *z, int n, complex *out);
complex polynomial(const std::vector<complex> &coefficients, complex z);
std::vector<complex> transform(const std::vector<double> &signal);
double spectrum_energy(soac::view<const complex> x);
soac::array<complex> filtered(soac::view<const complex> x, complex pole);
void fft4(std::array<complex, 4> &x);
complex reduced(soac::view<const complex> x);
complex evaluated(const quadratic &q, complex z);
impedance in_series(const impedance &a, impedance b);
std::pair<complex, double> as_pair(complex z);
std::tuple<complex, complex> roots(double a, double b, double c);
std::complex<float> single(std::complex<float> z);
double escape_modulus(complex c, int steps);
double matrix_norm(soac::view<const complex, 2> m);
void in_place(soac::view<complex> x, double t);

complex derivative_of_cube(complex z, complex dz);
complex adjoint_of_cube(complex z, complex w);
complex gradient_of_modulus(complex z);
complex hessian_of_modulus(complex z, complex dz);
std::vector<complex> gradient_of_energy(const std::vector<complex> &x);
double energy(const std::vector<complex> &x);

} // namespace complex_edges
