// Vectors of vectors whose rows differ in length, as parameters.
#pragma once

#include "row_types.hpp"

#include <array>
#include <deque>
#include <vector>

namespace row_parameters {

using row_types::layer;
using row_types::row;
using row_types::rows;

struct node {
  double x;
  std::vector<int> next;
  row length;
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

} // namespace row_parameters
