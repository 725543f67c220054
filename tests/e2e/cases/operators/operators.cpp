#include "operators.hpp"
#include "operators.soac.hpp"

#include <cmath>

// Every operator, and every way to say F.

namespace geometry {
#pragma soac differentiate(vjp, jvp)
double stretch(const Segment &s, double k) { return k * s.length_squared() + s.label; }
Segment moved(Segment s, Point by) { return {s.from + by, s.to + Point{2.0 * by.x, by.y * by.y}, s.label + 1}; }
} // namespace geometry

#pragma soac differentiate(vjp, jvp)
double polynomial(double x, double y) { return x * x * y + 3.0 * x * y * y; }
std::tuple<double, double> pair_of(double x, double y) { return {x * y, x + y * y}; }

double weighted(soac::view<const double, 1> x, soac::view<const double, 1> w) {
  double sum = 0.0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    sum += w(i) * std::sin(x(i));
  return sum;
}
soac::array<double, 1> squares(soac::view<const double, 1> x) {
  return soac::map([](double a) { return a * a; }, x);
}
#pragma soac differentiate(vjp, jvp)
double of_vector(const std::vector<double> &x) {
  double p = 1.0;
  for (double a : x)
    p *= a;
  return p;
}
double of_span(std::span<const double> x) {
  double s = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] * x[i] * x[i];
  return s;
}
double of_array(const std::array<double, 3> &x) { return x[0] * x[1] + std::exp(x[2]); }
#pragma soac differentiate(vjp, jvp)
double of_pointer(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i + 1 < n; ++i)
    s += x[i] * x[i + 1];
  return s;
}
double of_points(soac::view<const geometry::Point, 1> points) {
  return soac::sum(soac::map([](const geometry::Point &p) { return p.x * p.x * p.y; }, points));
}

#pragma soac differentiate(vjp, jvp)
void accumulate_into(soac::view<const double, 1> x, soac::view<double, 1> y, double &total) {
  for (soac::index i = 0; i < x.extent(0); ++i) {
    y(i) = y(i) * x(i);
    total += y(i);
  }
}

/// A Newton step on the derivative: an operator inside a function that is itself differentiated.
#pragma soac differentiate(vjp, jvp)
double newton(double x) {
  const double g = soac::gradient<polynomial, soac::wrt<0>>(x, 2.0);
  return x - polynomial(x, 2.0) / g;
}

static double hidden(double x, double y) { return x * std::exp(y); }
namespace {
double unnamed(double x) { return std::sqrt(x); }
template <auto F> double slope(double x) { return soac::gradient<F>(x); }
} // namespace

Results call_everything() {
  Results r;
  const auto put = [&](double v) { r.add(v); };
  // 0..
  put(soac::jvp<polynomial>(2.0, 3.0, 1.0, 0.0));
  put(soac::jvp<polynomial, soac::wrt<1>>(2.0, 3.0, 1.0));
  auto [value, tangent] = soac::value_and_jvp<polynomial, soac::wrt<1, 0>>(2.0, 3.0, 10.0, 1.0);
  put(value);
  put(tangent);
  auto [dx, dy] = soac::vjp<polynomial>(2.0, 3.0, 2.0);
  put(dx);
  put(dy);
  auto [v, adjoints] = soac::value_and_vjp<polynomial, soac::wrt<1, 0>>(2.0, 3.0, 1.0);
  put(v);
  put(std::get<0>(adjoints));
  put(std::get<1>(adjoints));
  // 9..
  auto [ax, ay] = soac::vjp<pair_of>(2.0, 3.0, {1.0, 10.0});
  put(ax);
  put(ay);
  put(soac::gradient<cube<double>>(2.0));
  put(soac::gradient<static_cast<double (*)(double)>(overloaded)>(2.0));
  put(soac::gradient<static_cast<double (*)(double, double)>(overloaded), soac::wrt<1>>(2.0, 3.0));
  put(soac::gradient<sine_like>(1.0));
  put(soac::gradient<tripled>(1.0));
  put(soac::gradient<hidden, soac::wrt<1>>(2.0, 0.0));
  put(slope<unnamed>(4.0));
  // 18..
  put(soac::gradient<newton>(1.0));
  put(soac::jvp<soac::gradient<cube<double>>>(2.0, 1.0));
  put(soac::gradient<soac::gradient<cube<double>>>(2.0));
  put(soac::jvp<soac::jvp<cube<double>>>(2.0, 1.0, 1.0, 0.0));
  put(soac::run<polynomial>(2.0, 3.0));
  // 23..
  const geometry::Segment s{{1.0, 2.0}, {4.0, 6.0}, 7};
  const geometry::Segment ds = soac::gradient<geometry::stretch, soac::wrt<0>>(s, 2.0);
  put(ds.from.x);
  put(ds.to.y);
  put(ds.label);
  const auto [sbar, bybar] = soac::vjp<geometry::moved>(s, {0.5, 1.5}, ds);
  put(sbar.from.x);
  put(bybar.y);
  // 28..
  put(soac::gradient<of_vector>({2.0, 3.0, 4.0})[1]);
  const std::vector<double> three{1.0, 2.0, 3.0};
  put(soac::gradient<of_span>(three)[2]);
  put(soac::gradient<of_array>({2.0, 3.0, 0.0})[2]);
  put(soac::gradient<of_pointer, soac::wrt<0>>(three.data(), 3)[1]);
  const soac::array<double, 1> x{1.0, 2.0};
  put(soac::vjp<squares>(x, x)[1]);
  const std::vector<geometry::Point> points{{1.0, 2.0}, {3.0, 4.0}};
  put(soac::gradient<of_points>(points)[1].x);
  return r;
}

// What F, wrt, parameters and results of operators may be.

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

// Operators with memory that stays.

namespace with_memory {
double energy(soac::view<const double> x, int steps) {
  soac::array<double> y(x);
  for (int t = 0; t < steps; ++t)
    for (soac::index i = 1; i < y.size(); ++i)
      y[i] = std::sin(y[i]) * y[i - 1];
  return soac::sum(y);
}
double scalar(double x, double y) { return x * std::sin(y); }
double rows(const std::vector<std::vector<double>> &a) {
  double s = 0;
  for (const std::vector<double> &row : a)
    for (const double v : row)
      s = s * v + std::exp(v);
  return s;
}
double by_value(std::vector<double> x) {
  for (std::size_t i = 1; i < x.size(); ++i)
    x[i] *= std::sin(x[i - 1]);
  return x.back();
}
double around(soac::view<const double> x) {
  soac::workspace memory;
  return soac::dot(x, soac::gradient<energy, soac::wrt<0>>(soac::with(memory), x, 2));
}

namespace {
template <class... T> std::vector<double> list(const T &...parts) {
  std::vector<double> all;
  const auto add = [&](const auto &part) {
    if constexpr (requires { all.push_back(part); })
      all.push_back(part);
    else if constexpr (requires { part.data(); part.size(); })
      for (soac::index i = 0; i < static_cast<soac::index>(part.size()); ++i)
        if constexpr (requires { part[static_cast<std::size_t>(i)].size(); })
          all.insert(all.end(), part[static_cast<std::size_t>(i)].begin(), part[static_cast<std::size_t>(i)].end());
        else
          all.push_back(part.data()[i]);
    else
      std::apply([&](const auto &...inner) { ((all.push_back(inner)), ...); }, part);
  };
  (add(parts), ...);
  return all;
}
template <class Operator, class... X> auto called(const Operator &op, soac::workspace *memory, const X &...x) {
  return memory ? op(soac::with(*memory), x...) : op(x...);
}
template <int R> std::vector<double> flat(const soac::array<double, R> &a) { return {a.data(), a.data() + a.size()}; }
} // namespace

Results all(soac::workspace *memory, const std::vector<double> &x, const std::vector<std::vector<double>> &a) {
  const soac::view<const double> v(x);
  Results r;
  const auto [value, adjoint] = called(soac::value_and_gradient<energy>, memory, v, 3);
  r.numbers[0] = list(value, adjoint);
  r.numbers[1] = list(called(soac::run<energy>, memory, v, 3));
  r.numbers[2] = list(called(soac::jvp<energy>, memory, v, 3, v), called(soac::gradient<scalar>, memory, 1.5, 2.5));
  r.numbers[3] = list(called(soac::vjp<energy>, memory, v, 2, 0.5));
  r.numbers[4] = flat(called(soac::hessian<energy>, memory, v, 1));
  r.numbers[5] = list(called(soac::jvp<soac::gradient<energy>>, memory, v, 2, v));
  r.numbers[6] = list(called(soac::hvp<energy>, memory, v, 2, v));
  r.numbers[7] = list(called(soac::gradient<rows>, memory, a));
  r.numbers[8] = list(called(soac::gradient<by_value>, memory, x));
  r.numbers[9] = list(called(soac::gradient<around>, memory, v));
  r.numbers[10] = flat(called(soac::jacobian_reverse<soac::gradient<energy>>, memory, v, 1));
  return r;
}
soac::array<double> slope(soac::workspace &memory, soac::view<const double> x) {
  return soac::gradient<energy>(soac::with(memory), x, 5);
}
soac::array<double> slope_around(soac::view<const double> x) { return soac::gradient<around>(x); }
} // namespace with_memory
