// Loops and maps whose iterations have sequential loops inside: blocks of 16 iterations go through these in vector lanes, the others
// one after the other.
#pragma once

#include <soac/soac.hpp>

#include <vector>

namespace lanes {

using vec = soac::view<const double, 1>;
using mat = soac::view<const double, 2>;

struct Star {
  double place, speed;
  float mass;
  int kind;
};

double polynomials(const std::vector<double> &x, const std::vector<double> &c);
double polynomials_by_library(vec x, vec c);
float polynomials_of_floats(const std::vector<float> &x, const std::vector<float> &c);
double functions(const std::vector<double> &x, int times);
double mixture(mat points, mat means, vec weights);
double mixture_in_loops(const std::vector<double> &points, const std::vector<double> &means, int d);
double choices(const std::vector<double> &x, const std::vector<double> &c);
double scratch(const std::vector<double> &x, int m);
double of_rows(const std::vector<double> &table, const std::vector<double> &c, int n, int d);
double sums_of_scattered(const std::vector<double> &x, const std::vector<int> &places, int m);
double filters(const std::vector<double> &signal, const std::vector<double> &taps, int steps);
soac::array<double, 2> product(mat a, mat b);
double cells(const std::vector<double> &start, const std::vector<double> &w, int steps);
float cells_of_floats(const std::vector<float> &start, const std::vector<double> &w, int steps);
double cells_that_read_anywhere(const std::vector<double> &start, const std::vector<double> &w, const std::vector<int> &of, int steps);
double normalised(const std::vector<double> &start, int steps);
std::vector<double> skin(const std::vector<double> &motions, const std::vector<double> &weights, const std::vector<int> &seen);
std::vector<double> skin_along(const std::vector<double> &motions, const std::vector<double> &weights, const std::vector<int> &seen,
                               const std::vector<double> &direction);
soac::array<double, 2> skin_in_directions(const std::vector<double> &motions, const std::vector<double> &weights, const std::vector<int> &seen,
                                          mat directions);
void attraction(const Star *stars, Star *changes, int n, double softness);
double potential(const double *x, const Star *stars, int n, int m);

} // namespace lanes
