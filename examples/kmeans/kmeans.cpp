#include "kmeans.hpp"

#include "kmeans.soac.hpp"

#include <limits>

double cost(soac::view<const double, 2> points, soac::view<const double, 2> centers) {
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

std::tuple<soac::array<double, 2>, soac::array<double, 2>> derivatives(soac::view<const double, 2> points,
                                                                     soac::view<const double, 2> centers) {
  soac::array<double, 2> ones(centers.extent(0), centers.extent(1));
  for (double &one : std::span(ones.data(), static_cast<std::size_t>(ones.size())))
    one = 1;
  return soac::value_and_jvp<soac::gradient<cost, soac::wrt<1>>>(points, centers, ones);
}
