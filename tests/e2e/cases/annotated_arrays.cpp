#include "annotated_arrays.hpp"

#include "annotated_arrays.soac.hpp"

#include <cmath>

namespace forms_of_arrays {

#define FORMS "annotated_arrays.inc"
#include "annotated_ways.inc"

#pragma soac differentiate(vjp, jvp)
double mapped_twice(double x, const std::vector<double> &a, int n) {
  const auto [x_adj, a_adj] = soac::gradient<mapped_snapshots>(x, a, n);
  double sum = x_adj * x_adj;
  for (const double d : a_adj)
    sum += 0.5 * d * x_adj;
  return sum;
}

} // namespace forms_of_arrays
