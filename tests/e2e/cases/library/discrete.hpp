// Functions of integers and of bits, classes of numbers, and complex inverse functions.
#pragma once

#include <complex>

int gcd(int a, int b); ///< calls itself
int collatz(int n, int most = 1000);
int opaque_weight(int index); ///< defined in discrete_test.cpp
unsigned opaque_hash(unsigned key, int shift);

double on_a_grid(double x, int n);
double bits(double x, unsigned n);
double builtins(double x, int n);
double bits_of_numbers(double x, double y);
double classes(double x, double y);
double neighbours(double x, float y);
double integer_functions(const double *x, int n);
double integers_in_loops(double x, int n);

std::complex<double> arc_sine(std::complex<double> z);
std::complex<double> arc_cosine(std::complex<double> z);
std::complex<double> arc_tangent(std::complex<double> z);
std::complex<double> area_sine(std::complex<double> z);
std::complex<double> area_cosine(std::complex<double> z);
std::complex<double> area_tangent(std::complex<double> z);
std::complex<double> projection(std::complex<double> z);
std::complex<double> root(std::complex<double> z);
std::complex<float> arc_sine_of_floats(std::complex<float> z);
