// Small numerical programs as people write them: loops, pointers, records, and combinators.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <vector>

void matrix_multiply(const double *a, const double *b, double *c, int n, int m, int k);
double solve_and_dot(const double *a, const double *b, int n);
double black_scholes(double spot, double strike, double rate, double volatility, double time);
double heat(std::vector<double> u, double conductivity, int steps);
double square_root_by_newton(double a);
double simpson(double a, double b, int n);
double log_sum_exp(std::span<const double> x);
std::vector<double> softmax(const std::vector<double> &x);

struct Body {
  std::array<double, 3> position;
  double mass;
};
double gravity(soac::view<const Body> bodies);

struct Complex {
  double re, im;
};
double orbit(Complex c, int steps);

double warping_distance(std::span<const double> a, std::span<const double> b);
double clipped(const double *x, int n, double low, double high);
void convolve(soac::view<const double> signal, soac::view<const double> kernel, soac::view<double> out);
soac::array<double, 2> distances(soac::view<const double, 2> a, soac::view<const double, 2> b);
double two_layers(soac::view<const double, 2> w1, soac::view<const double> b1, soac::view<const double> w2,
                  soac::view<const double> x);
double determinant(soac::view<const double, 2> a);
float single_precision(const float *x, int n);
double first_above(const double *x, int n, double threshold);
