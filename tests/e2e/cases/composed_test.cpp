#include "composed.hpp"

#include "check.hpp"
#include "composed.soac.hpp"

using reals = std::vector<double>;
using vector = soac::array<double>;
using matrix = soac::array<double, 2>;

DERIVATIVES(Composed, force_squared, 0.7, -0.3)
DERIVATIVES(Composed, newton_root, 1.5, 1.2, 5)
DERIVATIVES(Composed, summarize, (std::vector<Point>{{0.5, 1}, {2, -1}, {1, 3}}))
DERIVATIVES(Composed, normalised, reals{1, 2, -2})
DERIVATIVES(Composed, shift_and_norm, vector{1, 2, -2}, 0.5)
DERIVATIVES(Composed, hidden_energy, 0.6)
DERIVATIVES(Composed, do_while, 1.1, 6)
DERIVATIVES(Composed, bits, 1.3, 13u)
DERIVATIVES(Composed, swap_and_scale, 2.0, 3.0, 0.5)
DERIVATIVES(Composed, accumulate_rows, (matrix{{1, 2}, {3, 4}, {0.5, -1}}), reals{1, 2})
DERIVATIVES(Composed, gather_sum, vector{1, 2, 3}, std::vector<int>{2, 0, 2})
DERIVATIVES(Composed, histogram_entropy, std::vector<int>{0, 2, 2, 1, 0}, reals{0.5, 1, 0.25, 2, 0.75}, 5, 3)
DERIVATIVES(Composed, early, reals{1, 0.5, -0.7}, 3)
TEST(Composed, EarlyReturnInside) { EXPECT_DERIVATIVES(early, reals{1, 0.5, 7.0}, 3); }
TEST(Composed, TableOfCases) {
  for (int which = 0; which < 5; ++which)
    EXPECT_DERIVATIVES(table, 1.7, which);
}
TEST(Composed, TernaryChain) {
  for (double x : {-1.5, 0.4, 2.5})
    for (double y : {-2.0, 0.5, 1.5})
      EXPECT_DERIVATIVES(ternary_chain, x, y);
}

namespace model::inner {
DERIVATIVES(ComposedInner, use, reals{1, -2, 0.5}, 3u, 0.4)
DERIVATIVES(ComposedInner, energy, (std::vector<Point>{{0.5, 1}, {2, -1}}), true)
} // namespace model::inner
