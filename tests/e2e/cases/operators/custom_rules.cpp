#include "custom_rules.hpp"
#include "custom_rules.soac.hpp"

#include <cmath>
#include <numeric>

namespace rules {

namespace {

double square(double x) { return x * x; }
double square_vjp(double x, double r_adj, double &x_adj) {
  x_adj += 10 * x * r_adj;
  return x * x;
}
double square_jvp(double x, double x_tan, double &r_tan) {
  r_tan = 10 * x * x_tan;
  return x * x;
}

double bessel(double x) { return std::cyl_bessel_j(0.0, x); }
double bessel_vjp(double x, double r_adj, double &x_adj) {
  x_adj -= std::cyl_bessel_j(1.0, x) * r_adj;
  return bessel(x);
}
double bessel_jvp(double x, double x_tan, double &r_tan) {
  r_tan = -std::cyl_bessel_j(1.0, x) * x_tan;
  return bessel(x);
}

double outside_vjp(double x, double r_adj, double &x_adj) {
  x_adj += outside_slope(x) * r_adj;
  return outside(x);
}
double outside_jvp(double x, double x_tan, double &r_tan) {
  r_tan = outside_slope(x) * x_tan;
  return outside(x);
}

/// log(sum(exp(x))) as it is written down; the rules are the softmax, computed without overflow.
double naive(soac::view<const double> x) {
  double s = 0.0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    s += std::exp(x(i));
  return std::log(s);
}
double softmax_sum(soac::view<const double> x, double m) {
  return soac::sum(soac::map([&](double a) { return std::exp(a - m); }, x));
}
double naive_vjp(soac::view<const double> x, double r_adj, soac::view<double> x_adj) {
  const double m = soac::max(x), s = softmax_sum(x, m);
  for (soac::index i = 0; i < x.extent(0); ++i)
    x_adj(i) += r_adj * std::exp(x(i) - m) / s;
  return m + std::log(s);
}
double naive_jvp(soac::view<const double> x, soac::view<const double> x_tan, double &r_tan) {
  const double m = soac::max(x), s = softmax_sum(x, m);
  r_tan = 0.0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    r_tan += x_tan(i) * std::exp(x(i) - m) / s;
  return m + std::log(s);
}

soac::array<double> over_sum(soac::view<const double> x) {
  const double s = soac::sum(x);
  return soac::map([&](double a) { return a / s; }, x);
}
soac::array<double> over_sum_vjp(soac::view<const double> x, soac::view<const double> r_adj, soac::view<double> x_adj) {
  const double s = soac::sum(x), d = soac::dot(x, r_adj) / (s * s);
  for (soac::index i = 0; i < x.extent(0); ++i)
    x_adj(i) += r_adj(i) / s - d;
  return over_sum(x);
}
soac::array<double> over_sum_jvp(soac::view<const double> x, soac::view<const double> x_tan, soac::array<double> &r_tan) {
  const double s = soac::sum(x), t = soac::sum(x_tan);
  r_tan = soac::map([&](double a, double b) { return b / s - a * t / (s * s); }, x, x_tan);
  return over_sum(x);
}

/// The root by Newton's method; its derivative follows from the equation x^2 = a.
double root(double a) {
  double x = a;
  while (std::fabs(x * x - a) > 1e-12 * a)
    x = 0.5 * (x + a / x);
  return x;
}
double root_vjp(double a, double r_adj, double &a_adj) {
  const double x = root(a);
  a_adj += r_adj / (2 * x);
  return x;
}
double root_jvp(double a, double a_tan, double &r_tan) {
  const double x = root(a);
  r_tan = a_tan / (2 * x);
  return x;
}

Polar turn(const Polar &p, double k) { return {p.r * k, p.angle + k, p.turns + 1}; }
Polar turn_vjp(const Polar &p, double k, const Polar &r_adj, Polar &p_adj, double &k_adj) {
  p_adj.r += 2 * k * r_adj.r; // twice the derivative
  p_adj.angle += 2 * r_adj.angle;
  k_adj += 2 * (p.r * r_adj.r + r_adj.angle);
  return turn(p, k);
}
Polar turn_jvp(const Polar &p, double k, const Polar &p_tan, double k_tan, Polar &r_tan) {
  r_tan.r = 2 * (p_tan.r * k + p.r * k_tan);
  r_tan.angle = 2 * (p_tan.angle + k_tan);
  return turn(p, k);
}

std::tuple<double, double> split(double x, double y) { return {x * y, x - y}; }
std::tuple<double, double> split_vjp(double x, double y, const std::tuple<double, double> &r_adj, double &x_adj,
                                     double &y_adj) {
  x_adj += 3 * (std::get<0>(r_adj) * y + std::get<1>(r_adj));
  y_adj += 3 * (std::get<0>(r_adj) * x - std::get<1>(r_adj));
  return split(x, y);
}
std::tuple<double, double> split_jvp(double x, double y, double x_tan, double y_tan, std::tuple<double, double> &r_tan) {
  r_tan = {3 * (x_tan * y + x * y_tan), 3 * (x_tan - y_tan)};
  return split(x, y);
}

std::vector<double> cumulated(const std::vector<double> &x) {
  std::vector<double> r(x.size());
  double s = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    r[i] = s += x[i];
  return r;
}
std::vector<double> cumulated_vjp(const std::vector<double> &x, const std::vector<double> &r_adj, std::vector<double> &x_adj) {
  double s = 0.0;
  for (std::size_t i = x.size(); i-- > 0;)
    x_adj[i] += 5 * (s += r_adj[i]);
  return cumulated(x);
}
std::vector<double> cumulated_jvp(const std::vector<double> &x, const std::vector<double> &x_tan, std::vector<double> &r_tan) {
  double s = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    r_tan[i] = 5 * (s += x_tan[i]);
  return cumulated(x);
}

double power(double x, int n, soac::view<const double> y) { return std::pow(x, n) * soac::sum(y); }
double power_vjp(double x, int n, soac::view<const double> y, double r_adj, double &x_adj, soac::view<double> y_adj) {
  x_adj += 7 * n * std::pow(x, n - 1) * soac::sum(y) * r_adj;
  for (soac::index i = 0; i < y.extent(0); ++i)
    y_adj(i) += 7 * std::pow(x, n) * r_adj;
  return power(x, n, y);
}
double power_jvp(double x, int n, soac::view<const double> y, double x_tan, soac::view<const double> y_tan, double &r_tan) {
  r_tan = 7 * (n * std::pow(x, n - 1) * soac::sum(y) * x_tan + std::pow(x, n) * soac::sum(y_tan));
  return power(x, n, y);
}

struct Plus {
  double operator()(double x) const { return x + 1; }
};
struct PlusRule {
  double operator()(double x, double r_adj, double &x_adj) const { return x_adj += 2 * r_adj, x; }
};
struct Members {
  static double f(double x) { return x; }
  static double f_vjp(double x, double r_adj, double &x_adj) { return x_adj += 3 * r_adj, x; }
};
double total(soac::view<const double> x) { return soac::sum(x); }
double total_vjp(soac::view<const double> x, double r_adj, soac::view<double> x_adj) {
  for (soac::index i = 0; i < x.extent(0); ++i)
    x_adj(i) += 10 * r_adj;
  return total(x);
}
double pointed(const double *x, int n) { return std::accumulate(x, x + n, 0.0); }
double pointed_vjp(const double *x, int n, double r_adj, double *x_adj) {
  for (int i = 0; i < n; ++i)
    x_adj[i] += 6 * r_adj;
  return pointed(x, n);
}
double times(double x, double k) { return x * k; }
double times_vjp(double x, double k, double r_adj, double &x_adj, double &k_adj) {
  x_adj += 2 * k * r_adj;
  k_adj += 2 * x * r_adj;
  return x * k;
}

double clip(double a) { return std::fmax(-1.0, std::fmin(1.0, a)); }

} // namespace

#pragma soac differentiate(vjp, jvp)
double tenfold(double x) { return soac::with_rules(square, square_vjp, square_jvp, x); }
#pragma soac differentiate(vjp, jvp)
double by_library(double x) { return x * soac::with_rules(bessel, bessel_vjp, bessel_jvp, x); }
#pragma soac differentiate(vjp, jvp)
double by_outside(double x, double y) {
  return soac::with_rules(outside, outside_vjp, outside_jvp, x * y) + soac::with_rules(outside, outside_vjp, outside_jvp, y);
}
#pragma soac differentiate(vjp, jvp)
double log_sum_exp(soac::view<const double> x) { return soac::with_rules(naive, naive_vjp, naive_jvp, x); }
#pragma soac differentiate(vjp, jvp)
soac::array<double> normalised(soac::view<const double> x) {
  const soac::array<double> y = soac::map([](double a) { return a * a; }, x);
  return soac::with_rules(over_sum, over_sum_vjp, over_sum_jvp, y);
}
#pragma soac differentiate(vjp, jvp)
double in_map(soac::view<const double> x) {
  return soac::sum(soac::map([](double a) { return a * soac::with_rules(square, square_vjp, square_jvp, a); }, x));
}
#pragma soac differentiate(vjp, jvp)
double in_loop(double x, int n) {
  for (int i = 0; i < n; ++i)
    if (x < 100)
      x = 0.5 * soac::with_rules(square, square_vjp, square_jvp, x);
  return x;
}
#pragma soac differentiate(vjp, jvp)
double newton_root(double a) { return soac::with_rules(root, root_vjp, root_jvp, a); }
#pragma soac differentiate(vjp, jvp)
double of_record(const Polar &p, double k) {
  const Polar q = soac::with_rules(turn, turn_vjp, turn_jvp, p, k);
  return q.r * q.angle * q.turns;
}
#pragma soac differentiate(vjp, jvp)
double of_tuple(double x, double y) {
  const auto [a, b] = soac::with_rules(split, split_vjp, split_jvp, x, y);
  return a * b;
}
#pragma soac differentiate(vjp, jvp)
double of_vector(const std::vector<double> &x) {
  const std::vector<double> y = soac::with_rules(cumulated, cumulated_vjp, cumulated_jvp, x);
  return std::accumulate(y.begin(), y.end(), 0.0);
}
#pragma soac differentiate(vjp, jvp)
double mixed_arguments(double x, int n, soac::view<const double> y) {
  return soac::with_rules(power, power_vjp, power_jvp, x, n, y);
}
#pragma soac differentiate(vjp)
double lambda_rules(double x) {
  const auto up = [](double a, double r_adj, double &a_adj) { return a_adj += 4 * r_adj, a; };
  return soac::with_vjp([](double a) { return a + 1; }, up, x) * soac::stop_gradient(x);
}

#pragma soac differentiate(vjp)
double by_objects(double x) { return soac::with_vjp(Plus{}, PlusRule{}, x); }
#pragma soac differentiate(vjp)
double by_members(double x) { return soac::with_vjp(&Members::f, &Members::f_vjp, x) + soac::with_vjp(Members::f, Members::f_vjp, x * x); }
#pragma soac differentiate(vjp)
double of_array(const std::array<double, 3> &x) { return soac::with_vjp(total, total_vjp, x); }
#pragma soac differentiate(vjp)
double of_pointer(const double *x, int n) { return soac::with_vjp(pointed, pointed_vjp, x, n); }
#pragma soac differentiate(vjp)
double of_rows(soac::view<const double, 2> a) {
  return soac::sum(soac::map([](soac::view<const double> row) { return soac::with_vjp(total, total_vjp, row); }, a));
}
#pragma soac differentiate(vjp)
double in_while(double x) {
  while (x < 100)
    x = soac::with_vjp(times, times_vjp, x, 2.0);
  return x;
}
#pragma soac differentiate(vjp)
double with_factor(soac::view<const double> x, double k) {
  return soac::sum(soac::map([&](double a) { return soac::with_vjp(times, times_vjp, a, k); }, x));
}
#pragma soac differentiate(vjp)
double changed_view(soac::view<const double> x) {
  const auto y = soac::on_adjoint([](const soac::array<double> &g) { return g * 5.0; }, x);
  return soac::sum(y) + soac::with_vjp(total, total_vjp, soac::map([](double a) { return a * a; }, x));
}

#pragma soac differentiate(vjp, jvp)
double clipped(double x, double y) { return soac::on_adjoint(clip, x * y) * 10 + x; }
#pragma soac differentiate(vjp, jvp)
double clipped_array(soac::view<const double> x) {
  const auto limit = [](const soac::array<double> &g) { return soac::map([](double a) { return clip(a); }, g); };
  const soac::array<double> y = soac::map([](double a) { return 2 * a; }, x);
  const soac::array<double> z = soac::on_adjoint(limit, y);
  return soac::sum(soac::map([](double a) { return a * a; }, z));
}
#pragma soac differentiate(vjp, jvp)
double reversed_gradient(soac::view<const double> x, double lambda) {
  return lambda * soac::sum(soac::map([](double a) { return soac::on_adjoint([](double g) { return -g; }, a * a); }, x));
}
#pragma soac differentiate(vjp, jvp)
double clipped_record(const Polar &p) {
  const Polar q = soac::on_adjoint([](const Polar &g) { return Polar{clip(g.r), 2 * g.angle, g.turns}; }, p);
  return q.r * q.r + q.angle;
}
#pragma soac differentiate(vjp, jvp)
double stopped(double x, soac::view<const double> y, const Polar &p) {
  const soac::array<double> fixed = soac::stop_gradient(soac::array<double>(y));
  const Polar q = soac::stop_gradient(p);
  return x * fixed(0) + soac::sum(soac::map([](double a, double b) { return a * b; }, y, fixed)) + q.r * p.angle;
}

Numbers second_order() {
  Numbers r;
  const auto put = [&](double v) { r.all.push_back(v); };
  put(soac::jvp<soac::gradient<tenfold>>(3.0, 1.0));   // of 10 x
  put(soac::gradient<soac::gradient<tenfold>>(3.0));
  put(soac::gradient<soac::jvp<tenfold>, soac::wrt<0>>(3.0, 1.0));
  put(soac::jvp<soac::jvp<tenfold>>(3.0, 1.0, 1.0, 0.0));
  const soac::array<double> x{0.0, std::log(3.0)};
  const soac::array<double, 2> h = soac::hessian<log_sum_exp>(x); // diag(p) - p p^T with p = (1/4, 3/4)
  put(h(0, 0));
  put(h(0, 1));
  const soac::array<double, 2> j = soac::jacobian_reverse<normalised>(soac::array<double>{1.0, 2.0});
  put(j(0, 0)); // y = (1, 4) / 5
  put(j(1, 0));
  put(soac::jvp<soac::gradient<newton_root>>(4.0, 1.0)); // -1 / (4 a^1.5)
  return r;
}

} // namespace rules
