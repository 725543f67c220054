// Jacobians and Hessians between records, of loops over arrays in groups of directions, and directions that shapes
// depend on.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <tuple>
#include <vector>

namespace jacobians {

struct State {
  double p;
  std::array<double, 2> q;
  int steps;
};
struct Force {
  double x, y;
};
struct Field {
  double total;
  std::array<double, 2> parts;
};
struct Pair {
  Force a, b;
};

Force force(const State &s);
Field field(const State &s, double k);
soac::array<Force> forces(soac::view<const Force> at);
std::vector<Force> turned(const std::vector<Force> &at, double angle);
double energy(const State &s);
double pair_energy(const Pair &p, soac::view<const double> x);
Pair swapped(const Pair &p);

std::tuple<State, State> force_forward(const State &s);
std::tuple<State, State> force_reverse(const State &s);
std::tuple<std::tuple<State, double>, std::tuple<soac::array<State>, soac::array<double>>> field_reverse(const State &s, double k);
std::tuple<soac::array<Force, 2>, soac::array<Force, 2>> forces_reverse(soac::view<const Force> at);
std::tuple<soac::array<Force, 2>, soac::array<Force, 2>> turned_forward(const std::vector<Force> &at, double angle);
std::tuple<State, soac::array<State>, State> energy_hessian(const State &s);

soac::array<double> diffusion(soac::view<const double> x, int steps);
soac::array<double, 2> diffusion_forward(soac::view<const double> x, int steps);
soac::array<double, 2> diffusion_reverse(soac::view<const double> x, int steps);
double chain_energy(soac::view<const double> x, int steps);
soac::array<double, 2> chain_hessian(soac::view<const double> x, int steps);
soac::array<double, 2> smoothed(soac::view<const double, 2> a);
soac::array<double, 4> smoothed_forward(soac::view<const double, 2> a);
soac::array<double, 4> smoothed_reverse(soac::view<const double, 2> a);
double trace_of_jacobian(soac::view<const double> x);

double positive_part(soac::view<const double> x);
soac::array<double> positive_parts(soac::view<const double> x, soac::view<const double, 2> directions);

double root(double a);
double third(double a);
double fourth(double a);

} // namespace jacobians
