#include "algorithms.hpp"

#include "algorithms.soac.hpp"
#include "check.hpp"

using reals = std::vector<double>;

namespace {
const reals five{0.3, -1.2, 0.7, 2.0, 0.4};
} // namespace

DERIVATIVES(Algorithms, structured_pair, 0.8)
DERIVATIVES(Algorithms, polar, 0.8, 0.3)
DERIVATIVES(Algorithms, with_count, 0.8, 4)
DERIVATIVES(Algorithms, tie_results, 0.8)
TEST(Algorithms, std_min_max) {
  EXPECT_DERIVATIVES(std_min_max, 0.8, 0.3, 0.5);
  EXPECT_DERIVATIVES(std_min_max, 1.8, 2.3, 0.5);
}
TEST(Algorithms, std_clamp) {
  for (double x : {0.1, 0.5, 0.9})
    EXPECT_DERIVATIVES(std_clamp, x, 0.3, 0.7);
}
DERIVATIVES(Algorithms, std_swap, 0.8, 1.3)
DERIVATIVES(Algorithms, std_accumulate, five)
DERIVATIVES(Algorithms, std_inner_product, five, five)
DERIVATIVES(Algorithms, std_fill_copy, 0.8)
DERIVATIVES(Algorithms, std_transform, five)
DERIVATIVES(Algorithms, std_algorithms, five)
DERIVATIVES(Algorithms, std_numeric, 1.3, 0.4, 0.7)
