// Loops, locals and pointers, without any combinator.
#pragma once

#include <vector>

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
