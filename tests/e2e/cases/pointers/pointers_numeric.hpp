// Numerical kernels on raw pointers: quadrature, interpolation, roots, filters.
#pragma once

void rk4_step(double *state, const double *p, double h, int steps);
double nbody_energy(const double *x, const double *m, double *force, int n);
void stencil(const double *in, double *out, int rows, int columns);
double polynomial(const double *c, int degree, double x);
double bilinear(const double *table, int rows, int columns, double x, double y);
double bisection(const double *c, double lo, double hi);
double newton(const double *c, int degree, double x);
double simpson(const double *p, double a, double b, int n);
double cubic_spline(const double *x, const double *y, double *m, double *work, int n, double at);
void convolution(const double *x, int n, const double *k, int m, double *y);
void softmax(double *x, int n);
void taylor_shift(double *c, int n, double a);
void smooth(double *x, int n, double alpha);
