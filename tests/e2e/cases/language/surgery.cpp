#include "surgery.hpp"
#include "surgery.soac.hpp"

#include <algorithm>
#include <cmath>

namespace surgery {
namespace {

double clip(double a) { return std::clamp(a, -1.0, 1.0); }
double branching(double a) {
  if (a > 1)
    return 1;
  return a < -1 ? -1 : a;
}
reals by_norm(const reals &a) {
  const double norm = std::sqrt(soac::dot(a, a));
  if (norm <= 1)
    return a;
  return soac::map([&](double v) { return v / norm; }, a);
}

} // namespace

double product(double x, double y) { return soac::on_adjoint(clip, x * y) * 10 + x; }
std::tuple<double, double> clipped(double x, double y) { return soac::gradient<product>(x, y); }

double grows(double x, int n) {
  for (int i = 0; i < n; ++i)
    x = soac::on_adjoint(clip, 3 * x);
  return x;
}
double clipped_in_loop(double x, int n) { return soac::gradient<grows>(x, n); }

double many(vec x) {
  return soac::sum(soac::map([](double a) { return a * soac::on_adjoint([](double d) { return clip(d); }, a * a); }, x));
}
reals clipped_in_map(vec x) { return soac::gradient<many>(x); }

double normed(vec x) {
  const reals y = soac::on_adjoint(by_norm, soac::map([](double a) { return 2 * a; }, x));
  return soac::dot(y, y);
}
reals clipped_by_norm(vec x) { return soac::gradient<normed>(x); }
double sum_of_clipped(vec x) { return soac::sum(clipped_by_norm(x)); }
reals clipped_by_norm_twice(vec x) { return soac::gradient<sum_of_clipped>(x); }

reals positive(const reals &a) {
  return soac::filter([](double v) { return v > 0; }, a);
}
reals tripled(vec x) {
  const reals y = soac::on_adjoint(positive, soac::map([](double a) { return a * a; }, x));
  return soac::map([](double a) { return 3 * a; }, y);
}
matrix filtered_directions(vec x, soac::view<const double, 2> seeds) { return soac::mjp<tripled>(x, seeds); }

Point halved(const Point &p) { return {p.x / 2, -p.y}; }
double of_point(const Point &p) {
  const Point q = soac::on_adjoint(halved, p);
  return q.x * q.x + q.y * 3 + p.x;
}
Point clipped_record(const Point &p) { return soac::gradient<of_point>(p); }
Cloud lighter(const Cloud &c) {
  Cloud r = c;
  for (double &m : r.mass)
    m = clip(m);
  r.centre.x = 0;
  return r;
}
double of_cloud(const Cloud &c) {
  const Cloud d = soac::on_adjoint(lighter, c);
  double s = d.centre.x * d.centre.y;
  for (int i = 0; i < d.count; ++i)
    s += d.mass[i] * d.mass[i] * d.centre.y;
  return s;
}
Cloud clipped_cloud(const Cloud &c) { return soac::gradient<of_cloud>(c); }
std::vector<double> first_only(std::vector<double> a) {
  for (std::size_t i = 1; i < a.size(); ++i)
    a[i] = 0;
  return a;
}
double of_vector(const std::vector<double> &x) {
  const std::vector<double> y = soac::on_adjoint(first_only, x);
  double s = 0;
  for (double a : y)
    s += a * a;
  return s;
}
std::vector<double> clipped_vector(const std::vector<double> &x) { return soac::gradient<of_vector>(x); }

double twice(double x) { return soac::on_adjoint(clip, soac::on_adjoint([](double a) { return 5 * a; }, x * 0.1)); }
double clipped_twice(double x) { return soac::gradient<twice>(x); }
double cube(double x) { return soac::on_adjoint([](double a) { return a * a; }, x) * x * x; }
double clipped_second(double x) { return soac::gradient<soac::gradient<cube>>(x); }
double clipped_forward(double x, double dx) { return soac::jvp<grows>(x, 2, dx); }
double with_side(double x) {
  const double y = soac::on_adjoint([](double a) { return -a; }, x);
  return y * x + soac::on_adjoint(clip, 7.0);
}
double noted(double x) { return soac::gradient<with_side>(x); }
double domain(vec x, double by) {
  const reals y = soac::on_adjoint([](const reals &a) { return soac::map([](double v) { return -2 * v; }, a); }, reals(x));
  return by * soac::sum(y);
}
reals reversed(vec x, double by) { return soac::gradient<domain, soac::wrt<0>>(x, by); }

double operand(double x, double y) { return soac::stop_gradient(x * y) * x; }
double stop_operand(double x, double y) { return soac::gradient<operand, soac::wrt<0>>(x, y); }
double averaged(double x, int n) {
  double a = x;
  for (int i = 0; i < n; ++i)
    a = 0.5 * soac::stop_gradient(a) + x;
  return a;
}
double stop_in_loop(double x, int n) { return soac::gradient<averaged>(x, n); }
double with_array(vec x) {
  const auto fixed = soac::stop_gradient(soac::map([](double a) { return a * a; }, x));
  return soac::dot(fixed, x);
}
reals stop_array(vec x) { return soac::gradient<with_array>(x); }
double with_record(const Point &p) {
  const Point q = soac::stop_gradient(p);
  return q.x * p.y + p.x * p.x;
}
Point stop_record(const Point &p) { return soac::gradient<with_record>(p); }
double with_cloud(const Cloud &c) {
  const Cloud d = soac::stop_gradient(c);
  return d.mass[0] * c.mass[1] + c.centre.x * d.centre.y;
}
Cloud stop_cloud(const Cloud &c) { return soac::gradient<with_cloud>(c); }
double with_condition(double x) { return soac::stop_gradient(x) > 1 ? x * x : x; }
double stop_condition(double x) { return soac::gradient<with_condition>(x); }
double with_index(double x, vec table) {
  const int i = static_cast<int>(soac::stop_gradient(x));
  return table[i] * x + static_cast<double>(i);
}
double stop_index(double x, vec table) { return soac::gradient<with_index, soac::wrt<0>>(x, table); }
double nothing(double x) { return soac::stop_gradient(x * x); }
double stop_result(double x) { return soac::gradient<nothing>(x); }
double half_stopped(double x) { return soac::stop_gradient(x) * x * x; }
double stop_inside_second(double x) { return soac::gradient<soac::gradient<half_stopped>>(x); }
double centred(vec x) {
  const double mean = soac::stop_gradient(soac::sum(x) / x.size());
  return soac::reduce(soac::plus{}, 0.0, soac::map([&](double a) { return (a - mean) * (a - mean); }, x));
}
reals stop_in_reduction(vec x) { return soac::gradient<centred>(x); }
double rounded(double x) { return x + soac::stop_gradient(std::round(x) - x); }
double through(double x) { return rounded(3 * x) * 2; }
double straight_through(double x) { return soac::gradient<through>(x); }
double log_sum(vec x) {
  const double m = soac::stop_gradient(soac::max(x));
  return m + std::log(soac::sum(soac::map([&](double a) { return std::exp(a - m); }, x)));
}
reals stop_baseline(vec x) { return soac::gradient<log_sum>(x); }
double energy(double x, double y) { return x * x * y; }
double inner(double x) { return soac::gradient<energy, soac::wrt<0>>(soac::stop_gradient(x), x); }
double stop_in_inner_gradient(double x) { return soac::gradient<inner>(x); }
double stop_forward(double x, double dx) { return soac::jvp<half_stopped>(x, dx); }

reals clip_each(vec x) {
  return soac::map([](double a) { return soac::on_adjoint(clip, a) * a; }, x);
}
matrix clipped_directions(vec x, const matrix &seeds) { return soac::mjp<clip_each>(x, seeds); }
reals clip_all(vec x) { return soac::map([](double a) { return 2 * a; }, soac::on_adjoint(by_norm, reals(x))); }
matrix clipped_norms(vec x, const matrix &seeds) { return soac::mjp<clip_all>(x, seeds); }
reals clip_in_order(vec x) {
  reals y(x);
  for (soac::index i = 1; i < y.size(); ++i)
    y[i] = soac::on_adjoint(branching, y[i - 1]) * 2 + y[i];
  return y;
}
matrix branching_clip(vec x, const matrix &seeds) { return soac::mjp<clip_in_order>(x, seeds); }

double hypotenuse(double a, double b) { return std::sqrt(a * a + b * b); }
double hypotenuse_vjp(double a, double b, double r_adj, double &a_adj, double &b_adj) {
  const double r = hypotenuse(a, b);
  a_adj += 10 * r_adj * a / r;
  b_adj += 10 * r_adj * b / r;
  return r;
}
double hypotenuse_jvp(double a, double b, double a_tan, double b_tan, double &r_tan) {
  const double r = hypotenuse(a, b);
  r_tan = 10 * (a * a_tan + b * b_tan) / r;
  return r;
}
reals neighbours(vec x) {
  reals r(x.size() - 1);
  for (soac::index i = 0; i + 1 < x.size(); ++i)
    r[i] = soac::with_rules(hypotenuse, hypotenuse_vjp, hypotenuse_jvp, x[i], x[i + 1]);
  return r;
}
matrix rules_in_directions(vec x, const matrix &dx) { return soac::jmp<neighbours>(x, dx); }
matrix rules_back_in_directions(vec x, const matrix &seeds) { return soac::mjp<neighbours>(x, seeds); }

double heron(double a) {
  double x = a;
  while (std::fabs(x * x - a) > 1e-14 * a)
    x = 0.5 * (x + a / x);
  return x;
}
double root_vjp(double a, double r_adj, double &a_adj) {
  const double x = square_root(a);
  a_adj += r_adj / (2 * x);
  return x;
}
double root_jvp(double a, double a_tan, double &r_tan) {
  const double x = square_root(a);
  r_tan = a_tan / (2 * x);
  return x;
}
double square_root(double a) { return soac::with_rules(heron, root_vjp, root_jvp, a); }
double shifted_root(double a) { return square_root(a) * square_root(square_root(a)); }
std::tuple<double, double> square_root_both(double a) {
  return {soac::gradient<shifted_root>(a), soac::jvp<shifted_root>(a, 1.0)};
}
/// x = b + (x of the right neighbour) / 4 by iteration; its adjoint is the same iteration from the other side.
reals iterated(vec b) {
  reals x(b);
  for (int t = 0; t < 60; ++t)
    for (soac::index i = 0; i < b.size(); ++i)
      x[i] = b[i] + (i + 1 < b.size() ? 0.25 * x[i + 1] : 0.0);
  return x;
}
reals iterated_vjp(vec b, vec r_adj, soac::view<double> b_adj) {
  const reals y = soac::reverse(relaxed(soac::reverse(r_adj)));
  for (soac::index i = 0; i < b.size(); ++i)
    b_adj(i) += y(i);
  return iterated(b);
}
reals relaxed(vec b) { return soac::with_vjp(iterated, iterated_vjp, b); }
reals relaxed_back(vec b, vec seed) { return soac::vjp<relaxed>(b, seed); }

} // namespace surgery
