// Fixed arrays, std::array, std::vector and algorithms in place, without any combinator.
#pragma once

#include <array>
#include <soac/soac.hpp>
#include <vector>

void prefix_sums(const double *x, double *sums, int n);
void insertion_sort(std::vector<double> &x);
void bubble_sort_pointers(soac::view<double> v);
void reverse_in_place(double *x, int n);
void tridiagonal_solve(const double *lower, double *diagonal, const double *upper, double *rhs, int n);
void cholesky(double *a, int n);
void gauss_seidel(const double *a, const double *b, double *x, int n, int sweeps);
double fixed_1d(double x);
double fixed_2d(const double *x);
double fixed_3d(double x);
double partially_initialised(double x, double y);
double std_array_local(double x);
double std_array_2d(double x);
std::array<double, 3> cross(const std::array<double, 3> &a, const std::array<double, 3> &b);
void rotate_array(std::array<double, 3> &v, double angle);
double vector_local(double x, int n);
double vector_of_zeros(const std::vector<double> &x);
double vector_iterators(const std::vector<double> &x);
std::vector<double> cumulative(const std::vector<double> &x);
std::vector<double> binomial_row(double p, int n);
double vector_2d(double x, int n);
void vector_in_out(std::vector<double> &x);
double matrix_power(const double *a, int power);
double pascal_in_place(double x, int n);
double levinson(const double *r, int n);
double edit_distance(const double *a, const double *b, int n, int m);
double ring_buffer(const double *x, int n);
double soac_array_local(double x, int n);
double lu_determinant(const double *a, int n);
double array_of_arrays(double x);
void jacobi_3d(const double *u, double *v, int n);
double horner_vector(const std::vector<double> &c, double x);
