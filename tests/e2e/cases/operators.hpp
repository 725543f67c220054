// Every operator, and every way to say F.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <tuple>
#include <vector>

namespace geometry {
struct Point {
  double x, y;
};
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline double square_norm(const Point &p) { return p.x * p.x + p.y * p.y; }
struct Segment {
  Point from, to;
  int label;
  double length_squared() const { return square_norm({to.x - from.x, to.y - from.y}); }
};
double stretch(const Segment &s, double k);
Segment moved(Segment s, Point by);
} // namespace geometry

double polynomial(double x, double y);
std::tuple<double, double> pair_of(double x, double y);
double weighted(soac::view<const double, 1> x, soac::view<const double, 1> w);
soac::array<double, 1> squares(soac::view<const double, 1> x);
double of_vector(const std::vector<double> &x);
double of_span(std::span<const double> x);
double of_array(const std::array<double, 3> &x);
double of_pointer(const double *x, int n);
double of_points(soac::view<const geometry::Point, 1> points);
void accumulate_into(soac::view<const double, 1> x, soac::view<double, 1> y, double &total);
double newton(double x);

template <class T> T cube(T x) { return x * x * x; }
inline double overloaded(double x) { return x * x; }
inline double overloaded(double x, double y) { return x * y * y; }
inline constexpr auto sine_like = [](double x) { return x - x * x * x / 6.0; };
struct Scaled {
  double factor;
  constexpr double operator()(double x) const { return factor * x * x; }
};
inline constexpr Scaled tripled{3.0};

struct Results {
  double values[40];
  int count = 0;
  void add(double v) { values[count++] = v; }
};
Results call_everything();
