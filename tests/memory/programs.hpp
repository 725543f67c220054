// Functions whose adjoints take memory in every way that there is.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <vector>

struct Body {
  double mass;
  double place[2];
};

double orbit(double x, double v, int n);
double orbit_in_strips(double x, double v, int n);
double orbit_in_thin_strips(double x, double v, int n);
double orbit_by_snapshots(double x, double v, int n);
double diffusion(soac::view<const double> u, int n);
double diffusion_in_strips(soac::view<const double> u, int n);
double nested(soac::view<const double, 2> a, int n);
double in_place(const std::vector<double> &values, int n);
double in_order(const std::vector<double> &values, int n);
double rows(soac::view<const double, 2> a, soac::view<const double> x);
double running(soac::view<const double> x);
double gravity(const std::vector<Body> &bodies);
double histogram(soac::view<const double> x, soac::view<const soac::index> keys, int n);
double branches(soac::view<const double> x, int n);
