// What the adjoint of a loop stores, as the workspace's high-water mark says it: 10^5 steps, small states.
#include "checkpoint_memory.hpp"

#include "checkpoint_memory.soac.hpp"

#include <gtest/gtest.h>

#include <cmath>

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
