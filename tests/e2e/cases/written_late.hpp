// Variables without an initialiser, written on every path before they are read.
#pragma once

#include <vector>

namespace written_late {

enum class Kind { linear, square, constant };
struct Pair {
  double a, b;
};

double by_kind(double x, Kind kind);
double pair_by_kind(double x, Kind kind);
double by_kind_in_loop(double x, const std::vector<Kind> &kinds);
double by_code(double x, int code);
double array_by_kind(double x, Kind kind);
double in_both_branches(double x, bool which);
double or_returned(double x, double limit);
double in_every_trip(double x, int n);
double in_the_first_trip(const std::vector<double> &x);
double by_a_flag(const std::vector<double> &x);
double in_do(double x, int n);
double until_left(double x, double limit);
double array_in_loop(double x);
double rows_in_loops(double x);
double member_by_member(double x, bool which);

} // namespace written_late
