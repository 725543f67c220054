// The many ways to write the same: loops over arrays and rows, views of views, operators and captures of every form.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace forms {

using vec = soac::view<const double, 1>;
using mat = soac::view<const double, 2>;

struct wave {
  double amplitude, frequency;
  double operator()(double t) const;
  wave scaled(double s) const { return {amplitude * s, frequency}; }
};
template <class T> struct dual {
  T value, slope;
  friend dual operator*(const dual &a, const dual &b) {
    return {a.value * b.value, a.value * b.slope + a.slope * b.value};
  }
  friend dual operator+(const dual &a, const dual &b) { return {a.value + b.value, a.slope + b.slope}; }
};

double range_for(vec x, mat m);
double accumulate_rows(mat m);
double standard_operators(vec x);
double generic_lambdas(vec x, mat m);
double free_in_reduce(vec x, double s);
double free_in_scan(vec x, double s, vec w);
double neutral_of_parameters(vec x, double s);
double named_functions(vec x);
double function_objects(vec t, wave w);
double templates(vec x);
double four_arrays(vec a, vec b, vec c, vec d);
double with_indices(vec x, vec w);
double pairs_and_nested_tuples(vec x);
double views_of_views(mat m);
double views_of_pointers(const double *x, int n, int m);
double vectors_inside(const std::vector<double> &x, int n);
double vector_of_vectors(vec x, int n);
double fixed_arrays_inside(vec x);
double rows_assigned(mat m, vec x);
double compound(vec x, vec y, double s);
double swapped(vec x, vec y);
double conditional_arrays(vec x, vec y, bool first);
double in_branches(vec x, double s);
double loops_in_maps(mat m, int n);
double maps_in_loops(mat m, int n);
double reduce_in_while(vec x, double limit);
double triangular(vec x);
double three_dimensional(vec x, int n);
double writes_in_operators(mat m);
double histogram_in_loop(vec x, soac::view<const int, 1> k, int n);
double histogram_onto(vec dest, vec x, soac::view<const int, 1> k);
double scatter_in_loop(vec x, int n);
double several_scatters(vec x, vec y);
double gather_rows(mat m, soac::view<const int, 1> k);
double scan_from_the_right(vec x);
double scan_of_rows(mat m);
double maximum_by_lambda(vec x, vec y);
double arguments_of_matrix(mat m);
double integers_mixed(vec x, soac::view<const int, 1> k, int shift);
double deduced_array(vec x);
double early_return(vec x, double limit);
double recursion_by_loop(vec x, int n);
double passes_arrays(vec x);
double structured(mat m);
double mixed_precision(soac::view<const float, 1> x, vec y);
double unsigned_loops(const std::vector<double> &x);
soac::array<double, 2> result_matrix(vec x, vec y);
std::array<double, 3> result_fixed(vec x);
std::vector<double> result_vector(const std::vector<double> &x, double s);
std::tuple<soac::array<double, 2>, soac::array<double, 1>> result_tuple(mat m);
std::pair<double, std::array<double, 2>> result_pair(double x, double y);
wave result_record(vec x);
float result_single(soac::view<const float, 1> x);

} // namespace forms
