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

} // namespace annotated
