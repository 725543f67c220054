// Second derivatives of annotated loops: an operator inside a differentiated function, in both modes of both.
#pragma once

#include <soac/soac.hpp>

namespace annotated_twice {

double scalar_plain(double x, double rate, int steps);
double by_tangent_plain(double x, double rate, int steps);
double by_adjoint_plain(double x, double rate, int steps);
double state_plain(soac::view<const double> x, int steps);
double of_gradient_plain(soac::view<const double> x, int steps);
double scalar_strip2(double x, double rate, int steps);
double by_tangent_strip2(double x, double rate, int steps);
double by_adjoint_strip2(double x, double rate, int steps);
double state_strip2(soac::view<const double> x, int steps);
double of_gradient_strip2(soac::view<const double> x, int steps);
double scalar_revolve2(double x, double rate, int steps);
double by_tangent_revolve2(double x, double rate, int steps);
double by_adjoint_revolve2(double x, double rate, int steps);
double state_revolve2(soac::view<const double> x, int steps);
double of_gradient_revolve2(soac::view<const double> x, int steps);

} // namespace annotated_twice
