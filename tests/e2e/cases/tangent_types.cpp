#include "tangent_types.hpp"
#include "tangent_types.soac.hpp"

namespace tangent_types {

double loss(const Model &m, soac::view<const double> x) {
  double t = 0;
  for (soac::index i = 0; i < m.w.extent(0); ++i) {
    double y = m.b[static_cast<std::size_t>(i)];
    for (soac::index j = 0; j < m.w.extent(1); ++j)
      y += m.w(i, j) * x(j);
    t += m.s * y * y * m.n;
  }
  return t;
}
double misfit(const Line &l) {
  double t = 0;
  for (std::size_t i = 0; i < l.y.size(); ++i) {
    const double d = l.y[i] - l.slope * static_cast<double>(i);
    t += d * d;
  }
  return t;
}
Owner scaled(const Owner &o, double k) {
  Owner r = o;
  for (double &b : r.b)
    b *= k;
  r.c = o.c * (k * k);
  r.f[1] = static_cast<float>(r.f[1] * k);
  r.s = o.s * o.n * k;
  ++r.n;
  return r;
}
double of_outer(const Outer &o) { return o.k * misfit(o.line); }
double of_all(const Owner &o) { return o.b[0] * o.c(1, 0) * o.f[0] * o.s * o.n; }

ModelTangent loss_gradient(const Model &m, soac::view<const double> x) {
  return soac::gradient<loss, soac::wrt<0>>(m, x);
}
double loss_tangent(const Model &m, soac::view<const double> x, const ModelTangent &dm) {
  return soac::jvp<loss, soac::wrt<0>>(m, x, dm);
}
ModelTangent loss_hvp(const Model &m, soac::view<const double> x, const ModelTangent &dm) {
  return soac::hvp<loss, soac::wrt<0>>(m, x, dm);
}
LineTangent misfit_gradient(const Line &l) { return soac::gradient<misfit>(l); }
LineTangent misfit_hvp(const Line &l, const LineTangent &dl) { return soac::hvp<misfit>(l, dl); }
std::tuple<Owner, double> scaled_adjoint(const Owner &o, double k, const Owner &seed) {
  return soac::vjp<scaled>(o, k, seed);
}
Owner scaled_tangent(const Owner &o, double k, const Owner &d, double dk) { return soac::jvp<scaled>(o, k, d, dk); }
soac::tangent_t<Outer> outer_gradient(const Outer &o) { return soac::gradient<of_outer>(o); }
std::tuple<soac::array<double, 3>, soac::array<double, 2>, soac::array<double>, soac::array<int>>
loss_adjoints(const Model &m, soac::view<const double> x, soac::view<const double> seeds) {
  return soac::mjp<loss, soac::wrt<0>>(m, x, seeds);
}
double step(const Model &m, soac::view<const double> x) {
  const auto g = soac::gradient<loss, soac::wrt<0>>(m, x);
  return std::get<2>(g) * std::get<2>(g) + std::get<1>(g)[0];
}
double step_slope(const Model &m, soac::view<const double> x, const ModelTangent &dm) {
  return soac::jvp<step, soac::wrt<0>>(m, x, dm);
}

} // namespace tangent_types

#pragma soac differentiate(vjp, jvp)
double total_of_owner(const tangent_types::Owner &o) { return tangent_types::of_all(o); }
