// Kernels of a few lines as they are written by hand: pointers, plain loops, results in arrays.
#pragma once

void axpy(int n, double a, const double *x, double *y); ///< y += a x
double dot_product(int n, const double *x, const double *y);
void stencil(int n, const double *u, double *v); ///< of three points
void matrix_vector(int m, int n, const double *a, const double *x, double *y); ///< y = A x
/// C = A B, n x n, in the order of the formula: it goes through B column by column.
void matrix_product(int n, const double *a, const double *b, double *c);
void distances(int n, int d, const double *points, double *out); ///< of all pairs
void accelerations(int n, const double *position, const double *mass, double *out); ///< n bodies in 3 dimensions
