// Vector mode, Jacobians and Hessians of functions with raw pointers.
#pragma once

#include <soac/soac.hpp>

#include <tuple>

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
