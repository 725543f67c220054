// Where variables are declared and where they are written.
#pragma once

#include <vector>

// Variables that conditions and the heads of statements declare.

namespace conditions {

enum class side { below, inside, above };

double newton_step_variable(double a, double x);
double countdown(int n, double x);
double remaining(const std::vector<double> &x);
double for_with_variable(int n, double x);
double increment_sees_it(int n, double x);
double left_by_break(double x, int n);
double left_by_continue(double x, int n);
double left_by_return(double x, int n);
double nested(double x, int n);
double if_with_initialiser(double x);
double if_variable(double x, int k);
double else_sees_it(double x);
double switch_with_initialiser(double x, double low, double high);
double switch_variable(double x, int n);
double range_with_initialiser(double x);
double shadowed(double x, int n);

} // namespace conditions

// Variables without an initialiser, written on every path before they are read.

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
