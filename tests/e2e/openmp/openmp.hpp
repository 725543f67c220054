// Loops with OpenMP's directives, compiled with OpenMP.
#pragma once
#include <vector>

namespace openmp {

double squares(const double *x, int n);
double largest(const std::vector<double> &x);
double smallest(const double *x, int n);
double product(const double *x, int n);
bool all_positive(const double *x, int n);
double gated(const double *x, int n);
double scratch(const double *x, int n);
double last(const double *x, int n);
double last_by_hand(const double *x, int n);
void matrix(const double *a, const double *b, double *c, int n);
void stencil(const double *u, double *next, int n);
void red_black(double *u, int n);
double histogram(const double *x, const int *bin, double *h, int n);
double guarded(const double *x, int n);
void columns(const double *x, double *total, int n, int m);
void scaled(double *y, const double *x, double a, int n);
double lanes(const double *x, const double *y, int n);
double lanes_of_threads(const double *x, int n);
double two_loops(const double *x, double *y, int n);
double counter_outside(const double *x, int n);
double own_chunks(const double *x, double scale, int n);
double over_elements(const std::vector<double> &x);
double nested(const double *x, int n);
double deposits(const double *x, double *cell, int n);
double checkpointed(const double *x, int n);
double early_next(const double *x, int n);
float mixed(const float *x, int n);

} // namespace openmp
