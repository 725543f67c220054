// Pointers as parameters: null, and the two ends of a range.
#pragma once

#include <cstddef>
#include <vector>

// Pointers that may be null.

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

// Ranges as two pointers, first and last: parameters that point into one array.

namespace pointers_ranges {

double sum_of_squares(const double *first, const double *last);
double alternating(const double *first, const double *last);
void smooth(double *first, double *last, double k);
double merged(const double *a, const double *a_end, const double *b, const double *b_end);
double tail(const double *first, const double *middle, const double *last);
double by_algorithms(double *first, double *last);
double horner(const double *first, const double *last, double x);
float length(const float *first, const float *last);
double until(const double *p, const double *end, double limit);
double apart(const double *a, const double *b, int n);
double rows_as_one(double x, int step);
double rows_apart(double x);
double rows_between(const std::vector<std::vector<double>> &m, const double (*a)[3], int i, std::size_t j);

} // namespace pointers_ranges
