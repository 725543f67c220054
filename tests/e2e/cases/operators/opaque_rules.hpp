// Functions with rules whose bodies soac does not look into, and rules that it does not.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

namespace opaque {

struct Body {
  double mass;
  std::array<double, 2> at;
  int kind;
};
struct Cloud {
  std::vector<double> weights;
  double scale;
};

// Defined where soac does not look.
double norm_of(const double *x, int n);
void norm_of_rule(const double *x, int n, double scale, double *x_adj);
void scaled(const double *x, int n, double k, double *y);
soac::array<double> cubes(soac::view<const double> x);
std::tuple<double, std::vector<double>> moments(const std::vector<double> &x, double p);
Body pushed(const Body &b, double k);
std::vector<Body> all_pushed(std::span<const Body> bodies, double k);
std::array<double, 3> cross(const std::array<double, 3> &a, const std::array<double, 3> &b);
Cloud heavier(const Cloud &c, double k);
std::vector<double> repeated(double x, double times);
double only_positive(double x);
double entry(soac::view<const double, 2> a, int i, int j);
void doubled(soac::view<const double> x, const soac::view<double> &out);

// Called as they are: their bodies hold what has no derivative here.
std::vector<double> sorted_by_size(std::vector<double> x);
double by_function_object(double x);
double with_exception(double x);
double counted(double x);
double factorial_like(double x, int n);
int calls();

double of_sort(const std::vector<double> &x);
double of_pointers(soac::view<const double> x);
double of_offset(soac::view<const double> x);
double of_array(soac::view<const double> x);
double of_tuple(const std::vector<double> &x, double p);
double of_record(double mass, double x, double k);
double of_records(const std::vector<Body> &bodies, double k);
double of_fixed(const std::array<double, 3> &a, const std::array<double, 3> &b);
double of_cloud(const Cloud &c, double k);
double of_matrix(soac::view<const double, 2> a);
double of_functional(double x);
double of_throwing(double x);
double of_static(double x);
double of_recursion(double x);
double in_loop(soac::view<const double> x, int n);
double in_checkpointed_loop(soac::view<const double> x, int n);
double in_map(soac::view<const double, 2> a);
double in_branch(soac::view<const double> x, double k);
double of_outside_rule(soac::view<const double> x);
double second(soac::view<const double> x);
double of_part(const std::vector<double> &x);
double of_ragged(soac::view<const double> x);
double of_throwing_map(soac::view<const double> x);
double of_output_by_reference(soac::view<const double> x);

} // namespace opaque
