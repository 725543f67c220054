#include "problems.hpp"

#include "mixture.soac.hpp"

#include <cmath>
#include <limits>

namespace gpu {

static double log_sum_exp(soac::view<const double> terms) {
  const double most = soac::reduce(soac::maximum{}, -std::numeric_limits<double>::infinity(), terms);
  return most + std::log(soac::sum(soac::map([&](double t) { return std::exp(t - most); }, terms)));
}

double mixture(soac::view<const double> weights, soac::view<const double, 2> means, soac::view<const double, 2> diagonals,
               soac::view<const double, 2> lower, soac::view<const double, 2> points) {
  const soac::index d = means.extent(1);
  const auto scales = soac::map([](double w, auto q) { return w + soac::sum(q); }, weights, diagonals);
  const auto factors = soac::map([](auto q) { return soac::map([](double t) { return std::exp(t); }, q); }, diagonals);
  const double likelihood = soac::sum(soac::map(
      [&](auto x) {
        return log_sum_exp(soac::map(
            [&](double scale, auto mean, auto factor, auto below) {
              double square = 0;
              for (soac::index r = 0, at = 0; r < d; ++r) {
                double sum = factor[r] * (x[r] - mean[r]);
                for (soac::index c = 0; c < r; ++c, ++at)
                  sum += below[at] * (x[c] - mean[c]);
                square += sum * sum;
              }
              return scale - 0.5 * square;
            },
            scales, means, factors, lower));
      },
      points));
  return likelihood - static_cast<double>(points.extent(0)) * log_sum_exp(weights);
}

std::tuple<cuda::array<double>, cuda::array<double, 2>, cuda::array<double, 2>, cuda::array<double, 2>>
mixture_gradient(const cuda::on &place, cuda::view<const double> weights, device_matrix<double> means, device_matrix<double> diagonals,
                 device_matrix<double> lower, device_matrix<double> points) {
  return soac::gradient<mixture, soac::wrt<0, 1, 2, 3>>(place, weights, means, diagonals, lower, points);
}
cuda::scalar<double> mixture_run(const cuda::on &place, cuda::view<const double> weights, device_matrix<double> means,
                                 device_matrix<double> diagonals, device_matrix<double> lower, device_matrix<double> points) {
  return soac::run<mixture>(place, weights, means, diagonals, lower, points);
}

} // namespace gpu
