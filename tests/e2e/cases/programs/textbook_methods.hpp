// Numerical methods from textbooks.
#pragma once

#include <array>
#include <complex>
#include <vector>

// Linear algebra and transforms from textbooks: factorisations, iterations, a Fourier transform.

namespace textbook_algebra {

double lu_logdet(const std::vector<double> &m, int n);
void givens_qr(double A[3][3], double rhs[3]);
std::array<double, 3> gauss_seidel(const std::array<std::array<double, 3>, 3> &A, const std::array<double, 3> &b,
                                   int sweeps);
double power_iteration(const double (&A)[2][2], int iters);
void fft(std::complex<double> *a, int n);
double matrix_chain(const std::vector<double> &dims);
void jacobi_eigen(double *a, int n, int sweeps);
double householder_norm(std::vector<std::vector<double>> A);

} // namespace textbook_algebra

// Numerical analysis from textbooks, as one writes it without a thought of derivatives: quadrature, roots, series, splines, steps
// in time.

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
