#pragma once

double weighted(const double *x, const double *w, int n);
double with_slope(double x, double *slope);
double both_ways(double x);
double last_large(const double *x, int n, double limit);
double neighbours(const double *x, int n);
double later(const double *x, int n);
double masked(const double *x, const int *mask, int n);
double early(const double *x, int n);
double first_of(const double *x, const double *y, const double *z);
void transform(const double *x, double *y, const double *scale, const double *shift, int n);
