#include "problems.hpp"

#include "clusters.soac.hpp"

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

std::tuple<cuda::array<float, 2>, cuda::array<float, 2>> clusters_newton(const cuda::on &place, device_matrix<float> points,
                                                                         device_matrix<float> centers, device_matrix<float> ones) {
  return soac::value_and_jvp<soac::gradient<clusters, soac::wrt<1>>>(place, points, centers, ones);
}
std::tuple<cuda::array<double, 2>, cuda::array<double, 2>>
sparse_clusters_newton(const cuda::on &place, cuda::view<const soac::index> starts, cuda::view<const soac::index> columns,
                       cuda::view<const double> entries, device_matrix<double> centers, device_matrix<double> ones) {
  return soac::value_and_jvp<soac::gradient<sparse_clusters, soac::wrt<3>>, soac::wrt<3>>(place, starts, columns, entries, centers, ones);
}
cuda::scalar<float> clusters_run(const cuda::on &place, device_matrix<float> points, device_matrix<float> centers) {
  return soac::run<clusters>(place, points, centers);
}
cuda::scalar<double> sparse_clusters_run(const cuda::on &place, cuda::view<const soac::index> starts, cuda::view<const soac::index> columns,
                                         cuda::view<const double> entries, device_matrix<double> centers) {
  return soac::run<sparse_clusters>(place, starts, columns, entries, centers);
}

} // namespace gpu
