// Small numerical methods, and the processing of signals.
#pragma once

#include <complex>
#include <span>
#include <vector>

// Small numerical methods, without any combinator.

namespace numerics {

double golden_section(double a, double b);
double secant(double x0, double x1);
double logistic_map(double r, double x, int n);
double kahan_sum(const double *x, int n);
double welford(const double *x, int n);
double clenshaw(const double *c, int n, double x);
double bessel_series(double x);
double spline(const double *x, const double *y, int n, double at);
double quaternion_angle(double a, double b, double c);

} // namespace numerics

// Transforms, filters, images, interpolation.

using Spectrum = std::vector<std::complex<double>>;

double power_spectrum(std::span<const double> signal);
double fourier_by_records(const double *re, const double *im, int n);
double slow_transform(const std::vector<double> &x, int frequency);
double convolution_and_pooling(const double *image, int height, int width, const double *kernel, int size);
double chebyshev(const double *c, int n, double x);
double horner(std::span<const double> c, double x);
double spline(const std::vector<double> &x, const std::vector<double> &y, double at);
double bilinear(const double *grid, int rows, int columns, double r, double c);
double biquad(const double *x, int n, const double (&b)[3], const double (&a)[2]);
double haar(std::vector<double> x);
double total_variation(const double *image, int height, int width, double smoothing);
double autocorrelation(const std::vector<double> &x, int longest);
double mandelbrot_distance(double re, double im, int most);
double roots_of_cubic(double p, double q);
double transfer_function(double frequency, double resistance, double inductance, double capacitance);
