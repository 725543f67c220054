// Hares u and lynxes v: u' = (birth - hunt v) u, v' = (feed u - death) v  (Lotka and Volterra).
#pragma once

#include <soac/soac.hpp>

struct Rates {
  double birth, hunt, death, feed, hares, lynxes; ///< the last two: how many there are at first
};

/// The sum over the years of the squared distances of the logarithms of computed and counted animals [years]; between
/// two years are `steps` steps of the classical Runge-Kutta method.
double misfit(const Rates &rates, soac::view<const double> hares, soac::view<const double> lynxes, int steps);

/// The same and its gradient.
std::tuple<double, Rates> misfit_and_gradient(const Rates &rates, soac::view<const double> hares,
                                              soac::view<const double> lynxes, int steps);
