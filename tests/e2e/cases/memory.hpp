// Pointers, references, fixed arrays, std::array and std::vector, without any combinator.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <soac/soac.hpp>

double walks_pointer(const double *p, int n);
double pointer_pair(const double *first, const double *last_given, int n);
double offset_pointer(const double *p, int n);
double reversed_pointer(const double *p, int n);
double pointer_to_local(double x);
double pointer_to_element(double x, double y);
double conditional_pointer(const double *a, const double *b, int n, bool second);
void in_out_pointer(double *x, int n);
void output_reference(double x, double &square, double &cube);
void in_out_reference(double &x, double factor);
void output_pointer_scalar(double x, double *result);
double result_and_outputs(const double *x, int n, double &mean, double *deviation);
void output_view(soac::view<const double> x, soac::view<double> y);
void in_out_view_2d(soac::view<double, 2> a, double pivot);
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
double reference_to_element(const double *x, int n);
double references_in_loop(double x);
double aliasing_locals(double x);
double copies_are_copies(double x);
double row_pointers(const double *a, int rows, int columns);
double array_parameter(const double (&a)[2][3]);
double c_array_decays(const double x[], int n);
double passes_pieces(const double *x, int n);
void writes_pieces(const double *x, double *y, int n);
double pointer_comparison(const double *x, int n);
double index_array(const double *x, const int *where, int n);
void scatter_add(const double *x, const int *where, double *bins, int n);
void permute(const double *x, const int *where, double *out, int n);
double matrix_power(const double *a, int power);
double pascal_in_place(double x, int n);
double levinson(const double *r, int n);
double edit_distance(const double *a, const double *b, int n, int m);
double ring_buffer(const double *x, int n);
double soac_array_local(double x, int n);
double lu_determinant(const double *a, int n);
double strided(const double *x, int n, int stride);
double pointer_difference(const double *x, int n);
double array_of_arrays(double x);
void two_outputs_swap(double &a, double &b);
double nested_out_parameters(double x);
double array_element_by_reference(const double *x);
void jacobi_3d(const double *u, double *v, int n);
double last_written_wins(double x, int n);
double horner_vector(const std::vector<double> &c, double x);
