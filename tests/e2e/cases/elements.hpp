// Elements that are records, tuples, pairs and fixed arrays; parameters and results of every array type.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace elements {

using vec = soac::view<const double, 1>;
using mat = soac::view<const double, 2>;

struct point {
  double x, y;
  point operator+(const point &o) const { return {x + o.x, y + o.y}; }
  point operator*(double s) const { return {x * s, y * s}; }
  double dot(const point &o) const { return x * o.x + y * o.y; }
};
struct body {
  point position;
  std::array<double, 2> velocity;
  int charge;
  float mass;
};
struct square {
  double a, b, c, d;
  square operator*(const square &o) const {
    return {a * o.a + b * o.c, a * o.b + b * o.d, c * o.a + d * o.c, c * o.b + d * o.d};
  }
};
struct fit {
  double slope, offset;
  soac::array<double, 1> residuals;
};
struct interval {
  double low, high;
  int count;
};

double energies(soac::view<const body, 1> all);
soac::array<point, 1> moved(soac::view<const point, 1> p, point by, double s);
point centroid(const std::vector<point> &p);
double chain(const std::vector<double> &x);
interval hull(vec x);
std::array<double, 2> complex_product(soac::view<const std::array<double, 2>, 1> z);
std::pair<double, double> affine(vec a, vec b);
std::tuple<soac::array<double, 1>, double> with_sum(vec x);
std::tuple<double, soac::index> best(vec x);
fit regression(vec x, vec y);
std::vector<double> cubes(const std::vector<double> &x);
std::vector<double> in_loop(const std::vector<double> &x, double s);
soac::array<double, 2> outer(const std::array<double, 3> &x, std::span<const double> y);
double c_array(const double (&x)[4], const double *y);
double tuples(soac::view<const std::tuple<double, double, int>, 1> x);
double pairs(const std::vector<std::pair<double, float>> &x);
double fixed(const std::vector<std::array<double, 3>> &x);
double grid_of_points(soac::view<const point, 2> g);
double owned(const soac::array<double, 2> &x, soac::array<double, 1> by_value);
double singles(soac::view<const float, 1> x, float s);
double integers(soac::view<const int, 1> k, soac::view<const bool, 1> on, vec x);
double argument_minimum(soac::view<const point, 1> p);
double scanned_pairs(vec a, vec b);
double scanned_squares(vec x);
double histogram_of_tuples(vec a, vec b, soac::view<const int, 1> key);
soac::array<double, 1> output_array(vec x);
void outputs(vec x, soac::view<double, 1> y, double *z, std::vector<double> &w, double &total);
void record_output(vec x, body &b);
double zipped(vec x, vec y);
double several(vec x);
double vectors_of_points(soac::view<const point, 1> p, double s);

} // namespace elements
