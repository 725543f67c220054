// Special functions, and second derivatives of those of <cmath>.
#pragma once

#include <array>
#include <vector>

// Quadrature, series, continued fractions and iterations of numerical analysis.

struct Bracket {
  double low, high;
};

double gauss_legendre(double a, double b, double frequency);
double romberg(double a, double b, double power, int levels);
double adaptive_simpson(double from, double to, double sharpness, int digits);
double bessel_series(int order, double x);
double incomplete_gamma(double a, double x);
double incomplete_beta(double a, double b, double x);
double normal_quantile(double p);
double lambert_w(double x);
double elliptic_integral(double modulus);
double zeta(double s, int terms);
double golden_ratio_fraction(double x, int depth);
double safe_newton(Bracket bracket, double c);
double secant(double c);
double digamma_by_recurrence(double x);
double of_the_runtime(double x);
double legendre(int degree, double x);
double erf_series(double x);
double euler_maclaurin(double x);
double richardson(double x, double h);
double stirling(double n);
double second_of_bessel(double x);
double bessel_at_two(double x);
double slope_of_w(double x);

// Functions of <cmath>, to be differentiated twice.

struct twice_differentiated {
  const char *name;
  double (*first)(double);                ///< f'
  double (*forward_over_reverse)(double); ///< f''
  double (*reverse_over_forward)(double); ///< f''
};

std::vector<twice_differentiated> twice_differentiated_functions();
