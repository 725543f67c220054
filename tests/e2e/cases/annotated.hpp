// Loops with annotations: stripmine(k), checkpoint(revolve: n), bound(expr), no_false_dependencies(..).
#pragma once

#include <cstdint>
#include <vector>

#include <soac/soac.hpp>

namespace annotated {

struct Body {
  double position, velocity;
};

// The same loop without an annotation, stripmined 2 and 3 deep, and with 1, 2, 3 and 5 snapshots.
double pendulum(double angle, double length, int steps);
double pendulum_2(double angle, double length, int steps);
double pendulum_3(double angle, double length, int steps);
double pendulum_r1(double angle, double length, int steps);
double pendulum_r2(double angle, double length, int steps);
double pendulum_r3(double angle, double length, int steps);
double pendulum_r5(double angle, double length, int steps);

// Arrays, records and scalars carried together.
double mixed(const std::vector<double> &x, double rate, int steps);
double mixed_2(const std::vector<double> &x, double rate, int steps);
double mixed_3(const std::vector<double> &x, double rate, int steps);
double mixed_r2(const std::vector<double> &x, double rate, int steps);
double mixed_r4(const std::vector<double> &x, double rate, int steps);

// An array that is changed in place.
double sweeps(const std::vector<double> &x, int steps);
double sweeps_2(const std::vector<double> &x, int steps);
double sweeps_3(const std::vector<double> &x, int steps);
double sweeps_r3(const std::vector<double> &x, int steps);

// break, continue, early return.
double leaves(double x, int steps);
double leaves_2(double x, int steps);
double leaves_r2(double x, int steps);
double returns(const double *x, int n);
double returns_3(const double *x, int n);
double returns_r2(const double *x, int n);

// while loops, with and without a bound.
double halves(double x);
double halves_2(double x);
double halves_r2(double x);
double bounded_2(double x, int n);
double bounded_r3(double x, int n);
double do_while_2(double x);
double bounded(double x, int most);
double bounded_by_what_changes(double x, int left);
double bounded_in_loops(const std::vector<double> &x, int most);

// Loops in loops, maps and branches.
double nested(const std::vector<double> &x, int n, int m);
double nested_annotated(const std::vector<double> &x, int n, int m);
double nested_mixed(const std::vector<double> &x, int n, int m);
double per_element(soac::view<const double> x, int steps);
double per_element_2(soac::view<const double> x, int steps);
double per_element_r2(soac::view<const double> x, int steps);
double in_branch_2(double x, int steps);
double in_branch_r2(double x, int steps);
double over_range_2(const std::vector<double> &x);
double over_range_r2(const std::vector<double> &x);
double downwards_2(const double *x, int n);
float single_r2(float x, int steps);
void output_2(const double *x, double *y, int n, int steps);
void output_r2(const double *x, double *y, int n, int steps);

// Arrays without false dependencies: proven, or claimed and checked when the function runs.
std::vector<double> recurrence(double a, int n);
double wavefront(const std::vector<double> &x, int n);
double ping_pong(const std::vector<double> &x, int steps);
double permuted(const std::vector<double> &x, const std::vector<int> &where);
double permuted_2(const std::vector<double> &x, const std::vector<int> &where);
double permuted_r2(const std::vector<double> &x, const std::vector<int> &where);
void permuted_view(soac::view<const double> x, soac::view<const int> where, soac::view<double> y);
void permuted_pointer(const double *x, const int *where, double *y, int n);
double read_before(const std::vector<double> &x, const std::vector<int> &where, const std::vector<int> &from);
double in_pieces(const std::vector<double> &x, const std::vector<int> &starts);

} // namespace annotated
