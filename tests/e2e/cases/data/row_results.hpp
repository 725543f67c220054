// Vectors of vectors whose rows differ in length, as results, in other objects and of operators.
#pragma once

#include "row_types.hpp"

#include <soac/soac.hpp>

#include <tuple>
#include <utility>
#include <vector>

namespace row_results {

using row_types::layer;
using row_types::row;
using row_types::rows;

struct matrix {
  int height, width;
  row numbers;
  double operator()(int i, int j) const { return numbers[i * width + j]; }
};

// Rows of results.
row network(const std::vector<layer> &net, const row &x);
rows activations(const rows &w, const row &x);
rows triangle(const row &x);
rows squares(const rows &w);
rows sorted_by_sign(const row &x);
layer split(const row &x);
std::vector<rows> nested(const row &x);
rows of_equal_rows(const rows &w, int n, int d);

// In tuples, lists and optional objects.
std::tuple<rows, double> exponentials(const rows &w, double f);
std::pair<row, rows> normalised(const rows &w);
std::vector<rows> levels(const rows &w, int n);
double lists_of_rows(const rows &w, const row &x);
double optional_rows(const rows &w, int k);

// Arrays of records with several arrays.
std::vector<matrix> powers_of(const matrix &m, int n);
double product(const std::vector<matrix> &factors);
std::vector<layer> layers_of(const row &x, int n);
void add_layer(std::vector<layer> &net, const row &x);

// For operators, and these.
double energy(const rows &w, double f);
rows doubled(const rows &w);
rows energy_gradient(const rows &w, double f);
std::tuple<double, rows> energy_and_gradient(const rows &w, double f);
double energy_jvp(const rows &w, double f, const rows &w_tan);
rows energy_hvp(const rows &w, double f, const rows &w_tan);
double network_loss(const std::vector<layer> &net, const row &x);
std::vector<layer> network_gradient(const std::vector<layer> &net, const row &x);
rows doubled_run(const rows &w);
rows doubled_jvp(const rows &w, const rows &w_tan);
rows doubled_vjp(const rows &w, const rows &seed);
std::tuple<rows, row> triangle_and_vjp(const row &x, const rows &seed);

} // namespace row_results
