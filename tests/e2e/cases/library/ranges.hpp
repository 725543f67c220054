// Vectors of what lies between two pointers, vectors of records that change their size, and objects that count as arrays
// of one element.
#pragma once

#include <vector>

namespace ranges {

struct Particle {
  double x = 0.5, y = 0;
  double v[2] = {1, 2};
};
struct Frame {
  double m[2][3];
  double s;
};

double row(double x);
std::vector<double> row_returned(double x);
double all_rows(double x);
double row_of_rows(double x);
double one_object(double x);
double one_object_or_none(double x, int n);
double rows_of_a_member(const Frame &f);
double rows_from_rows(double x);
double records(double x);
double resized_records(double x, int n);
double cleared_records(double x, int n);
double resized_complex(double x, int n);
double resized_arrays(double x, int n);
double single(double x, double y);
double assigned_list(double x, double y);

} // namespace ranges
