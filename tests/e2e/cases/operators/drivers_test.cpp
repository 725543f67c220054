#include "drivers.hpp"

#include "check.hpp"
#include "drivers.soac.hpp"

#include <cmath>

namespace {

using namespace drivers;

void expect_close(double found, double expected, double tolerance, const std::string &what) {
  EXPECT_NEAR(found, expected, tolerance * std::max(1.0, std::fabs(expected))) << what;
}
std::string entry(const char *name, soac::index i, soac::index j) {
  return std::string(name) + "(" + std::to_string(i) + ", " + std::to_string(j) + ")";
}
/// The central difference of every component in direction j.
template <class F> auto difference(const F &f, const Vector &x, soac::index j) {
  const double h = 1e-5;
  Vector above = x, below = x;
  above(j) += h, below(j) -= h;
  return std::pair(f(above), f(below));
}
const Vector at{0.3, 0.9, -0.4, 0.6};

} // namespace

TEST(Drivers, JacobiansAgreeWithEachOtherAndWithDifferences) {
  for (const Jacobians &c : all_jacobians()) {
    const Vector y = c.f(at);
    const Matrix forward = c.forward(at), reverse = c.reverse(at);
    ASSERT_EQ(forward.extent(0), y.extent(0)) << c.name;
    ASSERT_EQ(forward.extent(1), at.extent(0)) << c.name;
    ASSERT_EQ(reverse.extent(0), y.extent(0)) << c.name;
    ASSERT_EQ(reverse.extent(1), at.extent(0)) << c.name;
    for (soac::index j = 0; j < at.extent(0); ++j) {
      const auto [above, below] = difference(c.f, at, j);
      for (soac::index i = 0; i < y.extent(0); ++i) {
        expect_close(forward(i, j), (above(i) - below(i)) / 2e-5, 1e-7, entry(c.name, i, j));
        expect_close(reverse(i, j), forward(i, j), 1e-12, entry(c.name, i, j));
      }
    }
  }
}
TEST(Drivers, ManySeedsAreProductsWithTheJacobian) {
  const int k = 3;
  for (const Jacobians &c : all_jacobians()) {
    const Matrix jacobian = c.forward(at);
    const soac::index m = jacobian.extent(0), n = jacobian.extent(1);
    Matrix dx(k, n), dy(k, m);
    for (soac::index s = 0; s < k; ++s) {
      for (soac::index j = 0; j < n; ++j)
        dx(s, j) = std::sin(1.0 + 3.0 * static_cast<double>(s + 5 * j));
      for (soac::index i = 0; i < m; ++i)
        dy(s, i) = std::cos(2.0 + 7.0 * static_cast<double>(s + 3 * i));
    }
    const Matrix tangents = c.jmp(at, dx), adjoints = c.mjp(at, dy);
    for (soac::index s = 0; s < k; ++s) {
      for (soac::index i = 0; i < m; ++i) {
        double expected = 0.0;
        for (soac::index j = 0; j < n; ++j)
          expected += jacobian(i, j) * dx(s, j);
        expect_close(tangents(s, i), expected, 1e-11, entry(c.name, s, i));
      }
      for (soac::index j = 0; j < n; ++j) {
        double expected = 0.0;
        for (soac::index i = 0; i < m; ++i)
          expected += jacobian(i, j) * dy(s, i);
        expect_close(adjoints(s, j), expected, 1e-11, entry(c.name, s, j));
      }
    }
  }
}
TEST(Drivers, HessiansAgreeInAllCombinationsOfModes) {
  for (const Hessians &c : all_hessians()) {
    const Matrix h = c.hessian(at), rof = c.reverse_over_forward(at), ror = c.reverse_over_reverse(at);
    const Vector direction{1.0, -2.0, 0.5, 3.0};
    const Vector product = c.hvp(at, direction);
    for (soac::index j = 0; j < at.extent(0); ++j) {
      const auto [above, below] = difference(c.gradient, at, j);
      double expected = 0.0;
      for (soac::index i = 0; i < at.extent(0); ++i) {
        expect_close(h(i, j), (above(i) - below(i)) / 2e-5, 1e-6, entry(c.name, i, j));
        expect_close(rof(i, j), h(i, j), 1e-11, entry(c.name, i, j));
        expect_close(ror(i, j), h(i, j), 1e-11, entry(c.name, i, j));
        expect_close(h(j, i), h(i, j), 1e-11, entry(c.name, i, j));
        expected += h(j, i) * direction(i);
      }
      expect_close(product(j), expected, 1e-11, entry(c.name, j, 0));
    }
  }
}
TEST(Drivers, TakeEveryKindOfParameterAndResult) {
  const std::vector<double> expected = {5,  3,  15, 12, 4,  6,  1,  12, 6,  12, 3,  3,  1,  6,  1,
                                        1,  0,  60, 0,  9,  90, 13, 40, 2,  9,  12, 12, 0,  1,  48,
                                        48, 48, 48, 48, 48, 48, 42, 28, 4,  12, 4,  48, 64, 168};
  const std::vector<double> found = call_all();
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
}

/// d f[i][j] / d at[k][l] by central differences.
template <class F, class A> double entry_of(const F &f, const A &at, std::size_t i, std::size_t j, std::size_t k, std::size_t l) {
  A above = at, below = at;
  above[k][l] += 1e-5;
  below[k][l] -= 1e-5;
  return (f(above)[i][j] - f(below)[i][j]) / 2e-5;
}
template <class Jacobian, class F, class A> void expect_entries(const Jacobian &found, const F &f, const A &at) {
  for (std::size_t i = 0; i < at.size(); ++i)
    for (std::size_t j = 0; j < at[i].size(); ++j)
      for (std::size_t k = 0; k < at.size(); ++k)
        for (std::size_t l = 0; l < at[k].size(); ++l)
          EXPECT_NEAR(found(i, k, l)[j], entry_of(f, at, i, j, k, l), 1e-8) << i << j << k << l;
}
TEST(Drivers, BetweenFixedArrays) {
  const Square m{{{0.5, -0.7}, {1.2, 0.3}}};
  expect_entries(power_forward(m), power, m);
  expect_entries(power_reverse(m), power, m);
  const auto slope = [](const Square &a) {
    return Square{{{a[1][1] - a[0][1] * a[1][0], -a[1][0] * a[0][0]}, {-a[0][1] * a[0][0], a[0][0]}}};
  };
  expect_entries(curvature_of_cubic(m), slope, m);
  const Points p{{0.1, 0.2, 0.3}, {-0.4, 0.5, 0.6}};
  expect_entries(warped_reverse(p), warped, p);
}
