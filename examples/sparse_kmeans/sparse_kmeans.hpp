// k-means on sparse points: n rows of d numbers, most of which are zero, in compressed rows.
#pragma once

#include <soac/soac.hpp>

#include <vector>

/// Row i has the values[k] in columns[k] for starts[i] <= k < starts[i+1].
struct Sparse {
  std::vector<double> values;
  std::vector<soac::index> columns, starts;
};

/// The sum over the rows of the squared distance to the nearest center; centers are [k, d].
double cost(const Sparse &points, soac::view<const double, 2> centers);

/// The gradient of the cost and the diagonal of its Hessian, which is diagonal, both [k, d].
std::tuple<soac::array<double, 2>, soac::array<double, 2>> derivatives(const Sparse &points,
                                                                       soac::view<const double, 2> centers);
