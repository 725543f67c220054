#include "taking_turns.hpp"

#include "check.hpp"
#include "taking_turns.soac.hpp"
#include "waves.hpp"

#include <gtest/gtest.h>

namespace taking_turns {
namespace {

using e2e::waves;

const std::vector<unsigned char> walls{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1};

} // namespace

TEST(TakingTurns, ForAnyNumberOfSteps) {
  for (int steps = 0; steps < 8; ++steps) {
    EXPECT_DERIVATIVES(swapped, waves(6), waves(6, 0.2, 0.9, 2), 6, steps);
    EXPECT_DERIVATIVES(by_parity, waves(6), waves(6, 0.2, 0.9, 2), 6, steps);
    EXPECT_DERIVATIVES(by_bit, waves(5), waves(5, 0.2, 0.9, 2), 5, steps);
    EXPECT_DERIVATIVES(rotated, waves(6), waves(6, 0.2, 0.9, 2), waves(6, 0.2, 0.9, 3), 6, steps);
    EXPECT_DERIVATIVES(fourfold, waves(3), waves(3, 0.2, 0.9, 2), waves(3, 0.2, 0.9, 3), waves(3, 0.2, 0.9, 4), 3,
                       steps);
    EXPECT_DERIVATIVES(signs, waves(8), steps);
  }
}

TEST(TakingTurns, WhetherOptionsAreChosen) {
  for (const bool is : {false, true}) {
    EXPECT_DERIVATIVES(edges, waves(5), waves(5, 0.2, 0.9, 2), 5, 3, is);
    EXPECT_DERIVATIVES(option_price, 1.1, 1.15, 0.04, 0.3, 7, is);
    for (const bool second : {false, true})
      for (const bool third : {false, true})
        EXPECT_DERIVATIVES(flags, waves(4), waves(3, 0.2, 0.9, 2), is, second, third);
  }
}

DERIVATIVES(TakingTurns, lattice, waves(12 * 9), waves(12 * 9, 0.2, 0.9, 2), walls, 4, 3, 0.8, 3)
DERIVATIVES(TakingTurns, lattice_of_vectors, waves(12 * 9), walls, 4, 3, 0.8, 3)
DERIVATIVES(TakingTurns, directions, waves(27), 3)

DERIVATIVES(TakingTurnsOfFewElements, swapped, waves(1), waves(1), 1, 3)
DERIVATIVES(TakingTurnsOfFewElements, by_parity, waves(2), waves(2), 2, 1)
DERIVATIVES(TakingTurnsOfFewElements, lattice, waves(9), waves(9, 0.2, 0.9, 2), walls, 1, 1, 0.8, 2)
DERIVATIVES(TakingTurnsOfFewElements, lattice_of_vectors, waves(0), walls, 0, 0, 0.8, 2)

} // namespace taking_turns
