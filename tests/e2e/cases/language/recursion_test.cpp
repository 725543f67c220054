#include "recursion.hpp"

#include "check.hpp"
#include "recursion.soac.hpp"

#include <cmath>
#include <stdexcept>

namespace recursion {
namespace {

using V = std::vector<double>;

TEST(Recursion, power) {
  for (int n : {0, 1, 2, 13})
    EXPECT_DERIVATIVES(power, 1.1, n);
}
DERIVATIVES(Recursion, ackermann_like, 0.4, 0.7, 5)
TEST(Recursion, reflected) {
  for (double x : {-4.7, -0.3, 0.4, 5.1})
    EXPECT_DERIVATIVES(reflected, x);
}
TEST(Recursion, integral) {
  EXPECT_DERIVATIVES(integral, 0.1, 3.0, 0.5);
  EXPECT_DERIVATIVES(integral, 3.0, 0.1, 0.5);
}
TEST(Recursion, even_odd) {
  for (int n : {0, 1, 6})
    EXPECT_DERIVATIVES(even_odd, 0.4, 0.7, n);
}
TEST(Recursion, determinant) {
  soac::array<double, 2> m(4, 4);
  for (int i = 0; i < 16; ++i)
    m(i / 4, i % 4) = std::sin(1.0 + i * i);
  EXPECT_DERIVATIVES(determinant, m);
}
TEST(Recursion, determinant_by_lists) {
  for (int n = 1; n < 5; ++n) {
    soac::array<double, 2> m(n, n);
    for (int i = 0; i < n * n; ++i)
      m(i / n, i % n) = std::sin(1.0 + i * i);
    EXPECT_DERIVATIVES(determinant_by_lists, m);
  }
}
TEST(Recursion, from_index) {
  EXPECT_DERIVATIVES(from_index, (V{1.1, 0.4, 0.8, 1.3}), 0.7);
  EXPECT_DERIVATIVES(from_index, V{}, 0.7);
}
TEST(Recursion, from_vector) { EXPECT_DERIVATIVES(from_vector, (V{1.1, 0.4, 0.8, 1.3, 0.2})); }
TEST(Recursion, from_pointer) { EXPECT_DERIVATIVES(from_pointer, (V{1.1, 0.4, 0.8, 1.3, 0.2}), 5); }
TEST(Recursion, split_pointer) { EXPECT_DERIVATIVES(split_pointer, (V{1.1, 0.4, 0.8, 1.3, 0.2}), 5); }
TEST(Recursion, two_arrays) { EXPECT_DERIVATIVES(two_arrays, (V{1.1, 0.4, 0.8}), (V{0.3, 1.2, -0.7})); }
DERIVATIVES(Recursion, with_records, 0.2, 0.4, 6)
DERIVATIVES(Recursion, with_references, 0.9, 4)
DERIVATIVES(Recursion, in_a_loop, 0.6, 6)
TEST(Recursion, in_a_map) { EXPECT_DERIVATIVES(in_a_map, (V{1.1, 0.4, 0.8, 1.3}), 0.7); }
DERIVATIVES(Recursion, checked, 0.9, 5)
TEST(Recursion, exceptions) {
  double x_adj = 0;
  EXPECT_THROW(checked_vjp(0.9, 20, 1.0, x_adj), std::domain_error);
}
TEST(Recursion, local_array) { EXPECT_DERIVATIVES(local_array, 0.6, 5); }
DERIVATIVES(Recursion, static_member, 0.6, 5)
DERIVATIVES(Recursion, member, 0.9, 4)
DERIVATIVES(Recursion, written_array, 0.6, 3)
DERIVATIVES(Recursion, crossed_references, 1.1, 0.7)
DERIVATIVES(Recursion, generic_lambda, 0.9, 3)
DERIVATIVES(Recursion, one_twice, 0.9, 5)
TEST(Recursion, halves_in_place) {
  EXPECT_DERIVATIVES(halves_in_place, (V{1.1, 0.4, 0.8, 1.3, -0.2, 0.7}), 0.8);
  EXPECT_DERIVATIVES(halves_in_place, V{}, 0.8);
}

TEST(Recursion, with_memory) {
  for (int n : {0, 3, 5})
    EXPECT_DERIVATIVES(with_memory, 0.6, 0.8, n);
}
TEST(Recursion, of_spans) {
  const std::vector<double> x{0.3, -0.7, 1.4, 0.9, -1.1};
  std::vector<double> y{0.2, 0.5, 1.7, -0.3, 0.8};
  EXPECT_DERIVATIVES(of_spans, x, y, 0.6);
}

TEST(Recursion, secondDerivativesOfAPower) {
  const double expected = 13 * 12 * std::pow(1.1, 11);
  EXPECT_NEAR(power_hessian(1.1, 13), expected, 1e-9 * expected);
  EXPECT_NEAR(power_forward_over_reverse(1.1, 13), expected, 1e-9 * expected);
  EXPECT_NEAR(power_reverse_over_reverse(1.1, 13), expected, 1e-9 * expected);
}

TEST(Recursion, hessianOfTheDeterminant) {
  soac::array<double, 2> m(3, 3), direction(3, 3);
  for (int i = 0; i < 9; ++i) {
    m(i / 3, i % 3) = std::sin(1.0 + i * i);
    direction(i / 3, i % 3) = 0.5 + i;
  }
  const auto h = determinant_hessian(m);
  const auto hv = determinant_hvp(m, direction);
  soac::array<double, 2> sums(3, 3);
  for (int i = 0; i < 9; ++i) {
    soac::array<double, 2> up = m, down = m;
    up(i / 3, i % 3) += 1e-4, down(i / 3, i % 3) -= 1e-4;
    const auto above = determinant_gradient(up), below = determinant_gradient(down);
    for (int j = 0; j < 9; ++j) {
      EXPECT_NEAR(h(i / 3, i % 3, j / 3, j % 3), (above(j / 3, j % 3) - below(j / 3, j % 3)) / 2e-4, 1e-8);
      sums(j / 3, j % 3) += h(i / 3, i % 3, j / 3, j % 3) * direction(i / 3, i % 3);
    }
  }
  for (int j = 0; j < 9; ++j)
    EXPECT_NEAR(hv(j / 3, j % 3), sums(j / 3, j % 3), 1e-10);
}

} // namespace
} // namespace recursion
