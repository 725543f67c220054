#include "annotated.hpp"

#include "annotated.soac.hpp"
#include "check.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

using reals = std::vector<double>;
using namespace annotated;

namespace {

const reals five{0.3, -0.7, 0.9, 0.2, 0.5};
const reals factors{0.9, 1.2, 0.7, 1.1, -0.4, 2.0, 1.5};
// Around the squares and cubes at which the strips' lengths change.
const int trips[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 15, 16, 17, 24, 26, 27, 28};

/// An annotation changes neither value nor derivatives beyond the rounding of sums in another order.
template <class Plain, class Annotated> void expect_same(Plain plain, Annotated other, double tolerance = 1e-13) {
  const auto [value, gradient] = plain();
  const auto [value_2, gradient_2] = other();
  EXPECT_EQ(value, value_2);
  ASSERT_EQ(gradient.size(), gradient_2.size());
  for (std::size_t i = 0; i < gradient.size(); ++i)
    EXPECT_NEAR(gradient[i], gradient_2[i], tolerance * (1 + std::fabs(gradient[i])));
}

template <class F> auto of_pendulum(F vjp, int steps) {
  return [=] {
    double angle = 0, length = 0;
    const double value = vjp(1.2, 0.8, steps, 1.0, angle, length);
    return std::pair(value, reals{angle, length});
  };
}

template <class F> auto of_mixed(F vjp, int steps) {
  return [=] {
    reals x(5), rate(1);
    const double value = vjp(five, 0.4, steps, 1.0, x, rate[0]);
    x.push_back(rate[0]);
    return std::pair(value, x);
  };
}

template <class F> auto of_sweeps(F vjp, int steps) {
  return [=] {
    reals x(5);
    const double value = vjp(five, steps, 1.0, x);
    return std::pair(value, x);
  };
}

#define VJP(f) [](auto &&...x) { return f##_vjp(static_cast<decltype(x)>(x)...); }

} // namespace

TEST(Annotated, pendulum) {
  for (const int n : trips) {
    const auto plain = of_pendulum(VJP(pendulum), n);
    expect_same(plain, of_pendulum(VJP(pendulum_2), n));
    expect_same(plain, of_pendulum(VJP(pendulum_3), n));
    expect_same(plain, of_pendulum(VJP(pendulum_r1), n));
    expect_same(plain, of_pendulum(VJP(pendulum_r2), n));
    expect_same(plain, of_pendulum(VJP(pendulum_r3), n));
    expect_same(plain, of_pendulum(VJP(pendulum_r5), n));
  }
  for (const int n : {0, 1, 9, 17}) {
    EXPECT_DERIVATIVES(pendulum_2, 1.2, 0.8, n);
    EXPECT_DERIVATIVES(pendulum_3, 1.2, 0.8, n);
    EXPECT_DERIVATIVES(pendulum_r1, 1.2, 0.8, n);
    EXPECT_DERIVATIVES(pendulum_r3, 1.2, 0.8, n);
  }
}

TEST(Annotated, mixed_state) {
  for (const int n : trips) {
    const auto plain = of_mixed(VJP(mixed), n);
    expect_same(plain, of_mixed(VJP(mixed_2), n));
    expect_same(plain, of_mixed(VJP(mixed_3), n));
    expect_same(plain, of_mixed(VJP(mixed_r2), n));
    expect_same(plain, of_mixed(VJP(mixed_r4), n));
  }
  EXPECT_DERIVATIVES(mixed_2, five, 0.4, 10);
  EXPECT_DERIVATIVES(mixed_3, five, 0.4, 10);
  EXPECT_DERIVATIVES(mixed_r4, five, 0.4, 10);
}

TEST(Annotated, in_place) {
  for (const int n : trips) {
    const auto plain = of_sweeps(VJP(sweeps), n);
    expect_same(plain, of_sweeps(VJP(sweeps_2), n));
    expect_same(plain, of_sweeps(VJP(sweeps_3), n));
    expect_same(plain, of_sweeps(VJP(sweeps_r3), n));
  }
  EXPECT_DERIVATIVES(sweeps_2, five, 7);
  EXPECT_DERIVATIVES(sweeps_r3, five, 7);
}

TEST(Annotated, left_early) {
  for (const int n : {0, 1, 2, 3, 8, 9, 10, 40}) {
    EXPECT_DERIVATIVES(leaves_2, 0.9, n);
    EXPECT_DERIVATIVES(leaves_r2, 0.9, n);
    double x = 0, x_2 = 0, x_r = 0;
    leaves_vjp(0.9, n, 1.0, x);
    leaves_2_vjp(0.9, n, 1.0, x_2);
    leaves_r2_vjp(0.9, n, 1.0, x_r);
    EXPECT_DOUBLE_EQ(x, x_2);
    EXPECT_DOUBLE_EQ(x, x_r);
  }
  for (const int n : {0, 1, 2, 4, 5, 7}) {
    EXPECT_DERIVATIVES(returns, factors, n);
    EXPECT_DERIVATIVES(returns_3, factors, n);
    EXPECT_DERIVATIVES(returns_r2, factors, n);
  }
}

TEST(Annotated, while_loops) {
  for (const double x : {0.0, 0.012, 0.5, 3.0}) {
    EXPECT_DERIVATIVES(halves_2, x);
    EXPECT_DERIVATIVES(halves_r2, x);
    EXPECT_DERIVATIVES(bounded_2, x, 20);
    EXPECT_DERIVATIVES(bounded_r3, x, 20);
    double a = 0, a_2 = 0, a_r = 0;
    halves_vjp(x, 1.0, a);
    halves_2_vjp(x, 1.0, a_2);
    halves_r2_vjp(x, 1.0, a_r);
    EXPECT_DOUBLE_EQ(a, a_2);
    EXPECT_DOUBLE_EQ(a, a_r);
  }
  EXPECT_DERIVATIVES(do_while_2, 2.0);
  double x_adj = 0;
  EXPECT_THROW(bounded_2_vjp(3.0, 2, 1.0, x_adj), std::runtime_error);
  EXPECT_THROW(bounded_r3_vjp(3.0, 2, 1.0, x_adj), std::runtime_error);
}

// x = 1: 1, 1.58.., .., above 10 after 6 iterations.
TEST(Annotated, bounds) {
  for (const int most : {6, 7, 1000})
    EXPECT_DERIVATIVES(bounded, 1.0, most);
  EXPECT_DERIVATIVES(bounded, 11.0, 0);
  EXPECT_DERIVATIVES(bounded_by_what_changes, 0.7, 4);
  EXPECT_DERIVATIVES(bounded_by_what_changes, 0.7, 0);
  EXPECT_DERIVATIVES(bounded_in_loops, reals({1.1, 2.0, 0.5}), 10);
  const auto fails = [](auto call) {
    try {
      call();
    } catch (const std::runtime_error &e) {
      const std::string what = e.what();
      EXPECT_NE(what.find("bound most at annotated.cpp:"), std::string::npos) << what;
      return;
    }
    ADD_FAILURE() << "a wrong bound passes";
  };
  reals x_adj(3);
  for (const int most : {5, 1, 0, -1}) {
    fails([&] { bounded_vjp(1.0, most, 1.0, x_adj[0]); });
    fails([&] { bounded_jvp(1.0, most, 1.0, x_adj[0]); });
    fails([&] { bounded_in_loops_vjp({1.1, 2.0, 0.5}, most - 3, 1.0, x_adj); });
    fails([&] { bounded_in_loops_jvp({1.1, 2.0, 0.5}, most - 3, reals{1, 1, 1}, x_adj[0]); });
  }
}
