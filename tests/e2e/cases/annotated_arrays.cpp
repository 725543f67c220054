#include "annotated_arrays.hpp"

#include "annotated_arrays.soac.hpp"

#include <cmath>

namespace forms_of_arrays {

#define FORM(name) name##_plain
#define ANNOTATED
#include "annotated_arrays.inc"
#undef FORM
#undef ANNOTATED

#define FORM(name) name##_strips
#define ANNOTATED _Pragma("soac stripmine(3)")
#include "annotated_arrays.inc"
#undef FORM
#undef ANNOTATED

#define FORM(name) name##_snapshots
#define ANNOTATED _Pragma("soac checkpoint(revolve : 2)")
#include "annotated_arrays.inc"
#undef FORM
#undef ANNOTATED

#pragma soac differentiate(vjp, jvp)
double mapped_twice(double x, const std::vector<double> &a, int n) {
  const auto [x_adj, a_adj] = soac::gradient<mapped_snapshots>(x, a, n);
  double sum = x_adj * x_adj;
  for (const double d : a_adj)
    sum += 0.5 * d * x_adj;
  return sum;
}

} // namespace forms_of_arrays
