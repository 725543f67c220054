// Vectors of vectors whose rows differ in length, as parameters and results.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <deque>
#include <tuple>
#include <utility>
#include <vector>

namespace row_parameters {

using row = std::vector<double>;
using rows = std::vector<row>;

struct layer {
  rows weights;
  row bias;
};
struct node {
  double x;
  std::vector<int> next;
  row length;
};

struct matrix {
  int height, width;
  row numbers;
  double operator()(int i, int j) const { return numbers[i * width + j]; }
};

double sums(const rows &w);
double by_iterators(const rows &w);
double by_value(rows w);
double extents_given(const rows &w, int n, int d);
double longest_row(const rows &w, const std::vector<std::vector<int>> &columns);
double of_nodes(const std::vector<node> &nodes);
double of_pairs(const std::vector<std::vector<std::array<double, 2>>> &pairs);
double three_deep(const std::vector<rows> &w);
double two_ends(const std::deque<row> &w);
double lists(const std::array<row, 3> &w);
double parts(const layer &l, const row &x);
double called(const rows &w, const row &x);
double copied(const rows &w, double f);
double sparse(const rows &values, const std::vector<std::vector<int>> &columns, const row &x);
double in_loops(const rows &w, int steps);

// Elements are overwritten, lengths are not.
void scale(rows &w, double f);
void powers(rows &w, const row &x);

// Lengths change.
void grow(rows &w, double x);
void pascal(rows &w, const row &x);
void replaced(rows &w, const row &x);
void outer_product(const row &x, rows &w);
void assigned(const row &x, rows &w);

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
rows lower(const row &x);
rows energy_gradient(const rows &w, double f);
std::tuple<double, rows> energy_and_gradient(const rows &w, double f);
double energy_jvp(const rows &w, double f, const rows &w_tan);
rows energy_hvp(const rows &w, double f, const rows &w_tan);
double network_loss(const std::vector<layer> &net, const row &x);
std::vector<layer> network_gradient(const std::vector<layer> &net, const row &x);
rows doubled_run(const rows &w);
rows doubled_jvp(const rows &w, const rows &w_tan);
rows doubled_vjp(const rows &w, const rows &seed);
std::tuple<rows, row> lower_and_vjp(const row &x, const rows &seed);

} // namespace row_parameters
