#pragma once

#include <cstddef>

// Dense linear algebra.
double dot(int n, const double *__restrict x, int incx, const double *__restrict y, int incy);
void axpy(int n, double alpha, const double *__restrict x, double *__restrict y);
double nrm2(std::size_t n, const double *x);
double asum(unsigned n, const double *x);
void scal(unsigned n, double alpha, double *x);
void rot(int n, double *x, double *y, double c, double s);
void gemv(int m, int n, double alpha, const double *a, int lda, const double *x, double beta, double *y);
void gemv_transposed(int m, int n, const double *a, const double *x, double *y);
void ger(int m, int n, double alpha, const double *x, const double *y, double *a);
void symv(int n, const double *a, const double *x, double *y);
void gemm(int m, int n, int k, const double *a, const double *b, double *c);
void syrk(int n, int k, const double *a, double *c);
void trsv_lower(int n, const double *l, double *b);
void trsv_upper(std::size_t n, const double *u, double *b);
void lu(int n, double *a);
void cholesky(int n, double *a);
double quadratic(int n, const double *a, const double *x);
double det3(const double a[3][3]);
void times3(const double (*a)[3], const double *x, double *y);
void transpose3(double a[3][3]);
double trace_of_product(const double a[2][3], const double (*b)[2]);

// Sparse matrices.
void csr(int rows, const int *start, const int *column, const double *value, const double *x, double *y);
void csc(int columns, const int *start, const int *row, const double *value, const double *x, double *y);
void coo(int count, const int *row, const int *column, const double *value, const double *x, double *y);
void ellpack(int rows, int width, const int *column, const double *value, const double *x, double *y);
double banded(int n, int bandwidth, const double *a, const double *x);
void sparse_lower(int n, const int *start, const int *column, const double *value, double *x);

// Iterations.
void jacobi(int n, int sweeps, const double *b, double *x, double *work);
void gauss_seidel(int n, int sweeps, const double *a, const double *b, double *x);
double conjugate_gradient(int n, int steps, const double *a, const double *b, double *x, double *r, double *p,
                          double *q);
double power_method(int n, int steps, const double *a, double *x, double *y);
void thomas(int n, const double *a, double *b, const double *c, double *d);
double newton(double x, int steps);
