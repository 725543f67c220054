#include "orders.hpp"

#include "check.hpp"
#include "orders.soac.hpp"

namespace {

using namespace orders;
using V = std::vector<double>;

const V five{5, -2, 9, 3, 7};
const std::vector<Item> items{{3, 1, 2}, {1, 2, 1}, {2.5, 0.3, 2}, {0.4, 0.5, 1}, {-1, 0.7, 3}};

DERIVATIVES(Orders, weighted_quantile, five, (V{1, 2, 0.3, 0.5, 1}), 0.7)
DERIVATIVES(Orders, ranked_sum, items)
DERIVATIVES(Orders, trapezium, five, (V{1, 2, 0.3, 0.5, 1}))
DERIVATIVES(Orders, shoelace, (std::vector<Point>{{1, 2}, {0, 1}, {3, 0.5}, {0.5, 4}}))
DERIVATIVES(Orders, by_size, five)
DERIVATIVES(Orders, best_two, five)
DERIVATIVES(Orders, second_largest, five)
DERIVATIVES(Orders, from_behind, five)
DERIVATIVES(Orders, by_distance, five, 5, 2.2, (std::vector<int>(5)))
DERIVATIVES(Orders, in_a_loop, (V{0.5, -0.2, 0.9, 0.37}), 3)
DERIVATIVES(Orders, of_ranges, items, five)
DERIVATIVES(Orders, ties, items)
DERIVATIVES(Orders, sorted_columns, (std::array<std::array<double, 3>, 2>{{{2, -1, 0.5}, {-3, 1.5, 0.2}}}))

TEST(Orders, AnAdjointGoesBackToWhereTheElementStood) {
  V x_adj(5);
  EXPECT_EQ(second_largest_vjp(five, 1.0, x_adj), 49.0);
  EXPECT_EQ(x_adj, (V{0, 0, 0, 0, 14}));
  V v_adj(5);
  EXPECT_EQ(from_behind_vjp(five, 1.0, v_adj), 9 + 70 - 200);
  EXPECT_EQ(v_adj, (V{0, 100, 1, 0, 10}));
}
TEST(Orders, EveryLengthOfARangeIsSorted) {
  for (std::size_t n = 1; n < 40; ++n) {
    V v(n), seed(n), v_adj(n);
    for (std::size_t i = 0; i < n; ++i) {
      v[i] = (i * 37 + 11) % 41 * (i % 3 == 1 ? -1.0 : 1.0);
      seed[i] = i + 1;
    }
    const V sorted = by_size_vjp(v, seed, v_adj);
    EXPECT_EQ(sorted, by_size(v));
    for (std::size_t i = 0; i < n; ++i) { // 2 v times the place that it has gone to; all sizes differ
      std::size_t place = 0;
      if (i > 0)
        for (std::size_t j = place = 1; j < n; ++j)
          place += std::fabs(v[j]) < std::fabs(v[i]);
      EXPECT_EQ(v_adj[i], 2 * v[i] * (place + 1)) << n << ' ' << i;
    }
  }
}

} // namespace
