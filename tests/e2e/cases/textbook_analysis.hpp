// Numerical analysis from textbooks, as one writes it without a thought of derivatives: quadrature, roots, series, splines, steps
// in time.
#pragma once

#include <vector>

namespace textbook_analysis {

template <class T> struct State {
  T s, i, r;
};
using SIR = State<double>;

double gauss_integral(double a, double b, double k);
double simpson(double a, double b, int n, double p);
double newton_sqrt(double a);
double secant(double a);
double bisect_then_newton(double a);
void leapfrog(double *q, double *p, double dt, int steps, double omega);
double bezier(const double *ctrl, int n, double t);
double kepler(double M, double e);
double spline(const std::vector<double> &x, const std::vector<double> &y, double t);
double bessel_j(int n, double x);
double incomplete_gamma(double a, double x);
double lanczos_gamma(double z);
SIR epidemic(SIR y, double beta, double gamma, double dt, int n);
double continued_fraction(double x, int depth);
double rosenbrock_descent(double a, double b, double lr);

} // namespace textbook_analysis
