#include "operator_uses.hpp"
#include "operator_uses.soac.hpp"

namespace uses {

double mixed(double x, int n, float y, soac::view<const double> v, const std::vector<double> &w) {
  return x * x * n * y + soac::dot(v, v) * w[0] + w[1] * x;
}
std::pair<double, soac::array<double>> paired(double x, soac::view<const double> v) {
  return {x * soac::sum(v), soac::map([&](double a) { return a * a * x; }, v)};
}

#pragma soac differentiate(vjp, jvp)
double all_of_mixed(double x, int n, float y, soac::view<const double> v, const std::vector<double> &w) {
  const auto [dx, dy, dv, dw] = soac::gradient<mixed>(x, n, y, v, w);
  return dx + 2 * dy + 3 * soac::sum(dv) + 4 * dw[0] + 5 * dw[1];
}
#pragma soac differentiate(vjp, jvp)
double backwards(double x, int n, float y, soac::view<const double> v, const std::vector<double> &w) {
  const auto [value, adjoints] = soac::value_and_gradient<mixed, soac::wrt<4, 3, 0>>(x, n, y, v, w);
  const auto &[dw, dv, dx] = adjoints;
  return value * (dx + 3 * soac::sum(dv) + 4 * dw[0] + 5 * dw[1]);
}
#pragma soac differentiate(vjp, jvp)
double by_pair(double x, soac::view<const double> v) {
  const auto [value, tangent] = soac::value_and_jvp<paired>(x, v, 1.0, soac::replicate(v.extent(0), 1.0));
  const auto adjoints = soac::vjp<paired, soac::wrt<1>>(x, v, std::pair<double, soac::array<double>>{tangent.first, value.second});
  return soac::sum(adjoints);
}

namespace {
double hidden(double x) { return std::exp(x) * x; }
} // namespace
static double kept(double x, double y) { return std::sin(x * y); }
double quiet(double x) noexcept { return std::cosh(x); }
double with_default(double x, double k = 3.0) { return k * x * x; }

#pragma soac differentiate(vjp, jvp)
double of_objects(double x) { return soac::gradient<poly>(x) * soac::gradient<steep>(x); }
double of_lambda(double x) { return soac::jvp<soac::gradient<sine>>(x, 1.0); }
#pragma soac differentiate(vjp, jvp)
double of_templates(double x) {
  return soac::gradient<monomial<4>>(x) + soac::gradient<&monomial<2>>(x) * soac::gradient<cube_of<double>>(x);
}
#pragma soac differentiate(vjp, jvp)
double of_member(double x) { return soac::gradient<&Shape::area, soac::wrt<1>>(x, 2 * x); }
#pragma soac differentiate(vjp, jvp)
double of_static(double x) { return soac::gradient<hidden>(x) + std::get<0>(soac::gradient<kept>(x, 2.0)); }
double of_noexcept(double x) { return soac::gradient<quiet>(x); }
double of_default(double x) { return soac::gradient<with_default, soac::wrt<0>>(x, 5.0); }

#pragma soac differentiate(vjp, jvp)
double newton_by_derivative(double a) { // sqrt(a) by steps that take their slope from the tool
  struct Local {};
  double x = 1;
  for (int i = 0; i < 30; ++i) {
    const auto [value, slope] = soac::value_and_gradient<cube_of<double>>(x);
    x -= (value - a) / slope;
  }
  return x;
}

double valley(soac::view<const double> x) {
  double s = 0;
  for (soac::index i = 0; i + 1 < x.extent(0); ++i)
    s += 5 * (x(i + 1) - x(i) * x(i)) * (x(i + 1) - x(i) * x(i)) + (1 - x(i)) * (1 - x(i));
  return s;
}
#pragma soac differentiate(vjp, jvp)
double gradient_descent(soac::view<const double> x, int steps) {
  soac::array<double> y(x);
  for (int i = 0; i < steps; ++i)
    y = y - 0.01 * soac::gradient<valley>(y);
  return valley(y);
}
#pragma soac differentiate(vjp, jvp)
double penalised(soac::view<const double> x, double weight) {
  const auto g = soac::gradient<valley>(x);
  return valley(x) + weight * soac::dot(g, g);
}
#pragma soac differentiate(vjp, jvp)
double in_map(soac::view<const double> x) {
  return soac::sum(soac::map([](double a) { return soac::gradient<poly>(a) * soac::gradient<soac::gradient<sine>>(a); }, x));
}
#pragma soac differentiate(vjp, jvp)
double in_condition(double x) { return soac::gradient<sine>(x) > 0.5 ? soac::gradient<steep>(x) : soac::gradient<soac::gradient<monomial<4>>>(x); }
#pragma soac differentiate(vjp, jvp)
double in_while(double x) {
  while (std::fabs(soac::gradient<monomial<4>>(x)) > 1)
    x *= 0.5;
  return soac::gradient<monomial<4>>(x);
}
#pragma soac differentiate(vjp, jvp)
double taylor(double x, double h) { // e^x x by three derivatives
  using namespace soac;
  return hidden(x) + h * gradient<hidden>(x) + h * h / 2 * gradient<gradient<hidden>>(x) +
         h * h * h / 6 * jvp<jvp<jvp<hidden>, wrt<0>>, wrt<0>>(x, 1.0, 1.0, 1.0);
}
double product(double x, double y) { return x * x * x * y * y; }
#pragma soac differentiate(vjp, jvp)
double mixed_third(double x, double y) { return soac::gradient<soac::gradient<soac::gradient<product, soac::wrt<0>>, soac::wrt<1>>, soac::wrt<0>>(x, y); }

double layer_output(const Layer &layer, soac::view<const double> x) {
  double s = 0;
  for (soac::index i = 0; i < layer.weights.extent(0); ++i)
    s += std::tanh(soac::dot(layer.weights[i], x) + layer.bias[static_cast<std::size_t>(i)]) * layer.scale;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double through_layers(soac::view<const double, 2> w, const std::vector<double> &b, double k, soac::view<const double> x) {
  const Layer layer{w, b, k};
  const auto [weights, bias, scale] = soac::gradient<layer_output, soac::wrt<0>>(layer, x);
  return soac::sum(soac::flatten(weights)) + bias[0] * bias[1] + scale;
}
#pragma soac differentiate(vjp, jvp)
double sensitivity(soac::view<const double, 2> w, const std::vector<double> &b, double k, soac::view<const double> x) {
  const Layer layer{w, b, k};
  const auto dx = soac::gradient<layer_output, soac::wrt<1>>(layer, x);
  return soac::dot(dx, dx);
}
double potential(const std::vector<Spring> &all, double x) {
  double e = 0;
  for (const Spring &s : all)
    e += 0.5 * s.stiffness * (x - s.length) * (x - s.length) * s.kind;
  return e;
}
#pragma soac differentiate(vjp, jvp)
double springs(const std::vector<Spring> &all, double x) {
  const std::vector<Spring> g = soac::gradient<potential, soac::wrt<0>>(all, x);
  double t = 0;
  for (const Spring &s : g)
    t += s.stiffness * s.length + s.kind;
  return t;
}
#pragma soac differentiate(vjp, jvp)
double spring_forces(const std::vector<Spring> &all, double x) {
  const auto j = soac::jacobian_forward<potential>(all, x);
  return std::get<0>(j)(0).length * std::get<1>(j);
}
double bumps(soac::view<const double> x) { return soac::sum(soac::map([](double a) { return std::sin(a) * a; }, x)) * x(0); }
#pragma soac differentiate(vjp, jvp)
double laplacian(soac::view<const double> x) {
  double t = 0;
  for (soac::index i = 0; i < x.extent(0); ++i) {
    soac::array<double> e(x.extent(0));
    e(i) = 1;
    t += soac::hvp<bumps>(x, e)(i);
  }
  return t;
}
std::tuple<double, double> polar(double x, double y) { return {std::sqrt(x * x + y * y), std::atan2(y, x)}; }
#pragma soac differentiate(vjp, jvp)
double determinant(double x, double y) {
  const auto [r, angle] = soac::jacobian_reverse<polar>(x, y);
  return std::get<0>(r) * std::get<1>(angle) - std::get<1>(r) * std::get<0>(angle);
}
#pragma soac differentiate(vjp, jvp)
double hessian_trace(soac::view<const double> x) {
  const auto h = soac::hessian<bumps>(x);
  double t = 0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    t += h(i, i);
  return t;
}
#pragma soac differentiate(vjp, jvp)
double directional(soac::view<const double> x, soac::view<const double> v) {
  return soac::jvp<soac::jvp<bumps>, soac::wrt<0>>(x, v, v);
}
soac::array<double> squares(soac::view<const double> x) {
  soac::array<double> r(x.extent(0));
  double run = 0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    r(i) = run += x(i) * x(i);
  return r;
}
#pragma soac differentiate(vjp, jvp)
double by_mjp(soac::view<const double> x) {
  const soac::index n = x.extent(0);
  const auto seeds = soac::tabulate([](soac::index i, soac::index j) { return i == j ? 1.0 : 0.5; }, 3, n);
  const auto all = soac::mjp<squares>(x, seeds);
  return soac::sum(soac::flatten(all)) + soac::sum(soac::flatten(soac::mjp<squares, soac::all, 3>(x, seeds)));
}
#pragma soac differentiate(vjp, jvp)
double by_jmp(double x) {
  const auto t = soac::jmp<polar>(x, 2 * x, {1.0, 0.0, 2.0}, {0.0, 1.0, 3.0});
  return std::get<0>(t)(2) + std::get<1>(t)(0) * std::get<1>(t)(1);
}
double held(double x) { return x * soac::stop_gradient(x * x); }
double stop_inside(double x) { return soac::gradient<held>(x) + soac::jvp<soac::gradient<held>>(x, 1.0); }

soac::array<double> residual(soac::view<const double> x, soac::view<const double> b) {
  return soac::tabulate([&](soac::index i) { return x(0) * std::exp(-x(1) * static_cast<double>(i)) - b(i); }, b.extent(0));
}
#pragma soac differentiate(vjp, jvp)
double gauss_newton(soac::view<const double> x, soac::view<const double> b) {
  const auto r = residual(x, b);
  const auto j = soac::jacobian_forward<residual, soac::wrt<0>>(x, b);
  double a00 = 0, a01 = 0, a11 = 0, g0 = 0, g1 = 0;
  for (soac::index i = 0; i < b.extent(0); ++i) {
    a00 += j(i, 0) * j(i, 0), a01 += j(i, 0) * j(i, 1), a11 += j(i, 1) * j(i, 1);
    g0 += j(i, 0) * r(i), g1 += j(i, 1) * r(i);
  }
  const double det = a00 * a11 - a01 * a01;
  return (a11 * g0 - a01 * g1) / det * (a00 * g1 - a01 * g0) / det;
}
#pragma soac differentiate(vjp, jvp)
double hvp_norm(soac::view<const double> x, soac::view<const double> v) {
  const auto hv = soac::hvp<valley>(x, v);
  return soac::dot(hv, hv);
}
std::complex<double> rational(std::complex<double> z) { return (z * z + 1.0) / (z - 3.0); }
#pragma soac differentiate(vjp, jvp)
double of_complex(double re, double im) {
  const std::complex<double> t = soac::jvp<rational>({re, im}, {1.0, 0.0});
  return std::norm(t);
}
#pragma soac differentiate(vjp, jvp)
double of_value_and(double x) {
  const auto [value, tangent] = soac::value_and_jvp<soac::value_and_gradient<monomial<4>>>(x, 1.0); // (f, f'), (f', f'')
  return std::get<0>(value) + 10 * std::get<1>(value) + 100 * std::get<0>(tangent) + 1000 * std::get<1>(tangent);
}
float single(float x) { return x * std::sqrt(x); }
double of_float(float x) { return soac::gradient<single>(x); }

double equation(double x, double a) { return x * x * x + a * x - 1; }
#pragma soac differentiate(vjp, jvp)
double implicit(double a) { // dx/da of equation = 0
  double x = 1;
  for (int i = 0; i < 50; ++i)
    x -= equation(x, a) / soac::gradient<equation, soac::wrt<0>>(x, a);
  const auto [dx, da] = soac::gradient<equation>(x, a);
  return -da / dx;
}
std::array<double, 2> curve(double t) { return {t * t, std::sin(t)}; }
#pragma soac differentiate(vjp, jvp)
double curvature_of_curve(double t) {
  const std::array<double, 2> d = soac::jvp<curve>(t, 1.0), dd = soac::jvp<soac::jvp<curve>, soac::wrt<0>>(t, 1.0, 1.0);
  return (d[0] * dd[1] - d[1] * dd[0]) / std::pow(d[0] * d[0] + d[1] * d[1], 1.5);
}

} // namespace uses
