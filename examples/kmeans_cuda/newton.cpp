#include "newton.hpp"

#include "newton.soac.hpp"

#include <cmath>

std::tuple<soac::array<double, 2>, double, double> newton_step(soac::view<const double, 2> points,
                                                               soac::view<const double, 2> centers) {
  const auto ones = soac::map([](auto center) { return soac::map([](double) { return 1.0; }, center); }, centers);
  const auto [gradient, curvature] = soac::value_and_jvp<soac::gradient<cost, soac::wrt<1>>>(points, centers, ones);
  const auto next = soac::map(
      [](auto center, auto slope, auto bend) {
        return soac::map([](double c, double g, double h) { return h == 0 ? c : c - g / h; }, center, slope, bend);
      },
      centers, gradient, curvature);
  const double squares = soac::sum(soac::map([](auto slope) { return soac::dot(slope, slope); }, gradient));
  return {next, cost(points, centers), std::sqrt(squares)};
}

step_on_device newton_step_on(const soac::cuda::on &place, soac::cuda::view<const double, 2> points,
                              soac::cuda::view<const double, 2> centers) {
  return soac::run<newton_step>(place, points, centers);
}
