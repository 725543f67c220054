// Programs of textbooks, as one writes them without a thought of derivatives: quadrature, roots, linear algebra,
// options, filters, networks, geometry.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace textbook {

struct Camera {
  std::array<double, 3> rot, trans;
  double f, k1, k2;
};
struct Observation {
  int camera, point;
  double u, v;
};
template <class T> struct State {
  T s, i, r;
};
using SIR = State<double>;
enum class Spin : std::int8_t { down = -1, up = 1 };
struct Grid {
  int nx, ny;
  double h;
  std::vector<double> u;
  double &at(int i, int j) { return u[i * ny + j]; }
  double at(int i, int j) const { return u[i * ny + j]; }
};

double gauss_integral(double a, double b, double k);
double simpson(double a, double b, int n, double p);
double newton_sqrt(double a);
double secant(double a);
double bisect_then_newton(double a);
void leapfrog(double *q, double *p, double dt, int steps, double omega);
double lu_logdet(const std::vector<double> &m, int n);
void givens_qr(double A[3][3], double rhs[3]);
std::array<double, 3> gauss_seidel(const std::array<std::array<double, 3>, 3> &A, const std::array<double, 3> &b,
                                   int sweeps);
double power_iteration(const double (&A)[2][2], int iters);
double bezier(const double *ctrl, int n, double t);
double american_put(double S, double K, double r, double sigma, double T, int n);
double monte_carlo(double mu, double sigma, int paths, unsigned long long seed);
double kepler(double M, double e);
double reprojection(const std::vector<Camera> &cams, const double *points, std::span<const Observation> obs);
void fft(std::complex<double> *a, int n);
double spline(const std::vector<double> &x, const std::vector<double> &y, double t);
float logistic_loss(std::span<const float> w, std::span<const float> X, std::span<const std::uint8_t> y);
std::vector<double> mlp(const std::vector<double> &params, std::vector<double> x, const std::vector<int> &sizes);
void conv2d(const float *in, int h, int w, const float *k, int kh, int kw, float *out);
void heat(Grid &g, double alpha, int steps);
double ising(const Spin *s, int n, const double *J, double field);
double viterbi(const std::vector<double> &A, const std::vector<double> &B, const std::vector<int> &obs, int S, int O);
double bessel_j(int n, double x);
double incomplete_gamma(double a, double x);
double lanczos_gamma(double z);
SIR epidemic(SIR y, double beta, double gamma, double dt, int n);
double matrix_chain(const std::vector<double> &dims);
double continued_fraction(double x, int depth);
double rosenbrock_descent(double a, double b, double lr);
void jacobi_eigen(double *a, int n, int sweeps);
double householder_norm(std::vector<std::vector<double>> A);

} // namespace textbook
