#include "nests_in_place.hpp"

#include "check.hpp"
#include "nests_in_place.soac.hpp"
#include "waves.hpp"

#include <gtest/gtest.h>

namespace nests_in_place {
using e2e::waves;

DERIVATIVES(NestsInPlace, relaxed, 6, 3, waves(36), waves(36, 0.5, 1.5, 2))
DERIVATIVES(NestsInPlace, shortest, 7, waves(49))
DERIVATIVES(NestsInPlace, fields, 6, 4, waves(7), waves(6, 0.1, 0.7, 2), waves(7, 0.1, 0.5, 3))
DERIVATIVES(NestsInPlace, red_black, 6, 3, waves(36), 0.7)
DERIVATIVES(NestsInPlace, two_stages, 7, 3, waves(7))
DERIVATIVES(NestsInPlace, history, 5, 4, waves(5))
DERIVATIVES(NestsInPlace, converged, 6, 1e-3, waves(6))
DERIVATIVES(NestsInPlace, triangle, 6, waves(6))
DERIVATIVES(NestsInPlace, boundary, 6, 4, waves(6))
DERIVATIVES(NestsInPlace, old_and_new, 6, 4, waves(6))
DERIVATIVES(NestsInPlace, four_levels, 4, 2, 3, waves(16))
DERIVATIVES(NestsInPlace, alternating, 6, 5, waves(6))
DERIVATIVES(NestsInPlace, mixed_rows, 4, 3,
            std::vector<numbers>{waves(4), waves(4, 0.2, 0.9, 2), waves(4, 0.2, 0.9, 3), waves(4, 0.2, 0.9, 4)})
DERIVATIVES(NestsInPlace, counters, 5, 3, waves(5), std::vector<int>{1, 2, 3, 1, 2})
DERIVATIVES(NestsInPlace, bubble, 7, waves(7), waves(7, 0.5, 1.5, 3))
DERIVATIVES(NestsInPlace, knapsack, 9, 12, waves(9))
DERIVATIVES(NestsInPlace, eliminated, 4, waves(16, 0.8, 1.6))

DERIVATIVES(NestsInPlaceOfFewElements, relaxed, 2, 3, waves(4), waves(4, 0.5, 1.5, 2))
DERIVATIVES(NestsInPlaceOfFewElements, shortest, 1, waves(1))
DERIVATIVES(NestsInPlaceOfFewElements, fields, 1, 0, waves(2), waves(1, 0.1, 0.7, 2), waves(2, 0.1, 0.5, 3))
DERIVATIVES(NestsInPlaceOfFewElements, red_black, 3, 1, waves(9), 0.7)
DERIVATIVES(NestsInPlaceOfFewElements, two_stages, 1, 3, waves(1))
DERIVATIVES(NestsInPlaceOfFewElements, four_levels, 3, 0, 3, waves(9))
DERIVATIVES(NestsInPlace, curvature, waves(5), waves(5, -0.6, 0.7, 2))

} // namespace nests_in_place
