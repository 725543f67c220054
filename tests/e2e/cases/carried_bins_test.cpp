#include "carried_bins.hpp"

#include "carried_bins.soac.hpp"
#include "check.hpp"
#include "points.hpp"

using namespace carried_bins;
using points::grid, points::line, points::list;

namespace {

// One is out of range, one bin has three of them.
const std::vector<int> at{1, 2, -1, 0, 1, 1};

/// Fewer keys than bins, and more.
#define WITH_FEW_AND_MANY_KEYS(f)                                                                                      \
  TEST(CarriedBins, f) {                                                                                               \
    for (const int bins : {3, 6, 11})                                                                                  \
      for (const int steps : {0, 1, 4}) {                                                                              \
        SCOPED_TRACE(bins);                                                                                            \
        EXPECT_DERIVATIVES(f, line(bins), at, line(6, 1.0), steps);                                                    \
      }                                                                                                                \
  }

} // namespace

WITH_FEW_AND_MANY_KEYS(sums)
WITH_FEW_AND_MANY_KEYS(products)
WITH_FEW_AND_MANY_KEYS(maxima)
WITH_FEW_AND_MANY_KEYS(curved)
WITH_FEW_AND_MANY_KEYS(pairs)
WITH_FEW_AND_MANY_KEYS(in_branches)
WITH_FEW_AND_MANY_KEYS(mixed)
WITH_FEW_AND_MANY_KEYS(gradient_of_products)

DERIVATIVES(CarriedBins, row_sums, grid(4, 2), at, grid(6, 2), 3)
DERIVATIVES(CarriedBins, sums_while, line(9), at, line(6, 1.0), 30.0)

// Bin 5 is multiplied by v twice: r v^2, whose derivatives are v^2 and 2 r v.
TEST(CarriedBins, KnownNumbers) {
  array of_bins(12), of_v(1);
  const array r = multiplied_vjp(array(12) + 3.0, std::vector<int>{5}, array{2.0}, 2, array(12) + 1.0, of_bins, of_v);
  EXPECT_EQ(r[5], 12);
  EXPECT_EQ(of_bins[5], 4);
  EXPECT_EQ(of_bins[4], 1);
  EXPECT_EQ(of_v[0], 12);
}
