// Functions that allocate memory for themselves.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace allocations {

struct body {
  double position[2], mass;
};

double with_malloc(const double *x, int n);
double with_calloc(const double *x, int n);
double with_new(const double *x, int n);
double with_values(double x, int n);
double with_unique(const double *x, int n);
double moved(const double *x, int n);
double smoothed(const double *x, int n, int steps);
double walked(const double *x, int n);
double helped(const double *x, int n);
double matrix(const double *x, int n, int m);
double freed_between(const double *x, int n);
double of_records(const double *x, int n);
double in_a_loop(const double *x, int n);
double grid(double x, int n);
double byte_count(const double *x, int n);
double of_one(double x);
void solved(const double *a, const double *b, double *x, int n);
double checked_memory(const double *x, int n);
double swapped_owners(double x, double y);
double products(const double *x, int n);
double copies(const double *x, int n);
double in_each_trip(const double *x, int n);

} // namespace allocations
