#include "groups.hpp"
#include "groups.soac.hpp"

#include <cmath>

namespace groups {

// sum over points x of log(sum over c of exp(-|A_c x|^2)), where A_c is d x d.
#pragma soac differentiate(vjp, jvp)
double densities(const std::vector<double> &points, const std::vector<double> &factors, int k, int d) {
  const int n = static_cast<int>(points.size()) / d;
  std::vector<double> terms(k);
  double all = 0;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < k; ++c) {
      double square = 0;
      for (int j = 0; j < d; ++j) {
        double sum = 0;
        for (int r = 0; r < d; ++r)
          sum += factors[(c * d + j) * d + r] * points[i * d + r];
        square += sum * sum;
      }
      terms[c] = square;
    }
    double density = 0;
    for (int c = 0; c < k; ++c)
      density += std::exp(-terms[c]);
    all += std::log(density);
  }
  return all;
}

#pragma soac differentiate(vjp, jvp)
double densities_by_library(soac::view<const double, 2> points, soac::view<const double, 3> factors) {
  return soac::sum(soac::map(
      [&](auto x) {
        return std::log(soac::sum(soac::map(
            [&](auto factor) {
              return std::exp(-soac::sum(soac::map(
                  [&](auto row) {
                    const double sum = soac::dot(row, x);
                    return sum * sum;
                  },
                  factor)));
            },
            factors)));
      },
      points));
}

std::vector<double> slopes_of_densities(const std::vector<double> &points, const std::vector<double> &factors, int k, int d) {
  return soac::gradient<densities, soac::wrt<1>>(points, factors, k, d);
}
soac::array<double, 3> slopes_of_densities_by_library(soac::view<const double, 2> points, soac::view<const double, 3> factors) {
  return soac::gradient<densities_by_library, soac::wrt<1>>(points, factors);
}

} // namespace groups
