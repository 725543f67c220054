#include "jacobians.hpp"
#include "jacobians.soac.hpp"

#include <cmath>

namespace jacobians {

Force force(const State &s) { return {s.p * s.q[0] + s.steps * s.q[1], std::sin(s.q[1]) * s.p}; }
Field field(const State &s, double k) { return {k * s.p * s.q[0], {s.q[1] * k, s.p * s.p}}; }
soac::array<Force> forces(soac::view<const Force> at) {
  return soac::map([](const Force &f) { return Force{f.x * f.y, f.x - 2 * f.y}; }, at);
}
std::vector<Force> turned(const std::vector<Force> &at, double angle) {
  std::vector<Force> r(at.size());
  for (std::size_t i = 0; i < at.size(); ++i)
    r[i] = {std::cos(angle) * at[i].x - std::sin(angle) * at[i].y, at[i].x * at[i].y};
  return r;
}
double energy(const State &s) { return s.p * s.p * s.q[0] + s.q[0] * s.q[1] * s.q[1]; }
double pair_energy(const Pair &p, soac::view<const double> x) { return p.a.x * p.b.y * soac::sum(x) + p.a.y * p.a.y * x(0); }
Pair swapped(const Pair &p) { return {{p.b.x, p.b.y * p.b.y}, p.a}; }

std::tuple<State, State> force_forward(const State &s) {
  return soac::jacobian_forward<force>(s);
}
std::tuple<State, State> force_reverse(const State &s) { return soac::jacobian_reverse<force>(s); }
std::tuple<std::tuple<State, double>, std::tuple<soac::array<State>, soac::array<double>>> field_reverse(const State &s, double k) {
  const auto by_state = soac::jacobian_reverse<field, soac::wrt<0>>(s, k);
  const Field by_k = soac::jacobian_reverse<field, soac::wrt<1>>(s, k);
  return {{std::get<0>(by_state), by_k.total}, {std::get<1>(by_state), soac::array<double>{by_k.parts[0], by_k.parts[1]}}};
}
std::tuple<soac::array<Force, 2>, soac::array<Force, 2>> forces_reverse(soac::view<const Force> at) {
  return soac::jacobian_reverse<forces>(at);
}
std::tuple<soac::array<Force, 2>, soac::array<Force, 2>> turned_forward(const std::vector<Force> &at, double angle) {
  return soac::jacobian_forward<turned, soac::wrt<0>>(at, angle);
}
std::tuple<State, soac::array<State>, State> energy_hessian(const State &s) { return soac::hessian<energy>(s); }

// Explicit steps of a nonlinear diffusion, in place.
#pragma soac differentiate(vjp, jvp)
soac::array<double> diffusion(soac::view<const double> x, int steps) {
  soac::array<double> u(x), v(x);
  const soac::index n = x.extent(0);
  for (int s = 0; s < steps; ++s) {
    for (soac::index i = 1; i + 1 < n; ++i)
      v(i) = u(i) + 0.1 * (u(i - 1) - 2 * u(i) + u(i + 1)) * u(i);
    for (soac::index i = 0; i < n; ++i)
      u(i) = v(i);
  }
  return u;
}
soac::array<double, 2> diffusion_forward(soac::view<const double> x, int steps) {
  return soac::jacobian_forward<diffusion>(x, steps);
}
soac::array<double, 2> diffusion_reverse(soac::view<const double> x, int steps) {
  return soac::jacobian_reverse<diffusion>(x, steps);
}
#pragma soac differentiate(vjp, jvp)
double chain_energy(soac::view<const double> x, int steps) {
  soac::array<double> u(x);
  double e = 0;
  for (int s = 0; s < steps; ++s)
    for (soac::index i = 1; i < x.extent(0); ++i) {
      u(i) += 0.3 * std::sin(u(i - 1)) * x(i);
      e += u(i) * u(i);
    }
  return e;
}
soac::array<double, 2> chain_hessian(soac::view<const double> x, int steps) { return soac::hessian<chain_energy>(x, steps); }
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> smoothed(soac::view<const double, 2> a) {
  soac::array<double, 2> r(a);
  for (soac::index i = 1; i < a.extent(0); ++i)
    for (soac::index j = 0; j < a.extent(1); ++j)
      r(i, j) = 0.5 * r(i, j) * r(i - 1, j) + a(i - 1, (j + 1) % a.extent(1));
  return r;
}
soac::array<double, 4> smoothed_forward(soac::view<const double, 2> a) { return soac::jacobian_forward<smoothed>(a); }
soac::array<double, 4> smoothed_reverse(soac::view<const double, 2> a) { return soac::jacobian_reverse<smoothed>(a); }
// Inside a function that is differentiated.
#pragma soac differentiate(vjp, jvp)
double trace_of_jacobian(soac::view<const double> x) {
  const auto j = soac::jacobian_reverse<diffusion>(x, 2);
  double t = 0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    t += j(i, i);
  return t;
}

// The rule goes through an array that is as long as a direction says.
namespace {
double sum(soac::view<const double> x) { return soac::sum(x); }
double sum_jvp(soac::view<const double> x, soac::view<const double> x_tan, double &r_tan) {
  const auto kept = soac::filter([](double t) { return t > 0; }, x_tan);
  double s = 0;
  for (soac::index i = 0; i < kept.extent(0); ++i)
    s += kept(i) * (i + 1);
  r_tan = s;
  return soac::sum(x);
}
} // namespace
#pragma soac differentiate(jvp)
double positive_part(soac::view<const double> x) { return soac::with_jvp(sum, sum_jvp, x) * x(0); }
soac::array<double> positive_parts(soac::view<const double> x, soac::view<const double, 2> directions) {
  return soac::jmp<positive_part>(x, directions);
}

// A rule that calls the function which has it says the derivatives of every order.
double slope_vjp(double a, double r_adj, double &a_adj);
double slope_jvp(double a, double a_tan, double &r_tan);
double newton(double a) {
  double x = a > 1 ? a : 1;
  for (int i = 0; i < 200; ++i) {
    const double next = 0.5 * (x + a / x);
    if (!(next < x))
      break;
    x = next;
  }
  return x;
}
#pragma soac differentiate(vjp, jvp)
double root(double a) { return soac::with_rules(newton, slope_vjp, slope_jvp, a); }
double slope_vjp(double a, double r_adj, double &a_adj) {
  const double x = root(a);
  a_adj += r_adj / (2 * x);
  return x;
}
double slope_jvp(double a, double a_tan, double &r_tan) {
  const double x = root(a);
  r_tan = a_tan / (2 * x);
  return x;
}
double third(double a) { return soac::gradient<soac::gradient<soac::gradient<root>>>(a); }
double fourth(double a) { return soac::jvp<soac::gradient<soac::jvp<soac::gradient<root>>, soac::wrt<0>>>(a, 1.0, 1.0); }

} // namespace jacobians
