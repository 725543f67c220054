// Parameters and results that are records with views, vectors and integers.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <vector>

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
