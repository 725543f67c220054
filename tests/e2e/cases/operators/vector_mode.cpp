#include "vector_mode.hpp"
#include "vector_mode.soac.hpp"

#include <cmath>

// jmp, mjp, the Jacobians, hessian and hvp.

namespace vector_mode {

double rosenbrock(double x, double y) { return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x); }

soac::array<double> swirl(soac::view<const double> x) {
  soac::array<double> r(x.extent(0));
  for (soac::index i = 0; i < x.extent(0); ++i)
    r(i) = x(i) * x((i + 1) % x.extent(0));
  return r;
}
soac::array<double> mix(soac::view<const double> x, soac::view<const double> y) {
  return soac::map([](double a, double b) { return a * a * b; }, x, y);
}
double quadratic(soac::view<const double> x, soac::view<const double> y) {
  return soac::sum(soac::map([](double a, double b) { return a * a * b * b; }, x, y));
}
double cubic(soac::view<const double> x) {
  const double s = soac::sum(x);
  return s * s * s;
}
std::tuple<double, soac::array<double>> both(double s, soac::view<const double> x) {
  return {s * soac::sum(x), soac::map([&](double a) { return s * s * a; }, x)};
}
soac::array<double, 2> outer(soac::view<const double> x, soac::view<const double> y) {
  return soac::map([&](double a) { return soac::map([&](double b) { return a * b * b; }, y); }, x);
}
double of_matrix(soac::view<const double, 2> a) { return a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0); }
double of_pair(const Pair &p, double k) { return k * p.a * p.b * p.label; }
Pair scaled(const Pair &p, double k) { return {p.a * k, p.b * k * k, p.label}; }
Rows rows(double x, double y) { return {{x * y, x * x}, y * y}; }
std::array<double, 2> polar(const std::array<double, 2> &p) {
  return {p[0] * std::cos(p[1]), p[0] * std::sin(p[1])};
}
double of_vector(const std::vector<double> &x) {
  double p = 1.0;
  for (double a : x)
    p *= a;
  return p;
}
soac::array<float> single(soac::view<const double> x) {
  return soac::map([](double a) { return static_cast<float>(a * a); }, x);
}
/// Logistic maps that are coupled to their sum: a loop whose state is an array.
soac::array<double> stepped(soac::view<const double> x, int steps) {
  soac::array<double> y = x;
  for (int t = 0; t < steps; ++t) {
    const double s = soac::sum(y);
    y = soac::map([&](double a) { return 0.5 * a + 0.1 * a * s; }, y);
  }
  return y;
}

soac::array<double> tangents(double x, double y, soac::view<const double> dx, soac::view<const double> dy) {
  return soac::jmp<rosenbrock>(x, y, dx, dy);
}
std::tuple<soac::array<double>, soac::array<double>> adjoints(double x, double y, soac::view<const double> seeds) {
  return soac::mjp<rosenbrock>(x, y, seeds);
}
soac::array<double, 2> swirl_jmp(soac::view<const double> x, soac::view<const double, 2> dx) {
  return soac::jmp<swirl>(x, dx);
}
soac::array<double, 2> swirl_mjp(soac::view<const double> x, soac::view<const double, 2> seeds) {
  return soac::mjp<swirl>(x, seeds);
}
std::tuple<soac::array<double>, soac::array<double, 2>> both_jmp(double s, soac::view<const double> x,
                                                                 soac::view<const double> ds,
                                                                 soac::view<const double, 2> dx) {
  return soac::jmp<both>(s, x, ds, dx);
}
std::tuple<soac::array<double>, soac::array<double, 2>>
both_mjp(double s, soac::view<const double> x, const std::tuple<soac::array<double>, soac::array<double, 2>> &seeds) {
  return soac::mjp<both>(s, x, seeds);
}
soac::array<Pair> scaled_jmp(const Pair &p, double k, const soac::array<Pair> &dp) {
  return soac::jmp<scaled, soac::wrt<0>>(p, k, dp);
}
soac::array<double, 2> swirl_forward(soac::view<const double> x) { return soac::jacobian_forward<swirl>(x); }
soac::array<double, 2> swirl_reverse(soac::view<const double> x) { return soac::jacobian_reverse<swirl>(x); }
std::tuple<soac::array<double, 2>, soac::array<double, 2>> mix_forward(soac::view<const double> x, soac::view<const double> y) {
  return soac::jacobian_forward<mix, soac::wrt<1, 0>>(x, y);
}
std::tuple<soac::array<double, 2>, soac::array<double, 2>> mix_reverse(soac::view<const double> x, soac::view<const double> y) {
  return soac::jacobian_reverse<mix, soac::wrt<1, 0>>(x, y);
}
BothBlocks both_forward(double s, soac::view<const double> x) { return soac::jacobian_forward<both>(s, x); }
BothBlocks both_reverse(double s, soac::view<const double> x) { return soac::jacobian_reverse<both>(s, x); }
soac::array<double, 3> outer_forward(soac::view<const double> x, soac::view<const double> y) {
  return soac::jacobian_forward<outer, soac::wrt<1>>(x, y);
}
soac::array<double, 3> outer_reverse(soac::view<const double> x, soac::view<const double> y) {
  return soac::jacobian_reverse<outer, soac::wrt<1>>(x, y);
}
std::tuple<std::tuple<double, double>, std::tuple<double, double>> rosenbrock_hessian(double x, double y) {
  return soac::hessian<rosenbrock>(x, y);
}
std::tuple<double, double> rosenbrock_hvp(double x, double y, double dx, double dy) {
  return soac::hvp<rosenbrock>(x, y, dx, dy);
}
soac::array<double, 2> cubic_hessian(soac::view<const double> x) { return soac::hessian<cubic>(x); }
soac::array<double> cubic_hvp(soac::view<const double> x, soac::view<const double> dx) {
  return soac::hvp<cubic>(x, dx);
}
soac::array<double, 4> matrix_hessian(soac::view<const double, 2> a) { return soac::hessian<of_matrix>(a); }
soac::array<double, 2> quadratic_block(soac::view<const double> x, soac::view<const double> y) {
  return std::get<0>(std::get<1>(soac::hessian<quadratic>(x, y)));
}
std::tuple<Pair, double> pair_jacobian(const Pair &p, double k) { return soac::jacobian_forward<of_pair>(p, k); }
Pair scaled_by_k_forward(const Pair &p, double k) { return soac::jacobian_forward<scaled, soac::wrt<1>>(p, k); }
Pair scaled_by_k_reverse(const Pair &p, double k) { return soac::jacobian_reverse<scaled, soac::wrt<1>>(p, k); }
std::tuple<Rows, Rows> rows_forward(double x, double y) { return soac::jacobian_forward<rows>(x, y); }
std::tuple<Rows, Rows> rows_reverse(double x, double y) { return soac::jacobian_reverse<rows>(x, y); }
soac::array<double, 2> polar_forward(const std::array<double, 2> &p) { return soac::jacobian_forward<polar>(p); }
soac::array<double, 2> polar_reverse(const std::array<double, 2> &p) { return soac::jacobian_reverse<polar>(p); }
soac::array<double, 2> vector_hessian(const std::vector<double> &x) { return soac::hessian<of_vector>(x); }
soac::array<double, 2> single_forward(soac::view<const double> x) { return soac::jacobian_forward<single>(x); }
soac::array<double, 2> single_reverse(soac::view<const double> x) { return soac::jacobian_reverse<single>(x); }
soac::array<double, 2> stepped_forward(soac::view<const double> x, int steps) {
  return soac::jacobian_forward<stepped>(x, steps);
}
soac::array<double, 2> stepped_reverse(soac::view<const double> x, int steps) {
  return soac::jacobian_reverse<stepped>(x, steps);
}
soac::array<double, 2> jvp_of_jacobian(soac::view<const double> x, soac::view<const double> dx) {
  return soac::jvp<soac::jacobian_forward<swirl>>(x, dx);
}
double trace_of_jacobian(soac::view<const double> x) {
  const soac::array<double, 2> j = soac::jacobian_reverse<mix, soac::wrt<0>>(x, x);
  double t = 0.0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    t += j(i, i);
  return t;
}
soac::array<double> gradient_of_trace(soac::view<const double> x) { return soac::gradient<trace_of_jacobian>(x); }
/// |H^-1 g|^2 of a function of two variables.
double newton_step_norm(soac::view<const double> x) {
  const auto [gx, gy] = soac::gradient<rosenbrock>(x(0), x(1));
  const auto [hx, hy] = soac::hessian<rosenbrock>(x(0), x(1));
  const double det = std::get<0>(hx) * std::get<1>(hy) - std::get<1>(hx) * std::get<0>(hy);
  const double dx = (std::get<1>(hy) * gx - std::get<1>(hx) * gy) / det;
  const double dy = (std::get<0>(hx) * gy - std::get<0>(hy) * gx) / det;
  return dx * dx + dy * dy;
}
soac::array<double> gradient_of_newton(soac::view<const double> x) { return soac::gradient<newton_step_norm>(x); }
/// Row i of swirl's Jacobian has entries i and i + 1: for even n two directions hold them all.
soac::array<double, 2> compressed(soac::view<const double> x) {
  soac::array<double, 2> seeds(2, x.extent(0));
  for (soac::index i = 0; i < x.extent(0); ++i)
    seeds(i % 2, i) = 1.0;
  return soac::jmp<swirl>(x, seeds);
}
soac::array<double, 2> stepped_in_four(soac::view<const double> x, int steps, soac::view<const double, 2> dx) {
  return soac::jmp<stepped, soac::all, 4>(x, steps, dx);
}
soac::array<double, 2> stepped_back_in_two(soac::view<const double> x, int steps, soac::view<const double, 2> seeds) {
  return soac::mjp<stepped, soac::wrt<0>, 2>(x, steps, seeds);
}
soac::array<double, 3> third(soac::view<const double> x) {
  return soac::jacobian_forward<soac::jacobian_reverse<soac::gradient<cubic>>>(x);
}

} // namespace vector_mode

// Jacobians and Hessians between records, of loops over arrays in groups of directions, and directions that shapes
// depend on.

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
