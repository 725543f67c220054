// Pointers as parameters: null, the two ends of a range, to records.
#pragma once

#include <array>
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

// Pointers to records that hold fixed arrays.

struct Planet {
  double position[3];
  double velocity[3];
  double mass;
};
struct Lens {
  double focal;
  std::array<double, 2> distortion;
};
struct Viewer {
  double rotation[3][3];
  std::array<double, 3> centre;
  Lens lens;
  int frames;
};
struct Cell {
  float values[2];
};

double potential_energy(const Planet *planets, int n);
void leapfrog(Planet *planets, int n, double dt, int steps);
double projected(const Viewer *viewers, const int *which, const std::array<double, 3> *points, int n);
double by_reference(const Planet *planets, int n);
double by_element_pointer(const Planet *planets, int n);
double with_helpers(const Planet *planets, int n);
void sorted_pair(Planet *planets);
double ended_and_shifted(double x, Planet *planets, double y, const std::vector<double> &z, int n);
double moved_when_near(Planet *planets, double limit);
void shifted_copies(const Planet *from, Planet *to, int n);
double whole_records(const Planet *planets, int n);
double backwards(const Planet *end, int n);
double single(const Planet *planet);
void multiplied(Planet *end, int n, int steps);
double rows_of_table(const std::array<double, 3> *table, int n);
void smoothed(std::array<double, 3> *table, int n, int sweeps);
float mixed(const Cell *cells, const double *weights, int n);
double rows_by_index(const Planet *planets, const int *which, int rows, int columns);
double chosen(const Planet *a, const Planet *b, bool first);
double rotated_first(Viewer *viewers, double angle);
