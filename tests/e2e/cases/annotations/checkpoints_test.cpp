#include "checkpoints.hpp"

#include "check.hpp"
#include "checkpoints.soac.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace annotated_nests {

using reals = std::vector<double>;

namespace {
const reals five{0.3, -0.7, 0.9, 0.2, 0.5};
const reals factors{0.9, 1.2, 0.7, 1.1, -0.4, 2.0, 1.5};
} // namespace

TEST(AnnotatedNests, nested_loops) {
  for (const int n : {0, 1, 4, 5})
    for (const int m : {0, 1, 3, 10}) {
      reals plain(5), other(5), third(5);
      const double value = nested_vjp(five, n, m, 1.0, plain);
      EXPECT_EQ(value, nested_annotated_vjp(five, n, m, 1.0, other));
      EXPECT_EQ(value, nested_mixed_vjp(five, n, m, 1.0, third));
      for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(plain[i], other[i], 1e-12 * (1 + std::fabs(plain[i])));
        EXPECT_NEAR(plain[i], third[i], 1e-12 * (1 + std::fabs(plain[i])));
      }
    }
  EXPECT_DERIVATIVES(nested_annotated, five, 5, 6);
  EXPECT_DERIVATIVES(nested_mixed, five, 5, 6);
}

TEST(AnnotatedNests, in_maps_and_branches) {
  for (const int n : {0, 1, 2, 9, 10}) {
    EXPECT_DERIVATIVES(per_element_2, five, n);
    EXPECT_DERIVATIVES(per_element_r2, five, n);
    EXPECT_DERIVATIVES(in_branch_2, 0.7, n);
    EXPECT_DERIVATIVES(in_branch_2, -0.7, n);
    EXPECT_DERIVATIVES(in_branch_r2, 0.7, n);
  }
  EXPECT_DERIVATIVES(over_range_2, five);
  EXPECT_DERIVATIVES(over_range_r2, five);
  EXPECT_DERIVATIVES(downwards_2, factors, 7);
  EXPECT_DERIVATIVES(single_r2, 0.5f, 6);
  EXPECT_DERIVATIVES(output_2, five, reals{1, 2, 3, 4, 5}, 5, 4);
  EXPECT_DERIVATIVES(output_r2, five, reals{1, 2, 3, 4, 5}, 5, 4);
}

} // namespace annotated_nests

namespace annotated_twice {

namespace {

const soac::array<double> start{0.3, -0.7, 0.9, 0.2};
const int trips[] = {0, 1, 2, 5, 9, 10};

} // namespace

TEST(AnnotatedTwice, plain) {
  for (const int n : trips) {
    EXPECT_DERIVATIVES(by_tangent_plain, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(by_adjoint_plain, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(of_gradient_plain, start, n);
  }
}

TEST(AnnotatedTwice, strip2) {
  for (const int n : trips) {
    EXPECT_DERIVATIVES(by_tangent_strip2, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(by_adjoint_strip2, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(of_gradient_strip2, start, n);
    EXPECT_DOUBLE_EQ(by_adjoint_strip2(0.8, 0.4, n), by_adjoint_plain(0.8, 0.4, n));
    EXPECT_DOUBLE_EQ(of_gradient_strip2(start, n), of_gradient_plain(start, n));
  }
}

TEST(AnnotatedTwice, revolve2) {
  for (const int n : trips) {
    EXPECT_DERIVATIVES(by_tangent_revolve2, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(by_adjoint_revolve2, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(of_gradient_revolve2, start, n);
    EXPECT_DOUBLE_EQ(by_adjoint_revolve2(0.8, 0.4, n), by_adjoint_plain(0.8, 0.4, n));
    EXPECT_DOUBLE_EQ(of_gradient_revolve2(start, n), of_gradient_plain(start, n));
  }
}

} // namespace annotated_twice

// What the adjoint of a loop stores, as the workspace's high-water mark says it: 10^5 steps, small states.

namespace {

constexpr int steps = 100000, size = 20;

struct Measured {
  double value;
  std::vector<double> gradient;
  std::size_t bytes;
};

template <class F> Measured measure(F vjp) {
  std::vector<double> x(size), x_adj(size);
  for (int i = 0; i < size; ++i)
    x[static_cast<std::size_t>(i)] = 0.1 + 1e-4 * ((i * 7) % size);
  soac::workspace workspace;
  const double value = vjp(x, steps, 1.0, x_adj, workspace);
  return {value, x_adj, workspace.high_water()};
}

#define MEASURE(f) measure([](auto &&...x) { return f##_vjp(static_cast<decltype(x)>(x)...); })

void expect_same(const Measured &a, const Measured &b) {
  EXPECT_EQ(a.value, b.value);
  for (std::size_t i = 0; i < a.gradient.size(); ++i)
    EXPECT_NEAR(a.gradient[i], b.gradient[i], 1e-12 * (1 + std::fabs(a.gradient[i])));
}

void expect_small(const Measured &plain, const Measured &two, const Measured &three, const Measured &revolved) {
  expect_same(plain, two);
  expect_same(plain, three);
  expect_same(plain, revolved);
  const double all = static_cast<double>(plain.bytes);
  EXPECT_LT(static_cast<double>(two.bytes) / all, 0.007);
  EXPECT_LT(static_cast<double>(three.bytes) / all, 0.002);
  EXPECT_LT(static_cast<double>(revolved.bytes) / all, 0.002);
}

TEST(CheckpointMemory, AWholeStateOf100000Steps) {
  const Measured plain = MEASURE(evolve);
  EXPECT_GT(plain.bytes, std::size_t{8} * steps * size);
  expect_small(plain, MEASURE(evolve_2), MEASURE(evolve_3), MEASURE(evolve_r100));
}

TEST(CheckpointMemory, AStateChangedInPlace100000Times) {
  const Measured plain = MEASURE(smooth);
  EXPECT_GT(plain.bytes, std::size_t{8} * steps * (size - 2));
  expect_small(plain, MEASURE(smooth_2), MEASURE(smooth_3), MEASURE(smooth_r100));
}

} // namespace
