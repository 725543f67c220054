#include "guards.hpp"

#include "check.hpp"
#include "guards.soac.hpp"
#include "waves.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace guards {

using e2e::waves;

TEST(Guards, OfSizes) {
  for (int n = 0; n < 6; ++n) {
    EXPECT_DERIVATIVES(relaxed, waves(n + 1), n, 3);
    EXPECT_DERIVATIVES(mean_of_guarded, waves(n + 1), 3);
    EXPECT_DERIVATIVES(mean_of_guarded, waves(n + 1), 0);
    for (const bool is : {false, true}) {
      EXPECT_DERIVATIVES(fitted, waves(n), waves(n + 1, 0.2, 0.9, 2), is);
      EXPECT_DERIVATIVES(fitted, waves(n + 1), waves(n + 1, 0.2, 0.9, 2), is);
      for (int width = 0; width < 3; ++width)
        EXPECT_DERIVATIVES(filtered, waves(n + 1), width, is);
    }
    for (int mode = -1; mode < 3; ++mode)
      EXPECT_DERIVATIVES(in_place, waves(n + 1), n, mode);
  }
}

TEST(Guards, OneBehindTheOther) {
  EXPECT_DERIVATIVES(many_guards, waves(5), 1, 2, 0.7, 3);
  EXPECT_DERIVATIVES(many_guards, waves(5), 5, -1, 0.7, 3);
  EXPECT_DERIVATIVES(many_guards, waves(5), 5, 6, 0.7, 3);
  EXPECT_DERIVATIVES(many_guards, waves(5), 5, 2, 0.7, 0);
  EXPECT_DERIVATIVES(many_guards, waves(5), 5, 2, -0.7, 3);
  EXPECT_DERIVATIVES(many_guards, waves(5), 5, 2, 0.7, 51);
  EXPECT_DERIVATIVES(many_guards, waves(5), 5, 2, 0.7, 3);
}

TEST(Guards, OfMethods) {
  for (int steps = 0; steps < 4; ++steps) {
    for (int method = 0; method < 3; ++method)
      EXPECT_DERIVATIVES(by_method, waves(5), method, steps);
    for (const Scheme scheme : {Scheme::upwind, Scheme::central, Scheme::lax})
      for (const int n : {0, 1, 6})
        EXPECT_DERIVATIVES(by_scheme, waves(n), 0.3, scheme, steps);
    for (const bool is : {false, true})
      EXPECT_DERIVATIVES(behind_branch, waves(5), is, steps);
    EXPECT_DERIVATIVES(of_first, waves(5, 0.1, 0.4), steps);
    EXPECT_DERIVATIVES(of_first, waves(5, 0.6, 0.9), steps);
  }
}

TEST(Guards, OfNumbers) {
  for (const double a : {-1.5, -0.6, 0.4, 1.2})
    EXPECT_DERIVATIVES(by_sign, waves(4), a);
  for (const int m : {-1, 0, 1, 2, 7})
    EXPECT_DERIVATIVES(of_ratio, waves(5), 5, m);
}

TEST(Guards, SeveralInOneFunction) {
  for (const bool first : {false, true}) {
    const std::vector<numbers> rows{waves(3), waves(3, 0.2, 0.9, 2)};
    EXPECT_DERIVATIVES(of_rows, rows, 0.7, first);
    EXPECT_DERIVATIVES(of_rows, std::vector<numbers>{}, 0.7, first);
    for (const bool second : {false, true})
      EXPECT_DERIVATIVES(both_sides, waves(4), waves(4, 0.2, 0.9, 2), first, second);
  }
}

TEST(Guards, WhatIsNotTakenMayBeInfinite) {
  EXPECT_DERIVATIVES(grown, (numbers{0.5, 1.5, 0.75}), (numbers{2, 3, 0.5}));
  numbers u_adj(3), f_adj(3);
  grown_vjp(numbers{0.5, 1e10, 3}, numbers{2, 1e300, 1e300}, 1.0, u_adj, f_adj);
  EXPECT_EQ(u_adj, (numbers{4, 2e10, 6}));
  EXPECT_EQ(f_adj, (numbers{1, 0, 0}));
}

TEST(Guards, ThatThrow) {
  EXPECT_DERIVATIVES(checked, waves(4), 4);
  EXPECT_DERIVATIVES(checked, waves(4), 2);
  numbers adjoint(4);
  EXPECT_THROW(checked_vjp(waves(4), 5, 1.0, adjoint), std::invalid_argument);
  EXPECT_THROW(checked_vjp(waves(4), -1, 1.0, adjoint), std::invalid_argument);
}

} // namespace guards
