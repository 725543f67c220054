#include "operators.hpp"
#include "operators.soac.hpp"

#include <cmath>

namespace geometry {
double stretch(const Segment &s, double k) { return k * s.length_squared() + s.label; }
Segment moved(Segment s, Point by) { return {s.from + by, s.to + Point{2.0 * by.x, by.y * by.y}, s.label + 1}; }
} // namespace geometry

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
