// Loops that overwrite arrays.
#pragma once

#include <soac/soac.hpp>
#include <vector>

// Loops, locals and pointers, without any combinator.

double rosenbrock(const double *x, int n);
double horner(double x, const double *coefficients, int n);
void scale_and_add(double a, const double *x, double *y, int n);

// Nests that overwrite arrays: where they did follows from the counters.
void flat_nest(double *a, int n, int m);
double rows_and_columns(const std::vector<double> &x, int steps, int n, int m);
double slope_of_rows_and_columns(const std::vector<double> &x, int steps, int n, int m);
void pairs(double *a, int n, int m);
void in_strips(double *a, int n, int m);
void triangle(double *a, int n);

// Kernels that overwrite what they read: in-place loops over pointers, views and vectors.

void cholesky(double *a, int n);
double log_determinant(const double *a, int n);
void solve_tridiagonal(const double *lower, const double *diagonal, const double *upper, double *x, int n);
void burgers(double *u, int n, int steps, double nu);
double heat_energy(std::vector<double> u, int steps);
void gauss_seidel(soac::view<double, 2> u, soac::view<const double, 2> f, int sweeps);
void matrix_product(const double *a, const double *b, double *c, int n, int m, int k);
double newton_root(double a, double x);
double runge_kutta(const double *p, double x, double v, double h, int steps);
void prefix_products(double *x, int n);
double swap_elements(const double *x, int n);
void bubble_sort(double *x, int n);
double collatz_like(double x, int n);
void lu_pivot(soac::view<double, 2> a);
double horner_table(const double *c, const int *order, int n, double x);
float single_precision(const float *x, int n, float s);
