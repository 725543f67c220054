// One time loop of a large state, with every way to store its states.
#pragma once

#include <soac/soac.hpp>

double march(soac::view<const double> x, int steps);
double march_2(soac::view<const double> x, int steps);
double march_3(soac::view<const double> x, int steps);
double march_r50(soac::view<const double> x, int steps);
double relax(soac::view<const double> x, int steps);
double relax_2(soac::view<const double> x, int steps);
double relax_3(soac::view<const double> x, int steps);
double relax_r50(soac::view<const double> x, int steps);
