#include "complex_edges.hpp"
#include "complex_edges.soac.hpp"

#include <numbers>

namespace complex_edges {

using namespace std::complex_literals;

#pragma soac differentiate(vjp, jvp)
complex cube(complex z) { return z * z * z; }
#pragma soac differentiate(vjp, jvp)
complex mobius(complex z, complex a) { return (z - a) / (1.0 - std::conj(a) * z); }
#pragma soac differentiate(vjp, jvp)
complex exponential(const complex &z) { return std::exp(z); }
#pragma soac differentiate(vjp, jvp)
complex logarithm(complex z) { return std::log(z); }
#pragma soac differentiate(vjp, jvp)
complex square_root(complex z) { return std::sqrt(z); }
#pragma soac differentiate(vjp, jvp)
complex power(complex z, complex w) { return std::pow(z, w); }
#pragma soac differentiate(vjp, jvp)
complex real_power(complex z, double p) { return std::pow(z, p); }
#pragma soac differentiate(vjp, jvp)
complex whole_power(complex z) { return std::pow(z, 3) + std::pow(z, -2); }
#pragma soac differentiate(vjp, jvp)
complex sines(complex z) { return std::sin(z) + std::cos(z) * std::tan(z); }
#pragma soac differentiate(vjp, jvp)
complex hyperbolic(complex z) { return std::sinh(z) + std::cosh(z) * std::tanh(z); }
#pragma soac differentiate(vjp, jvp)
complex conjugated(complex z) { return std::conj(z) * z + std::conj(z); }
#pragma soac differentiate(vjp, jvp)
double modulus(complex z) { return std::abs(z); }
#pragma soac differentiate(vjp, jvp)
double angle(complex z) { return std::arg(z); }
#pragma soac differentiate(vjp, jvp)
double squared_modulus(const complex &z) { return std::norm(z); }
#pragma soac differentiate(vjp, jvp)
complex from_polar(double r, double t) { return std::polar(r, t); }
#pragma soac differentiate(vjp, jvp)
complex parts(complex z) {
  complex w;
  w.real(z.imag() * z.real());
  w.imag(std::real(z) - std::imag(z) * std::imag(z));
  w += complex(0.0, w.real());
  return -w;
}
#pragma soac differentiate(vjp, jvp)
complex literals(double x) { return std::exp(2i * std::numbers::pi * x) * (1.0 + 0.5i) / 3.0; }
#pragma soac differentiate(vjp, jvp)
complex mixed(complex z, double s) {
  z *= s;
  z += 1.0;
  z /= complex(s, 2.0);
  z -= s * s;
  return s / z + z / s - 2.0 * z;
}
#pragma soac differentiate(vjp, jvp)
double branches(complex z) {
  if (z == complex(1.0, 0.0))
    return 7;
  if (z.imag() < 0)
    z = std::conj(z);
  return (z.real() > 0 ? z : -z).real() + z.imag() * std::abs(z);
}
#pragma soac differentiate(vjp, jvp)
void scaled(complex &z, complex by) { z *= by; }
#pragma soac differentiate(vjp, jvp)
void through_pointer(const complex *z, int n, complex *out) {
  complex s = 0;
  for (int i = 0; i < n; ++i) {
    s = 0.5 * s + z[i] * z[i];
    out[i] = s * std::conj(z[0]);
  }
}
#pragma soac differentiate(vjp, jvp)
complex polynomial(const std::vector<complex> &coefficients, complex z) {
  complex s = 0;
  for (const complex &c : coefficients)
    s = s * z + c;
  return s;
}
#pragma soac differentiate(vjp, jvp)
std::vector<complex> transform(const std::vector<double> &signal) {
  const std::size_t n = signal.size();
  std::vector<complex> out(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j)
      out[k] += signal[j] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k) / static_cast<double>(n));
  return out;
}
#pragma soac differentiate(vjp, jvp)
double spectrum_energy(soac::view<const complex> x) {
  return soac::sum(soac::map([](complex z) { return std::norm(z); }, x));
}
#pragma soac differentiate(vjp, jvp)
soac::array<complex> filtered(soac::view<const complex> x, complex pole) {
  soac::array<complex> y(x.size());
  complex state = 0;
  for (soac::index i = 0; i < x.size(); ++i)
    y[i] = state = pole * state + x[i];
  return y;
}
#pragma soac differentiate(vjp, jvp)
void fft4(std::array<complex, 4> &x) {
  const complex a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = complex(0, -1) * (x[1] - x[3]);
  x = {a + c, b + d, a - c, b - d};
}
#pragma soac differentiate(vjp, jvp)
complex reduced(soac::view<const complex> x) {
  return soac::reduce([](complex a, complex b) { return a * b; }, complex(1, 0), x);
}
#pragma soac differentiate(vjp, jvp)
complex evaluated(const quadratic &q, complex z) { return q(z); }
#pragma soac differentiate(vjp, jvp)
impedance in_series(const impedance &a, impedance b) {
  const complex inductance = 1i * a.frequency * 0.2;
  return {a.value * b.value / (a.value + b.value) + inductance, a.frequency * b.frequency};
}
#pragma soac differentiate(vjp, jvp)
std::pair<complex, double> as_pair(complex z) { return {z * z, std::abs(z)}; }
#pragma soac differentiate(vjp, jvp)
std::tuple<complex, complex> roots(double a, double b, double c) {
  const complex d = std::sqrt(complex(b * b - 4 * a * c));
  return {(-b + d) / (2 * a), (-b - d) / (2 * a)};
}
#pragma soac differentiate(vjp, jvp)
std::complex<float> single(std::complex<float> z) { return z * z + std::exp(z) / 2.0f; }
#pragma soac differentiate(vjp, jvp)
double escape_modulus(complex c, int steps) {
  complex z = 0;
  for (int i = 0; i < steps; ++i) {
    z = z * z + c;
    if (std::norm(z) > 100)
      break;
  }
  return std::abs(z);
}
#pragma soac differentiate(vjp, jvp)
double matrix_norm(soac::view<const complex, 2> m) {
  double s = 0;
  for (soac::index i = 0; i < m.extent(0); ++i)
    for (soac::index j = 0; j < m.extent(1); ++j)
      s += std::norm(m(i, j)) * static_cast<double>(i + 1);
  return std::sqrt(s);
}
#pragma soac differentiate(vjp, jvp)
void in_place(soac::view<complex> x, double t) {
  for (soac::index i = 0; i < x.size(); ++i)
    x[i] *= std::polar(1.0, t * static_cast<double>(i));
}

complex derivative_of_cube(complex z, complex dz) { return soac::jvp<cube>(z, dz); }
complex adjoint_of_cube(complex z, complex w) { return soac::vjp<cube>(z, w); }
complex gradient_of_modulus(complex z) { return soac::gradient<modulus>(z); }
complex hessian_of_modulus(complex z, complex dz) { return soac::jvp<soac::gradient<modulus>>(z, dz); }
double energy(const std::vector<complex> &x) {
  double s = 0;
  for (const complex &z : x)
    s += std::norm(z) * std::norm(z);
  return s;
}
std::vector<complex> gradient_of_energy(const std::vector<complex> &x) { return soac::gradient<energy>(x); }

} // namespace complex_edges
