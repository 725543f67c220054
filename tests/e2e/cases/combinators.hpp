// Every combinator of the library inside differentiated code.
#pragma once

#include <soac/soac.hpp>

struct Particle {
  double mass;
  double position[2];
};

using reals1 = soac::view<const double, 1>;
using reals2 = soac::view<const double, 2>;

double k_means(reals2 points, reals2 centers);
double logistic(reals2 x, reals1 y, reals1 w);
double products(reals1 x);
double extremes(reals1 x);
double chosen(reals1 x);
double row_sums(reals2 x);
double row_products(reals2 x);
double row_extremes(reals2 x);
double general_reduce(reals1 x);
double tuple_reduce(reals1 x, reals1 y);
double complex_product(reals1 re, reals1 im);
double tables(reals1 x, int n);
double layouts(reals2 x);
double in_place_views(reals2 x);
double gathered(reals1 x, soac::view<const int, 1> at);
double several_results(reals1 x);
double elementwise(reals1 x, reals1 y, double s);
double matrix_chain(reals2 a, reals2 b, reals1 v);
double nested_free(reals2 x, double s);
double with_loop(reals2 x, int n);
double rows_of_rows(soac::view<const double, 3> x);
double stopped(reals1 x);
double particles(soac::view<const Particle, 1> all);
double joined(reals1 x, reals1 y);
double zipped(reals1 x, reals1 y);
double fixed_vectors(reals1 x);
float singles(soac::view<const float, 1> x);
double scans(reals1 x);
double histogram(reals1 x, soac::view<const int, 1> bins);
double scattered(reals1 x, soac::view<const int, 1> at);
