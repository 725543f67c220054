// Complex numbers as parameters and results: by value, by reference, by pointer, in arrays and in records.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <complex>
#include <tuple>
#include <utility>
#include <vector>

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
