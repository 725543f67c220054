// k-means as an optimisation problem: points [n, d], centers [k, d].
#pragma once

#include <soac/soac.hpp>

#include <limits>

/// The sum over the points of the squared distance to the nearest center.
inline double cost(soac::view<const double, 2> points, soac::view<const double, 2> centers) {
  auto nearest = soac::map(
      [&](auto p) {
        auto distances = soac::map(
            [&](auto c) { return soac::sum(soac::map([](double a, double b) { return (a - b) * (a - b); }, p, c)); },
            centers);
        return soac::reduce(soac::minimum{}, std::numeric_limits<double>::infinity(), distances);
      },
      points);
  return soac::sum(nearest);
}
