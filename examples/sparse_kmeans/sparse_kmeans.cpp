#include "sparse_kmeans.hpp"

#include "sparse_kmeans.soac.hpp"

#include <limits>

double cost(const Sparse &points, soac::view<const double, 2> centers) {
  const auto squares =
      soac::map([](auto center) { return soac::sum(soac::map([](double c) { return c * c; }, center)); }, centers);
  const auto nearest = soac::tabulate(
      [&](soac::index i) {
        // |x - c|^2 is |c|^2 and what the numbers of the row change in it.
        const auto distances = soac::map(
            [&](auto center, double square) {
              for (soac::index k = points.starts[i]; k < points.starts[i + 1]; ++k)
                square += points.values[k] * (points.values[k] - 2 * center[points.columns[k]]);
              return square;
            },
            centers, squares);
        return soac::reduce(soac::minimum{}, std::numeric_limits<double>::infinity(), distances);
      },
      static_cast<soac::index>(points.starts.size()) - 1);
  return soac::sum(nearest);
}

std::tuple<soac::array<double, 2>, soac::array<double, 2>> derivatives(const Sparse &points,
                                                                       soac::view<const double, 2> centers) {
  soac::array<double, 2> ones(centers.extent(0), centers.extent(1));
  for (double &one : std::span(ones.data(), static_cast<std::size_t>(ones.size())))
    one = 1;
  return soac::value_and_jvp<soac::gradient<cost, soac::wrt<1>>>(points, centers, ones);
}
