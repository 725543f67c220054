// Small numerical methods, without any combinator.
#pragma once

double golden_section(double a, double b);
double secant(double x0, double x1);
double logistic_map(double r, double x, int n);
double kahan_sum(const double *x, int n);
double welford(const double *x, int n);
double clenshaw(const double *c, int n, double x);
double bessel_series(double x);
double spline(const double *x, const double *y, int n, double at);
double quaternion_angle(double a, double b, double c);
