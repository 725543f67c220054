#include "edges.hpp"
#include "edges.soac.hpp"

#include <cmath>
#include <limits>
#include <numbers>

// Empty arrays, one and two elements, ties, zeros in products, keys out of range, infinities and shapes that do not
// fit.

namespace edges {

#pragma soac differentiate(vjp, jvp)
double product(vec x) { return soac::product(x); }
#pragma soac differentiate(vjp, jvp)
double product_general(vec x) {
  return soac::reduce([](double a, double b) { return a * b; }, 1.0, x);
}
#pragma soac differentiate(vjp, jvp)
double product_of_squares(vec x) {
  return soac::product(soac::map([](double v) { return v * v - 4.0; }, x));
}
#pragma soac differentiate(vjp, jvp)
double smallest(vec x) { return soac::min(x); }
#pragma soac differentiate(vjp, jvp)
double largest(vec x) { return soac::reduce(soac::maximum{}, -std::numeric_limits<double>::infinity(), x); }
#pragma soac differentiate(vjp, jvp)
double smallest_branch(vec x) {
  return soac::reduce([](double a, double b) { return b < a ? b : a; }, std::numeric_limits<double>::infinity(), x);
}
#pragma soac differentiate(vjp, jvp)
double smallest_fold(vec x) {
  return soac::reduce([](double a, double b) { return std::fmin(a, b); }, std::numeric_limits<double>::infinity(), x);
}
#pragma soac differentiate(vjp, jvp)
double both_ends(vec x) { return x[soac::argmin(x)] + 10.0 * x[soac::argmax(x)]; }
#pragma soac differentiate(vjp, jvp)
double chosen_pair(vec x, vec y) {
  const auto [key, value] =
      soac::reduce([](const std::tuple<double, double> &a,
                      const std::tuple<double, double> &b) { return std::get<0>(b) < std::get<0>(a) ? b : a; },
                   std::tuple<double, double>(std::numeric_limits<double>::infinity(), 0.0), x, y);
  return value;
}
#pragma soac differentiate(vjp, jvp)
double row_products(mat x) { return soac::sum(soac::product(x)); }
#pragma soac differentiate(vjp, jvp)
double row_minima(mat x) { return soac::sum(soac::min(x)); }
#pragma soac differentiate(vjp, jvp)
double nested_sum(mat x) {
  return soac::sum(soac::map([](auto row) { return soac::sum(row) * soac::sum(row); }, x));
}
#pragma soac differentiate(vjp, jvp)
double nested_minima(mat x) {
  return soac::sum(soac::map([](auto row) { return soac::min(row); }, x));
}
#pragma soac differentiate(vjp, jvp)
double scans(vec x) {
  const auto s = soac::scan(soac::plus{}, 0.0, x);
  const auto e = soac::exclusive_scan([](double a, double b) { return a + b; }, 0.0, x);
  return soac::dot(s, e) + soac::dot(soac::reverse(soac::scan(soac::plus{}, 0.0, soac::reverse(x))), s);
}
#pragma soac differentiate(vjp, jvp)
double scan_products(vec x) { return soac::sum(soac::scan(soac::multiplies{}, 1.0, x)); }
#pragma soac differentiate(vjp, jvp)
double scan_minima(vec x) { return soac::sum(soac::scan(soac::minimum{}, std::numeric_limits<double>::infinity(), x)); }
#pragma soac differentiate(vjp, jvp)
double row_scans(mat x) {
  const auto s = soac::scan(soac::plus{}, soac::replicate(x.extent(1), 0.0), x);
  return soac::sum(soac::map([](double v) { return v * v; }, soac::flatten(s)));
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> binned(vec dest, keys k, vec x) { return soac::reduce_by_index(soac::plus{}, 0.0, dest, k, x); }
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> binned_products(vec dest, keys k, vec x) {
  return soac::reduce_by_index(soac::multiplies{}, 1.0, dest, k, x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> binned_minima(vec dest, keys k, vec x) {
  return soac::reduce_by_index(soac::minimum{}, std::numeric_limits<double>::infinity(), dest, k, x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> binned_general(vec dest, keys k, vec x) {
  return soac::reduce_by_index([](double a, double b) { return a + b + a * b; }, 0.0, dest, k, x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> binned_rows(mat dest, keys k, mat x) {
  return soac::reduce_by_index(soac::plus{}, soac::replicate(dest.extent(1), 0.0), dest, k, x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> scattered(vec dest, keys k, vec x) {
  const auto y = soac::scatter(dest, k, x);
  return soac::scatter(soac::map([](double a, double b) { return a * b; }, y, dest), k, x * x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> scattered_rows(mat dest, keys k, mat x) { return soac::scatter(dest, k, x); }
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> turned(vec x, int by) {
  const auto r = soac::rotate(x, by);
  return soac::map([](double a, double b, double c) { return a * b - c; }, r, x, soac::reverse(x));
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> turned_rows(mat x, int by) { return soac::rotate(soac::reverse(x), by); }
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> layout(vec x, vec y) {
  return soac::concat(x, soac::map([](double v) { return v * v; }, y), soac::reverse(x), y);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> row_layout(mat x, mat y, keys at) {
  return soac::gather(soac::concat(x, y, soac::reverse(y)), at);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> sliced(vec x, int begin, int end) {
  const auto s = soac::slice(x, begin, end);
  return s * s;
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 3> table(vec x, int n, int m, int l) {
  return soac::tabulate([&](soac::index i, soac::index j, soac::index k) { return x[i] * x[j + 1] + double(k) * x[0]; },
                        n, m, l);
}
#pragma soac differentiate(vjp, jvp)
double guarded(vec x) {
  return soac::sum(soac::map([](double v) { return v > 0 ? std::sqrt(v) : v == 0 ? 0.0 : 1.0 / v; }, x));
}
#pragma soac differentiate(vjp, jvp)
double outer(vec x, vec y) {
  const auto m = soac::map([&](double a) { return soac::map([&](double b) { return a * b * b; }, y); }, x);
  return soac::sum(soac::sum(m)) + soac::sum(soac::flatten(soac::transpose(m)));
}
#pragma soac differentiate(vjp, jvp)
double flattened(ten x) {
  const auto f = soac::flatten(x);
  return soac::dot(f, f) + soac::sum(soac::sum(soac::sum(x)));
}
#pragma soac differentiate(vjp, jvp)
double empty_inside(vec x, int n) {
  return soac::sum(soac::map(
      [&](double v) { return v + soac::sum(soac::map([&](soac::index i) { return v * double(i); }, soac::iota(n))); },
      x));
}
#pragma soac differentiate(vjp, jvp)
double infinite_neutral(vec x) {
  const double inf = std::numeric_limits<double>::infinity();
  const auto [low, high] = soac::reduce(
      [](const std::tuple<double, double> &a, const std::tuple<double, double> &b) {
        return std::tuple<double, double>(soac::minimum{}(std::get<0>(a), std::get<0>(b)),
                                          soac::maximum{}(std::get<1>(a), std::get<1>(b)));
      },
      std::tuple<double, double>(inf, -inf), x, x);
  return high - 2.0 * low;
}
#pragma soac differentiate(vjp, jvp)
double repeated(vec x, double s, int n) {
  return soac::product(soac::replicate(n, s)) * soac::sum(soac::product(soac::replicate(2, x)));
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> repeated_rows(vec x, int n) {
  return soac::replicate(n, soac::map([](double v) { return v * v; }, x));
}
#pragma soac differentiate(vjp, jvp)
double axes(ten x) {
  const auto t = soac::transpose(x);
  return soac::sum(soac::map([](auto plane) { return soac::sum(soac::product(plane)); }, t)) +
         soac::sum(soac::map([&](soac::index i) { return t(0, i, 0) * x(i, 0, 0); }, soac::iota(x.extent(0))));
}

#pragma soac differentiate(vjp, jvp)
double mapped_together(vec x, vec y) {
  return soac::sum(soac::map([](double a, double b) { return a * b; }, x, y));
}
#pragma soac differentiate(vjp, jvp)
double rows_together(mat x, mat y) {
  return soac::sum(soac::map(
      [](auto a, auto b) { return soac::sum(soac::map([](double c, double d) { return c * d; }, a, b)); }, x, y));
}
#pragma soac differentiate(vjp, jvp)
double dotted(vec x, vec y) { return soac::dot(x, y); }
#pragma soac differentiate(vjp, jvp)
double added(vec x, vec y) { return soac::sum(x + y); }
#pragma soac differentiate(vjp, jvp)
double added_matrices(mat x, mat y) { return soac::sum(soac::flatten(x * y)); }
#pragma soac differentiate(vjp, jvp)
double reduced_together(vec x, vec y) {
  const auto [a, b] = soac::reduce(
      [](const std::tuple<double, double> &p, const std::tuple<double, double> &q) {
        return std::tuple<double, double>(std::get<0>(p) * std::get<0>(q), std::get<1>(p) + std::get<1>(q));
      },
      std::tuple<double, double>(1.0, 0.0), x, y);
  return a * b;
}
#pragma soac differentiate(vjp, jvp)
double sliced_sum(vec x, int begin, int end) { return soac::product(soac::slice(x, begin, end)); }
#pragma soac differentiate(vjp, jvp)
double reshaped(vec x, int n, int m) { return soac::sum(soac::product(soac::unflatten(x, n, m))); }
#pragma soac differentiate(vjp, jvp)
double keyed(vec x, keys k) { return soac::product(soac::reduce_by_index(soac::plus{}, 0.0, 2, k, x)); }
#pragma soac differentiate(vjp, jvp)
double gathered(vec x, keys k) { return soac::product(soac::gather(x, k)); }

} // namespace edges

// Complex numbers as parameters and results: by value, by reference, by pointer, in arrays and in records.

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
