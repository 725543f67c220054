// Ranges as two pointers, first and last: parameters that point into one array.
#pragma once

#include <cstddef>
#include <vector>

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
