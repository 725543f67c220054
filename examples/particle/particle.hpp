// A charged particle flies between two charges and lands on the ground, the line y = 0. Where it lands depends on the
// place of one of the charges; we look for the place that makes it land at x = 0.
#pragma once

#include <soac/soac.hpp>

struct Point {
  double x, y;
  Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
  Point operator*(double a) const { return {a * x, a * y}; }
};

enum class Mode { forward, reverse };

/// The square of where the particle lands when a charge stands at (10, 10 - w). The force is minus the gradient of the
/// potential, taken in the given mode at every time step.
template <Mode inner> double landing(double w);

/// Its derivative, in either mode over either mode.
double landing_slope(Mode outer, Mode inner, double w);
