// Linear algebra on raw pointers, as in C: factors and solutions in place, pivots found by value.
#pragma once

void matvec(const double *a, const double *x, double *y, int rows, int columns);
void forward_substitution(const double *l, double *b, int n);
void back_substitution(const double *u, double *b, int n);
void thomas(const double *a, const double *b, const double *c, double *d, double *work, int n);
void lu_pivot(double *a, int *pivots, int n);
double solve_gauss(double *a, double *b, int n);
double determinant(double *a, int n);
int cholesky_checked(double *a, int n);
double cholesky_apart(const double *a, double *l, int n, int stride);
void gauss_seidel(double *u, const double *f, int n, double tolerance);
void jacobi_sweep(const double *u, double *next, const double *f, int n);
int conjugate_gradients(const double *a, const double *b, double *x, double *r, double *p, double *q, int n,
                        double tolerance);
void gram_schmidt(double *a, int rows, int columns);
void csr_matvec(const int *row, const int *column, const double *value, const double *x, double *y, int n);
double dot_strided(const double *x, int sx, const double *y, int sy, int n);
void floyd(double *d, int n);
