#include "groups.hpp"

#include "check.hpp"
#include "groups.soac.hpp"

#include <cmath>

using namespace groups;

namespace {
soac::array<double, 2> some_points(soac::index n, soac::index d) {
  return soac::tabulate([=](soac::index i, soac::index r) { return std::sin(0.3 + 1.7 * static_cast<double>(i) + 0.9 * static_cast<double>(r * r)); }, n, d);
}
soac::array<double, 3> some_factors(soac::index k, soac::index d) {
  return soac::tabulate(
      [=](soac::index c, soac::index j, soac::index r) {
        return std::sin(0.1 + 1.3 * static_cast<double>(c) + 0.7 * static_cast<double>(j * j) + 0.4 * static_cast<double>(r)) / static_cast<double>(d);
      },
      k, d, d);
}
template <class Array> std::vector<double> numbers(const Array &a) { return {a.data(), a.data() + a.size()}; }

/// The derivative with respect to the factors, by hand.
std::vector<double> slopes(const std::vector<double> &points, const std::vector<double> &factors, std::size_t k, std::size_t d) {
  std::vector<double> adjoint(factors.size(), 0), products(k * d), terms(k);
  for (std::size_t i = 0; i < points.size() / d; ++i) {
    double density = 0;
    for (std::size_t c = 0; c < k; ++c) {
      double square = 0;
      for (std::size_t j = 0; j < d; ++j) {
        double sum = 0;
        for (std::size_t r = 0; r < d; ++r)
          sum += factors[(c * d + j) * d + r] * points[i * d + r];
        products[c * d + j] = sum;
        square += sum * sum;
      }
      terms[c] = std::exp(-square);
      density += terms[c];
    }
    for (std::size_t c = 0; c < k; ++c)
      for (std::size_t j = 0; j < d; ++j)
        for (std::size_t r = 0; r < d; ++r)
          adjoint[(c * d + j) * d + r] -= 2 * terms[c] / density * products[c * d + j] * points[i * d + r];
  }
  return adjoint;
}
void expect_equal(const std::vector<double> &actual, const std::vector<double> &expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i)
    ASSERT_NEAR(actual[i], expected[i], 1e-10) << "element " << i;
}
} // namespace

DERIVATIVES(Groups, densities, numbers(some_points(37, 5)), numbers(some_factors(3, 5)), 3, 5)
DERIVATIVES(Groups, densities_by_library, some_points(37, 5), some_factors(3, 5))

// Blocks of lanes in a whole group and one that is not, and iterations that are left, of which all factors are more than a cache holds.
TEST(Groups, largeFactors) {
  const soac::index n = 16 * 9 + 5, k = 28, d = 100;
  const auto points = some_points(n, d);
  const auto factors = some_factors(k, d);
  const std::vector<double> expected = slopes(numbers(points), numbers(factors), static_cast<std::size_t>(k), static_cast<std::size_t>(d));
  std::vector<double> points_adj(numbers(points).size(), 0), factors_adj(numbers(factors).size(), 0);
  densities_vjp(numbers(points), numbers(factors), static_cast<int>(k), static_cast<int>(d), 1.0, points_adj, factors_adj);
  expect_equal(factors_adj, expected);
  expect_equal(slopes_of_densities(numbers(points), numbers(factors), static_cast<int>(k), static_cast<int>(d)), expected);
  expect_equal(numbers(slopes_of_densities_by_library(points, factors)), expected);
}
