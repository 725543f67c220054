// Pointers and references: how they are made, where they go.
#pragma once

#include <soac/soac.hpp>

// Pointers and references, without any combinator.

double walks_pointer(const double *p, int n);
double pointer_pair(const double *first, const double *last_given, int n);
double rows_by_sums(const double (*rows)[4], int n);
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
double reference_to_element(const double *x, int n);
double references_in_loop(double x);
double aliasing_locals(double x);
double one_array_for_two_pointers(double x);
double one_array_in_recursion(double x);
double one_array_in_substeps(const double *start, int n, int steps);
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
double strided(const double *x, int n, int stride);
double pointer_difference(const double *x, int n);
void two_outputs_swap(double &a, double &b);
double nested_out_parameters(double x);
double array_element_by_reference(const double *x);
double last_written_wins(double x, int n);
