// Arrays whose shape changes or has no elements.
#pragma once

#include <soac/soac.hpp>
#include <vector>

// Arrays that have another shape in every trip of a loop: they grow, shrink, are filtered, resized or made anew.

namespace shapes {

double doubled(double x, const std::vector<double> &a, int n);
double halved(double x, const std::vector<double> &a, int n);
double halved_strips(double x, const std::vector<double> &a, int n);
double restricted(double x, const std::vector<double> &a, int n);
double filtered(double x, const std::vector<double> &a, int n);
double filtered_while(double x, const std::vector<double> &a, int n);
double appended(double x, const std::vector<double> &a, int n);
double pushed_while(double x, const std::vector<double> &a, int n);
double resized(double x, const std::vector<double> &a, int n);
double assigned(double x, const std::vector<double> &a, int n);
double pyramid(double x, const std::vector<double> &a, int n);
double in_map(double x, const std::vector<double> &a, int n);
double rows(double x, const std::vector<double> &a, int n);
double nested(double x, const std::vector<double> &a, int n);
double dequeued(double x, const std::vector<double> &a, int n);
double late(double x, const std::vector<double> &a, int n);
double pascal(double x, const std::vector<double> &a, int n);
double poly(double x, const std::vector<double> &a, int n);
double tree(double x, const std::vector<double> &a, int n);
double branchy(double x, const std::vector<double> &a, int n);
double halved_twice(double x, const std::vector<double> &a, int n);
double filtered_twice(double x, const std::vector<double> &a, int n);
double pushed_while_twice(double x, const std::vector<double> &a, int n);
double late_twice(double x, const std::vector<double> &a, int n);
double edited(double x, const std::vector<double> &a, int n);

} // namespace shapes

// Matrices with an extent of 0: a derivative has the shape of its parameter or result all the same.

namespace empty_matrices {

using mat = soac::view<const double, 2>;
using matrix = soac::array<double, 2>;

matrix there_and_back(mat x);
matrix weighted(mat x);

// Derivatives of these, and of functions that the source file holds.
matrix gradient_transposed_first(mat x);
matrix gradient_transposed_after(mat x);
matrix gradient_of_loops(mat x);
matrix adjoint_there_and_back(mat x, mat seed);
matrix adjoint_weighted(mat x, mat seed);
matrix tangent_there_and_back(mat x);
matrix tangent_weighted(mat x);
matrix adjoint_of_joined(mat x, mat y, mat seed);

} // namespace empty_matrices
