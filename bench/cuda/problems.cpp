#include "problems.hpp"

#include "problems.soac.hpp"

#include <cmath>
#include <limits>

namespace gpu {

float clusters(soac::view<const float, 2> points, soac::view<const float, 2> centers) {
  return soac::sum(soac::map(
      [&](auto p) {
        const auto distances = soac::map(
            [&](auto c) { return soac::sum(soac::map([](float a, float b) { return (a - b) * (a - b); }, p, c)); }, centers);
        return soac::reduce(soac::minimum{}, std::numeric_limits<float>::infinity(), distances);
      },
      points));
}

double sparse_clusters(soac::view<const soac::index> starts, soac::view<const soac::index> columns, soac::view<const double> entries,
                       soac::view<const double, 2> centers) {
  const auto squares = soac::map([](auto c) { return soac::dot(c, c); }, centers);
  return soac::sum(soac::tabulate(
      [&](soac::index i) {
        const auto distances = soac::tabulate(
            [&](soac::index k) {
              double sum = squares[k];
              for (soac::index e = starts[i]; e < starts[i + 1]; ++e)
                sum += entries[e] * (entries[e] - 2 * centers(k, columns[e]));
              return sum;
            },
            centers.extent(0));
        return soac::reduce(soac::minimum{}, std::numeric_limits<double>::infinity(), distances);
      },
      starts.extent(0) - 1));
}

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

float heat(soac::view<const float, 2> start, int steps) {
  const soac::index n = start.extent(0), m = start.extent(1);
  soac::array<float, 2> now(start);
  for (int t = 0; t < steps; ++t)
    now = soac::tabulate(
        [&](soac::index i, soac::index j) {
          const float here = now(i, j);
          const float up = i > 0 ? now(i - 1, j) : here, down = i + 1 < n ? now(i + 1, j) : here;
          const float left = j > 0 ? now(i, j - 1) : here, right = j + 1 < m ? now(i, j + 1) : here;
          return here + 0.2f * (up + down + left + right - 4 * here);
        },
        n, m);
  return soac::sum(soac::map([](auto row) { return soac::dot(row, row); }, now));
}

std::tuple<cuda::array<float, 2>, cuda::array<float, 2>> clusters_newton(const cuda::on &place, device_matrix<float> points,
                                                                         device_matrix<float> centers, device_matrix<float> ones) {
  return soac::value_and_jvp<soac::gradient<clusters, soac::wrt<1>>>(place, points, centers, ones);
}
std::tuple<cuda::array<double, 2>, cuda::array<double, 2>>
sparse_clusters_newton(const cuda::on &place, cuda::view<const soac::index> starts, cuda::view<const soac::index> columns,
                       cuda::view<const double> entries, device_matrix<double> centers, device_matrix<double> ones) {
  return soac::value_and_jvp<soac::gradient<sparse_clusters, soac::wrt<3>>, soac::wrt<3>>(place, starts, columns, entries, centers, ones);
}
std::tuple<cuda::array<double>, cuda::array<double, 2>, cuda::array<double, 2>, cuda::array<double, 2>>
mixture_gradient(const cuda::on &place, cuda::view<const double> weights, device_matrix<double> means, device_matrix<double> diagonals,
                 device_matrix<double> lower, device_matrix<double> points) {
  return soac::gradient<mixture, soac::wrt<0, 1, 2, 3>>(place, weights, means, diagonals, lower, points);
}
cuda::array<float, 2> heat_gradient(const cuda::on &place, device_matrix<float> start, int steps) {
  return soac::gradient<heat, soac::wrt<0>>(place, start, steps);
}
cuda::scalar<float> clusters_run(const cuda::on &place, device_matrix<float> points, device_matrix<float> centers) {
  return soac::run<clusters>(place, points, centers);
}
cuda::scalar<double> mixture_run(const cuda::on &place, cuda::view<const double> weights, device_matrix<double> means,
                                 device_matrix<double> diagonals, device_matrix<double> lower, device_matrix<double> points) {
  return soac::run<mixture>(place, weights, means, diagonals, lower, points);
}
cuda::scalar<float> heat_run(const cuda::on &place, device_matrix<float> start, int steps) { return soac::run<heat>(place, start, steps); }

} // namespace gpu
