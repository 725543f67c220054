// Derivatives of functions that use derivatives, and results of several parts.
#pragma once

#include <soac/soac.hpp>

#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

struct Point {
  double x, y;
};
struct Fit {
  Point center;
  std::array<double, 2> spread;
  int count;
};

double potential(double x, double y);
double force_squared(double x, double y);
double newton_root(double start, double parameter, int steps);
Fit summarize(soac::view<const Point> points);
std::pair<double, std::vector<double>> normalised(std::vector<double> x);
std::tuple<soac::array<double>, double> shift_and_norm(soac::view<const double> x, double by);

namespace model::inner {
template <class T> T poly(const T *c, int n, T x) {
  T value = 0;
  while (n-- > 0)
    value = value * x + c[n];
  return value;
}
double use(const double *c, unsigned n, double x);
double energy(const std::vector<Point> &points, bool squared);
} // namespace model::inner

double hidden_energy(double x);
double do_while(double x, int n);
double bits(double x, unsigned mask);
double table(double x, int which);
void swap_and_scale(double &a, double &b, double factor);
void accumulate_rows(soac::view<const double, 2> m, std::span<double> sums);
double gather_sum(soac::view<const double> x, const std::vector<int> &which);
double histogram_entropy(const int *keys, const double *weights, int n, int bins);
double early(const double *x, int n);
double ternary_chain(double x, double y);
