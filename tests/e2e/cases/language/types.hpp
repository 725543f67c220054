// The types of elements, parameters and results.
#pragma once

#include <array>
#include <soac/soac.hpp>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

// Elements that are records, tuples, pairs and fixed arrays; parameters and results of every array type.

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

// Parameters and results that are records with views, vectors and integers.

namespace tangent_types {

struct Model {
  soac::view<const double, 2> w;
  std::vector<double> b;
  double s;
  int n;
};
/// A record with a view whose tangent has a name.
struct Line {
  std::span<const double> y;
  double slope;
};
struct LineTangent {
  std::vector<double> y;
  double slope;
};
/// Everything is its own.
struct Owner {
  std::vector<double> b;
  soac::array<double, 2> c;
  std::array<float, 2> f;
  double s;
  int n;
};
/// A record within a record.
struct Outer {
  Line line;
  double k;
};

} // namespace tangent_types

template <> struct soac::tangent<tangent_types::Line> {
  using type = tangent_types::LineTangent;
};

namespace tangent_types {

double loss(const Model &m, soac::view<const double> x);
double misfit(const Line &l);
Owner scaled(const Owner &o, double k);
double of_outer(const Outer &o);
double of_all(const Owner &o);

using ModelTangent = soac::tangent_t<Model>;
ModelTangent loss_gradient(const Model &m, soac::view<const double> x);
double loss_tangent(const Model &m, soac::view<const double> x, const ModelTangent &dm);
ModelTangent loss_hvp(const Model &m, soac::view<const double> x, const ModelTangent &dm);
LineTangent misfit_gradient(const Line &l);
LineTangent misfit_hvp(const Line &l, const LineTangent &dl);
std::tuple<Owner, double> scaled_adjoint(const Owner &o, double k, const Owner &seed);
Owner scaled_tangent(const Owner &o, double k, const Owner &d, double dk);
soac::tangent_t<Outer> outer_gradient(const Outer &o);
/// Many directions of a record with views: every member with a leading dimension.
std::tuple<soac::array<double, 3>, soac::array<double, 2>, soac::array<double>, soac::array<int>>
loss_adjoints(const Model &m, soac::view<const double> x, soac::view<const double> seeds);
/// Uses a gradient by a record within a function that is differentiated.
double step(const Model &m, soac::view<const double> x);
double step_slope(const Model &m, soac::view<const double> x, const ModelTangent &dm);

} // namespace tangent_types
