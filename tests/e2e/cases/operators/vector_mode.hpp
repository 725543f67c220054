// Many directions at once, and the Jacobians and Hessians made of them.
#pragma once

#include <array>
#include <soac/soac.hpp>
#include <tuple>
#include <vector>

// jmp, mjp, the Jacobians, hessian and hvp.

namespace vector_mode {

struct Pair {
  double a, b;
  int label;
};
struct Rows {
  std::array<double, 2> v;
  double s;
};

double rosenbrock(double x, double y);
soac::array<double> swirl(soac::view<const double> x);
soac::array<double> mix(soac::view<const double> x, soac::view<const double> y);
double quadratic(soac::view<const double> x, soac::view<const double> y);
double cubic(soac::view<const double> x);
std::tuple<double, soac::array<double>> both(double s, soac::view<const double> x);
soac::array<double, 2> outer(soac::view<const double> x, soac::view<const double> y);
double of_matrix(soac::view<const double, 2> a);
double of_pair(const Pair &p, double k);
Pair scaled(const Pair &p, double k);
Rows rows(double x, double y);
std::array<double, 2> polar(const std::array<double, 2> &p);
double of_vector(const std::vector<double> &x);
soac::array<float> single(soac::view<const double> x);
soac::array<double> stepped(soac::view<const double> x, int steps);

soac::array<double> tangents(double x, double y, soac::view<const double> dx, soac::view<const double> dy);
std::tuple<soac::array<double>, soac::array<double>> adjoints(double x, double y, soac::view<const double> seeds);
soac::array<double, 2> swirl_jmp(soac::view<const double> x, soac::view<const double, 2> dx);
soac::array<double, 2> swirl_mjp(soac::view<const double> x, soac::view<const double, 2> seeds);
std::tuple<soac::array<double>, soac::array<double, 2>> both_jmp(double s, soac::view<const double> x,
                                                                 soac::view<const double> ds,
                                                                 soac::view<const double, 2> dx);
std::tuple<soac::array<double>, soac::array<double, 2>>
both_mjp(double s, soac::view<const double> x, const std::tuple<soac::array<double>, soac::array<double, 2>> &seeds);
soac::array<Pair> scaled_jmp(const Pair &p, double k, const soac::array<Pair> &dp);
soac::array<double, 2> swirl_forward(soac::view<const double> x);
soac::array<double, 2> swirl_reverse(soac::view<const double> x);
std::tuple<soac::array<double, 2>, soac::array<double, 2>> mix_forward(soac::view<const double> x, soac::view<const double> y);
std::tuple<soac::array<double, 2>, soac::array<double, 2>> mix_reverse(soac::view<const double> x, soac::view<const double> y);
using BothBlocks = std::tuple<std::tuple<double, soac::array<double>>, std::tuple<soac::array<double>, soac::array<double, 2>>>;
BothBlocks both_forward(double s, soac::view<const double> x);
BothBlocks both_reverse(double s, soac::view<const double> x);
soac::array<double, 3> outer_forward(soac::view<const double> x, soac::view<const double> y);
soac::array<double, 3> outer_reverse(soac::view<const double> x, soac::view<const double> y);
std::tuple<std::tuple<double, double>, std::tuple<double, double>> rosenbrock_hessian(double x, double y);
std::tuple<double, double> rosenbrock_hvp(double x, double y, double dx, double dy);
soac::array<double, 2> cubic_hessian(soac::view<const double> x);
soac::array<double> cubic_hvp(soac::view<const double> x, soac::view<const double> dx);
soac::array<double, 4> matrix_hessian(soac::view<const double, 2> a);
soac::array<double, 2> quadratic_block(soac::view<const double> x, soac::view<const double> y);
std::tuple<Pair, double> pair_jacobian(const Pair &p, double k);
Pair scaled_by_k_forward(const Pair &p, double k);
Pair scaled_by_k_reverse(const Pair &p, double k);
std::tuple<Rows, Rows> rows_forward(double x, double y);
std::tuple<Rows, Rows> rows_reverse(double x, double y);
soac::array<double, 2> polar_forward(const std::array<double, 2> &p);
soac::array<double, 2> polar_reverse(const std::array<double, 2> &p);
soac::array<double, 2> vector_hessian(const std::vector<double> &x);
soac::array<double, 2> single_forward(soac::view<const double> x);
soac::array<double, 2> single_reverse(soac::view<const double> x);
soac::array<double, 2> stepped_forward(soac::view<const double> x, int steps);
soac::array<double, 2> stepped_reverse(soac::view<const double> x, int steps);
soac::array<double, 2> jvp_of_jacobian(soac::view<const double> x, soac::view<const double> dx);
double trace_of_jacobian(soac::view<const double> x);
soac::array<double> gradient_of_trace(soac::view<const double> x);
double newton_step_norm(soac::view<const double> x);
soac::array<double> gradient_of_newton(soac::view<const double> x);
soac::array<double, 2> compressed(soac::view<const double> x);
soac::array<double, 2> stepped_in_four(soac::view<const double> x, int steps, soac::view<const double, 2> dx);
soac::array<double, 2> stepped_back_in_two(soac::view<const double> x, int steps, soac::view<const double, 2> seeds);
soac::array<double, 3> third(soac::view<const double> x);

} // namespace vector_mode

// Jacobians and Hessians between records, of loops over arrays in groups of directions, and directions that shapes
// depend on.

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
