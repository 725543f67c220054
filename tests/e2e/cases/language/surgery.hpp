// Derivatives that the user changes: on_adjoint, stop_gradient and rules, wherever they stand.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <tuple>
#include <vector>

namespace surgery {

using vec = soac::view<const double>;
using reals = soac::array<double>;
using matrix = soac::array<double, 2>;

struct Point {
  double x, y;
};
struct Cloud {
  std::vector<double> mass;
  Point centre;
  int count;
};

// Gradients of functions with clipped, scaled or stopped parts.
std::tuple<double, double> clipped(double x, double y);
double clipped_in_loop(double x, int n);
reals clipped_in_map(vec x);
reals clipped_by_norm(vec x);
reals clipped_by_norm_twice(vec x);
Point clipped_record(const Point &p);
Cloud clipped_cloud(const Cloud &c);
std::vector<double> clipped_vector(const std::vector<double> &x);
double clipped_twice(double x);
double clipped_second(double x);
double clipped_forward(double x, double dx);
double noted(double x);
// An adjoint that loses elements: where it keeps the shape, in several directions at once.
matrix filtered_directions(vec x, soac::view<const double, 2> seeds);
reals reversed(vec x, double by);

double stop_operand(double x, double y);
double stop_in_loop(double x, int n);
reals stop_array(vec x);
Point stop_record(const Point &p);
Cloud stop_cloud(const Cloud &c);
double stop_condition(double x);
double stop_index(double x, vec table);
double stop_result(double x);
double stop_inside_second(double x);
reals stop_in_reduction(vec x);
double straight_through(double x);
reals stop_baseline(vec x);
double stop_in_inner_gradient(double x);
double stop_forward(double x, double dx);

// In vector mode: directions that a clip sends different ways.
matrix clipped_directions(vec x, const matrix &seeds);
matrix clipped_norms(vec x, const matrix &seeds);
matrix branching_clip(vec x, const matrix &seeds);
matrix rules_in_directions(vec x, const matrix &dx);
matrix rules_back_in_directions(vec x, const matrix &seeds);

// Rules that call the function that has them.
double square_root(double a);
std::tuple<double, double> square_root_both(double a);
reals relaxed(vec b);
reals relaxed_back(vec b, vec seed);

} // namespace surgery
