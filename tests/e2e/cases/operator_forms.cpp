#include "operator_forms.hpp"
#include "operator_forms.soac.hpp"

namespace operator_forms {

static double hidden(double x) { return std::sin(x) * x; }
namespace {
double unnamed(double x) { return std::cosh(x); }
} // namespace

double overloaded(double x) { return x * x; }
double overloaded(double x, double y) { return x * x * y; }
double overloaded(vec x) { return soac::dot(x, x); }

double of_object(double x) { return soac::gradient<cubic>(x); }
double of_lambda(double x) { return soac::gradient<cube>(x) + soac::jvp<cube>(x, 1.0); }
double of_static_member(double x, double k) { return soac::gradient<&Statics::scaled, soac::wrt<0>>(x, k); }
double of_static_function(double x) { return soac::gradient<hidden>(x); }
double of_unnamed(double x) { return soac::gradient<soac::gradient<unnamed>>(x); }
double of_template(double x) { return soac::gradient<twice_squared<double>>(x); }
float of_float_template(float x) { return soac::gradient<twice_squared<float>>(x); }
double of_template_number(double x) { return soac::gradient<to_the<5>>(x); }
double of_header(double x) { return soac::gradient<in_header>(x); }
std::tuple<double, double, reals> of_overloads(double x, double y, vec z) {
  const double one = soac::gradient<static_cast<double (*)(double)>(overloaded)>(x);
  const auto [by_x, by_y] = soac::gradient<static_cast<double (*)(double, double)>(&overloaded)>(x, y);
  return {one, by_x + by_y, soac::gradient<static_cast<double (*)(vec)>(overloaded)>(z)};
}

double four(double a, int n, double b, vec c) { return a * a * b * n + b * b * b * soac::sum(c); }
std::tuple<reals, double> four_by_c_and_a(double a, int n, double b, vec c) {
  return soac::gradient<four, soac::wrt<3, 0>>(a, n, b, c);
}
double four_jvp_by_b(double a, int n, double b, vec c, double db) {
  return soac::jvp<four, soac::wrt<2>>(a, n, b, c, db);
}
std::tuple<double, double, reals> four_gradient(double a, int n, double b, vec c) {
  return soac::gradient<four>(a, n, b, c);
}
double inherited(double a, int n, double b, vec c, double db) {
  return soac::jvp<soac::gradient<four, soac::wrt<2>>>(a, n, b, c, db);
}
std::tuple<double, double> chosen_anew(double a, int n, double b, vec c) {
  return soac::gradient<soac::gradient<four, soac::wrt<2>>, soac::wrt<0, 2>>(a, n, b, c);
}
std::tuple<double, std::tuple<double, reals>> value_and_two(double a, int n, double b, vec c) {
  return soac::value_and_gradient<four, soac::wrt<2, 3>>(a, n, b, c);
}
std::tuple<double, double> value_and_direction(double a, int n, double b, vec c, double da, double db, vec dc) {
  return soac::value_and_jvp<four>(a, n, b, c, da, db, dc);
}

double narrow(float x, double y) { return static_cast<double>(x * x) * y + y; }
std::tuple<float, double> narrow_gradient(float x, double y) { return soac::gradient<narrow>(x, y); }
double narrow_direction(float x, double y, float dx, double dy) { return soac::jvp<narrow>(x, y, dx, dy); }
Mixed mixed(const Mixed &m, float k) { return {m.x * m.y * m.n, m.y * k, m.n + 1}; }
std::tuple<Mixed, float> mixed_adjoint(const Mixed &m, float k, const Mixed &seed) {
  return soac::vjp<mixed>(m, k, seed);
}
Mixed mixed_tangent(const Mixed &m, float k, const Mixed &dm, float dk) { return soac::jvp<mixed>(m, k, dm, dk); }

double moment(const Bodies &b, double t) {
  double sum = 0;
  for (int i = 0; i < b.count; ++i)
    sum += b.mass[i] * b.mass[i] * (b.centre[0] + t * b.centre[1]);
  return sum;
}
std::tuple<Bodies, double> moment_gradient(const Bodies &b, double t) { return soac::gradient<moment>(b, t); }
double moment_direction(const Bodies &b, double t, const Bodies &db, double dt) {
  return soac::jvp<moment>(b, t, db, dt);
}
double energy(const Wave &w) {
  return soac::sum(soac::map([&](double a) { return a * a * w.frequency; }, w.amplitudes));
}
std::tuple<reals, double> energy_gradient(const Wave &w) { return soac::gradient<energy>(w); }
double shaped(Shape s, double x, bool isDouble, unsigned n) {
  const double y = s == Shape::round ? x * x : x;
  return (isDouble ? 2 : 1) * y * n;
}
double shaped_gradient(Shape s, double x, bool isDouble, unsigned n) {
  return soac::gradient<shaped>(s, x, isDouble, n);
}

std::tuple<double, reals, int> three_results(double x, vec y) {
  return {x * soac::sum(y), soac::map([&](double a) { return a * a * x; }, y), static_cast<int>(y.size())};
}
std::tuple<double, reals> three_adjoints(double x, vec y, const std::tuple<double, reals, int> &seed) {
  return soac::vjp<three_results>(x, y, seed);
}
std::pair<double, double> both(double x, double y) { return {x * y, x / y}; }
std::tuple<double, double> both_adjoint(double x, double y, double sa, double sb) {
  return soac::vjp<both>(x, y, {sa, sb});
}
std::pair<double, double> both_tangent(double x, double y, double dx, double dy) {
  return soac::jvp<both>(x, y, dx, dy);
}
std::array<double, 2> rotated(const std::array<double, 2> &p, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * p[0] - s * p[1], s * p[0] + c * p[1]};
}
double rotated_angle(const std::array<double, 2> &p, double angle, const std::array<double, 2> &seed) {
  return soac::vjp<rotated, soac::wrt<1>>(p, angle, seed);
}
std::vector<double> grown(std::span<const double> x) {
  std::vector<double> r;
  for (double a : x) {
    r.push_back(a * a);
    r.push_back(a);
  }
  return r;
}
std::vector<double> grown_adjoint(std::span<const double> x, const std::vector<double> &seed) {
  return soac::vjp<grown>(x, seed);
}
std::vector<double> grown_tangent(const std::vector<double> &x, const std::vector<double> &dx) {
  return soac::jvp<grown>(x, dx);
}

} // namespace operator_forms
