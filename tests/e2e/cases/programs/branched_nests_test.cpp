#include "branched_nests.hpp"

#include "branched_nests.soac.hpp"
#include "check.hpp"
#include "waves.hpp"

#include <gtest/gtest.h>

namespace branched_nests {

using e2e::waves;

TEST(BranchedNests, ByTables) {
  for (const int sweeps : {0, 1, 3})
    for (const std::vector<int> &mask : {std::vector<int>{1, 0, 1, 1, 0}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}}) {
      EXPECT_DERIVATIVES(masked_rows, waves(20), mask, 5, 4, sweeps);
      EXPECT_DERIVATIVES(masked_rows, waves(1), mask, 1, 1, sweeps);
      EXPECT_DERIVATIVES(ordered, waves(12), (std::vector<int>{2, 0, 3, 1}), 4, 3, sweeps);
      EXPECT_DERIVATIVES(relaxed_where, waves(12), waves(4, 0.1, 0.9, sweeps + 1), 4, 3, sweeps);
      EXPECT_DERIVATIVES(counted_only, waves(20), mask, 5, 4, 0.7);
    }
}

TEST(BranchedNests, ByTheirData) {
  for (int seed = 1; seed < 4; ++seed)
    for (const int sweeps : {0, 1, 3}) {
      EXPECT_DERIVATIVES(skipped_rotations, waves(16, 0.1, 1.1, seed), 4, sweeps);
      EXPECT_DERIVATIVES(both_arms, waves(15, 0.2, 0.9, seed), 5, 3, sweeps);
      EXPECT_DERIVATIVES(two_arrays, waves(5, 0.2, 0.9, seed), waves(5, 0.2, 0.9, seed + 1), 5, sweeps);
      EXPECT_DERIVATIVES(by_other_data, waves(12, 0.2, 0.9, seed), waves(4, 0.1, 0.9, seed + 1), 4, 3, sweeps);
      EXPECT_DERIVATIVES(by_rounded, waves(12, 0.2, 0.9, seed), waves(4, 0.1, 0.9, seed + 1), 4, 3, sweeps);
      EXPECT_DERIVATIVES(rotated_in_place, waves(16, 0.2, 0.9, seed), 4, sweeps);
    }
}

TEST(BranchedNests, OneInAnother) {
  for (int seed = 1; seed < 4; ++seed)
    for (const double low : {0.1, 0.4, 2.0})
      for (const double high : {0.1, 0.6, 2.0})
        EXPECT_DERIVATIVES(one_in_another, waves(18, 0.2, 0.9, seed), 6, 3, low, high);
}

TEST(BranchedNests, OfOtherForms) {
  for (int seed = 1; seed < 4; ++seed) {
    EXPECT_DERIVATIVES(givens, waves(16, -0.6, 0.9, seed), 4);
    EXPECT_DERIVATIVES(pivoted, waves(16, -0.6, 0.9, seed), 4);
    EXPECT_DERIVATIVES(until_small, waves(6, 0.2, 0.9, seed), 6, 5);
    EXPECT_DERIVATIVES(levels, waves(8, 0.4, 0.9, seed), 8);
    EXPECT_DERIVATIVES(empty_arms, waves(5, 0.2, 0.9, seed), (std::vector<int>{0, 2, 0, 3, 1}), 5);
    EXPECT_DERIVATIVES(empty_arms, waves(5, 0.2, 0.9, seed), (std::vector<int>{0, 0, 0, 0, 0}), 5);
  }
}

TEST(BranchedNests, OfFewElements) {
  for (int n = 0; n < 3; ++n) {
    EXPECT_DERIVATIVES(skipped_rotations, waves(n * n + 1, 0.1, 1.1), n, 2);
    EXPECT_DERIVATIVES(givens, waves(n * n + 1), n);
    EXPECT_DERIVATIVES(both_arms, waves(n * 2 + 1), n, 2, 2);
    EXPECT_DERIVATIVES(levels, waves(n + 1), n);
  }
}

} // namespace branched_nests
