#pragma once

#include <soac/soac.hpp>

struct Parameters {
  double stiffness, damping, start;
};

/// Positions of a damped oscillator, y'' = -stiffness y - damping y', y(0) = start, y'(0) = 0, at `times` equal steps of
/// length `dt`.
soac::array<double, 1> positions(const Parameters &p, double dt, int times);

/// The positions and their derivative along `direction`.
std::tuple<soac::array<double, 1>, soac::array<double, 1>> positions_along(const Parameters &p, const Parameters &direction,
                                                                         double dt, int times);
