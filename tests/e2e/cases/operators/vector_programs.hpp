// Programs in many directions at once.
#pragma once

#include <soac/soac.hpp>
#include <tuple>

// Programs of every kind in many directions at once, against one direction at a time and both Jacobians.

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

// Vector mode, Jacobians and Hessians of functions with raw pointers.

namespace vector_pointers {

using vec = soac::view<const double>;
using reals = soac::array<double>;
using matrix = soac::array<double, 2>;

double cubes(const double *x, int n);
reals products(const double *x, const double *y, int n);
double strided(const double *x, int n, double k);

reals cubes_jmp(const double *x, int n, const matrix &dx);
matrix cubes_mjp(const double *x, int n, vec seeds);
reals cubes_forward(const double *x, int n);
reals cubes_reverse(const double *x, int n);
matrix cubes_hessian(const double *x, int n);
reals cubes_hvp(const double *x, int n, const double *dx);
std::tuple<matrix, matrix> products_forward(const double *x, const double *y, int n);
std::tuple<matrix, matrix> products_reverse(const double *x, const double *y, int n);
std::tuple<matrix, matrix> products_mjp(const double *x, const double *y, int n, const matrix &seeds);
std::tuple<std::tuple<matrix, reals>, std::tuple<reals, double>> strided_hessian(const double *x, int n, double k);

} // namespace vector_pointers
