// Descent along the slope of a program that takes a slope itself (J. M. Siskind, B. A. Pearlmutter, "Using programming language theory to
// make automatic differentiation sound and efficient", 2008): a charged particle flies between two charges until it lands on the line
// y = 0, and the place of one of them is sought that makes it land at x = 0.
#pragma once

#include <soac/soac.hpp>

struct place {
  double x, y;
};

enum class mode { forward, reverse };

/// The place that is found, where the slope is taken in the outer mode of a flight whose forces are taken in the inner mode.
double best_place(mode outer, mode inner);
/// The same with all derivatives by hand.
double best_place_by_hand();
