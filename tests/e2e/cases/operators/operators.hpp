// The operators, and what they are given.
#pragma once

#include <array>
#include <cmath>
#include <soac/soac.hpp>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

// Every operator, and every way to say F.

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

// Operators with memory that stays.

namespace with_memory {
double energy(soac::view<const double> x, int steps);
double scalar(double x, double y);
double rows(const std::vector<std::vector<double>> &a);
double by_value(std::vector<double> x);
double around(soac::view<const double> x);
struct Results {
  std::array<std::vector<double>, 11> numbers;
};
/// By every operator, with the memory given, or without where it is null.
Results all(soac::workspace *memory, const std::vector<double> &x, const std::vector<std::vector<double>> &a);
soac::array<double> slope(soac::workspace &memory, soac::view<const double> x);
soac::array<double> slope_around(soac::view<const double> x);
} // namespace with_memory

// What F, wrt, parameters and results of operators may be.

namespace operator_forms {

using vec = soac::view<const double>;
using reals = soac::array<double>;

/// A function object with members.
struct Polynomial {
  double a, b;
  int degree;
  constexpr double operator()(double x) const {
    double r = a;
    for (int i = 0; i < degree; ++i)
      r = r * x + b;
    return r;
  }
};
inline constexpr Polynomial cubic{2.0, 0.5, 3};
inline constexpr auto cube = [](double x) { return x * x * x; };
struct Statics {
  static double scaled(double x, double k) { return k * x * x; }
};
struct Mixed {
  double x;
  float y;
  int n;
};
struct Bodies {
  std::vector<double> mass;
  std::array<double, 2> centre;
  int count;
};
struct Wave {
  soac::view<const double> amplitudes;
  double frequency;
};
enum class Shape { flat, round };

template <class T> T twice_squared(T x) { return T(2) * x * x; }
template <int N> double to_the(double x) {
  double r = 1;
  for (int i = 0; i < N; ++i)
    r *= x;
  return r;
}
inline double in_header(double x) { return std::exp(2 * x); }
double overloaded(double x);
double overloaded(double x, double y);
double overloaded(vec x);

double of_object(double x);
double of_lambda(double x);
double of_static_member(double x, double k);
double of_static_function(double x);
double of_unnamed(double x);
double of_template(double x);
float of_float_template(float x);
double of_template_number(double x);
double of_header(double x);
std::tuple<double, double, reals> of_overloads(double x, double y, vec z);

double four(double a, int n, double b, vec c);
std::tuple<reals, double> four_by_c_and_a(double a, int n, double b, vec c);
double four_jvp_by_b(double a, int n, double b, vec c, double db);
std::tuple<double, double, reals> four_gradient(double a, int n, double b, vec c);
double inherited(double a, int n, double b, vec c, double db);          ///< jvp of gradient by b
std::tuple<double, double> chosen_anew(double a, int n, double b, vec c); ///< the gradient by b, differentiated by a and b
std::tuple<double, std::tuple<double, reals>> value_and_two(double a, int n, double b, vec c);
std::tuple<double, double> value_and_direction(double a, int n, double b, vec c, double da, double db, vec dc);

double narrow(float x, double y);
std::tuple<float, double> narrow_gradient(float x, double y);
double narrow_direction(float x, double y, float dx, double dy);
Mixed mixed(const Mixed &m, float k);
std::tuple<Mixed, float> mixed_adjoint(const Mixed &m, float k, const Mixed &seed);
Mixed mixed_tangent(const Mixed &m, float k, const Mixed &dm, float dk);

double moment(const Bodies &b, double t);
std::tuple<Bodies, double> moment_gradient(const Bodies &b, double t);
double moment_direction(const Bodies &b, double t, const Bodies &db, double dt);
double energy(const Wave &w);
std::tuple<reals, double> energy_gradient(const Wave &w);
double shaped(Shape s, double x, bool isDouble, unsigned n);
double shaped_gradient(Shape s, double x, bool isDouble, unsigned n);

std::tuple<double, reals, int> three_results(double x, vec y);
std::tuple<double, reals> three_adjoints(double x, vec y, const std::tuple<double, reals, int> &seed);
std::pair<double, double> both(double x, double y);
std::tuple<double, double> both_adjoint(double x, double y, double sa, double sb);
std::pair<double, double> both_tangent(double x, double y, double dx, double dy);
std::array<double, 2> rotated(const std::array<double, 2> &p, double angle);
double rotated_angle(const std::array<double, 2> &p, double angle, const std::array<double, 2> &seed);
std::vector<double> grown(std::span<const double> x);
std::vector<double> grown_adjoint(std::span<const double> x, const std::vector<double> &seed);
std::vector<double> grown_tangent(const std::vector<double> &x, const std::vector<double> &dx);

} // namespace operator_forms
