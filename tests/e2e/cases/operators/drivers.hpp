// The drivers over every kind of program: forward against reverse against differences, blocks of every parameter kind.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <functional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace drivers {

using View = soac::view<const double>;
using Vector = soac::array<double>;
using Matrix = soac::array<double, 2>;

/// One function R^n -> R^m: itself and its Jacobians, k tangents and k adjoints.
struct Jacobians {
  const char *name;
  Vector (*f)(View);
  Matrix (*forward)(View);
  Matrix (*reverse)(View);
  Matrix (*jmp)(View, soac::view<const double, 2>);
  Matrix (*mjp)(View, soac::view<const double, 2>);
};
/// One function R^n -> R and its second derivatives.
struct Hessians {
  const char *name;
  double (*f)(View);
  Vector (*gradient)(View);
  Matrix (*hessian)(View);
  Vector (*hvp)(View, View);
  Matrix (*reverse_over_forward)(View);
  Matrix (*reverse_over_reverse)(View);
};
std::vector<Jacobians> all_jacobians();
std::vector<Hessians> all_hessians();

struct Point {
  double x, y;
};
struct Weight {
  double w;
  constexpr double operator()(double x, double y) const { return w * x * x * y; }
};
inline constexpr Weight seven{7.0};
template <class T> T product(T a, T b) { return a * b * b; }

double of_span(std::span<const double> x);
std::pair<double, double> of_pair(double x, double y);
std::pair<Point, double> of_point(Point p);
std::array<double, 3> sphere(std::array<double, 2> angles);
std::vector<double> of_vector(const std::vector<double> &x, double k);
std::tuple<double, std::tuple<double, double>> nested(double x, double y);
double with_integer(int n, double x, bool flag, double y);
double quartic(double x);
float single(float x, float y);

std::vector<double> call_all();

// Between elements that are fixed arrays: the result's stay elements.
using Square = std::array<std::array<double, 2>, 2>;
using Points = std::vector<std::array<double, 3>>;
double cubic(const Square &m);
Square power(const Square &m);
Points warped(const Points &p);
soac::array<std::array<double, 2>, 3> curvature_of_cubic(const Square &m);
soac::array<std::array<double, 2>, 3> power_forward(const Square &m);
soac::array<std::array<double, 2>, 3> power_reverse(const Square &m);
soac::array<std::array<double, 3>, 3> warped_reverse(const Points &p);

} // namespace drivers
