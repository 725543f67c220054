// Heat that spreads in a rod whose conductivity grows with its temperature. Three functions compute the same; they
// differ in how their adjoints store the states of the time loop.
#pragma once

#include <soac/soac.hpp>

/// The mean square of the temperatures after `steps` steps from u; the ends of the rod keep theirs.
double heat(soac::view<const double> u, int steps);
double heat_in_strips(soac::view<const double> u, int steps);
double heat_by_snapshots(soac::view<const double> u, int steps);
