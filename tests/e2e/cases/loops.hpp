// Loops, locals and pointers, without any combinator.
#pragma once

double rosenbrock(const double *x, int n);
double horner(double x, const double *coefficients, int n);
void scale_and_add(double a, const double *x, double *y, int n);
