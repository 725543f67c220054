// Programs of every kind in many directions at once, against one direction at a time and both Jacobians.
#pragma once

#include <soac/soac.hpp>

namespace vector_programs {

using vec = soac::view<const double>;
using reals = soac::array<double>;
using matrix = soac::array<double, 2>;

struct Result {
  matrix jmp, mjp, jmp_of_3, mjp_of_2; ///< rows per direction
  matrix jvps, vjps;                   ///< the same, one by one
  matrix forward, reverse;             ///< the Jacobian
  reals second;                        ///< the sum of jmp's results, differentiated by the parameter
};

/// dx has 3 directions, ys 2.
Result of_polynomials(vec x, const matrix &dx, const matrix &ys);
Result of_recurrence(vec x, const matrix &dx, const matrix &ys);
Result of_while(vec x, const matrix &dx, const matrix &ys);
Result of_scan(vec x, const matrix &dx, const matrix &ys);
Result of_products(vec x, const matrix &dx, const matrix &ys);
Result of_extremes(vec x, const matrix &dx, const matrix &ys);
Result of_bins(vec x, const matrix &dx, const matrix &ys);
Result of_scatter(vec x, const matrix &dx, const matrix &ys);
Result of_matrices(vec x, const matrix &dx, const matrix &ys);
Result of_branches(vec x, const matrix &dx, const matrix &ys);
Result of_sorted(vec x, const matrix &dx, const matrix &ys);
Result of_pairs(vec x, const matrix &dx, const matrix &ys);
Result of_stencil(vec x, const matrix &dx, const matrix &ys);
Result of_growing(vec x, const matrix &dx, const matrix &ys);
Result of_gradients(vec x, const matrix &dx, const matrix &ys);
Result of_stripmined(vec x, const matrix &dx, const matrix &ys);

} // namespace vector_programs
