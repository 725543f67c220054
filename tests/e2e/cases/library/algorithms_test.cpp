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

namespace {
const reals x{1.5, -0.7, 2.3, 0.6, 1.1, -0.4, 0.8};
}

DERIVATIVES(Growing, sieve, 20, 0.9)
DERIVATIVES(Growing, kept_squares, x)
DERIVATIVES(Growing, recurrence, 0.8, 6)
DERIVATIVES(Growing, stack, x)
DERIVATIVES(Growing, two_or_three, x, 6)
DERIVATIVES(Growing, all_again, x, 5)
DERIVATIVES(Growing, straight_line, 1.7)
DERIVATIVES(Growing, resized, x, 4)
DERIVATIVES(Growing, records, x)
DERIVATIVES(Growing, rows_appended, 0.9, 4, 3)
DERIVATIVES(Growing, rows_of_any_length, 0.9, 3, 2)
DERIVATIVES(Growing, rows_in_a_list, 0.9, 4, 4)
DERIVATIVES(Growing, arrays_of_defaults, 0.9)
DERIVATIVES(Growing, rows_inserted, 0.9, 5)

// No trip appends nothing; resizing to more elements than there are appends zeros.
TEST(Growing, NothingAppended) {
  reals adjoint(7);
  EXPECT_EQ(all_again_vjp(x, 0, 1.0, adjoint), 0);
  EXPECT_EQ(two_or_three_vjp(x, 0, 1.0, adjoint), 5);
  EXPECT_EQ(adjoint, reals(7));
  reals one{1.5}, one_adj(1);
  EXPECT_EQ(records_vjp(one, 1.0, one_adj), 0);
  EXPECT_EQ(resized_vjp(one, 3, 1.0, one_adj), resized(one, 3));
  EXPECT_EQ(one_adj[0], 2 * 1.5 * (1 + 4 + 5));
}

// (1 + x)^(n - 1)
TEST(Growing, RecurrenceIsAPower) {
  double adjoint = 0;
  EXPECT_NEAR(recurrence_vjp(0.5, 4, 1.0, adjoint), 3.375, 1e-14);
  EXPECT_NEAR(adjoint, 3 * 2.25, 1e-14);
}

TEST(Growing, RowsKeepTheirLength) {
  double adjoint = 0;
  EXPECT_EQ(rows_appended_vjp(2, 3, 2, 1.0, adjoint), 14 * 3);
  EXPECT_EQ(adjoint, (1 + 4 + 12) * 3);
  adjoint = 0;
  EXPECT_EQ(rows_appended_vjp(2, 0, 2, 1.0, adjoint), 0);
  EXPECT_EQ(adjoint, 0);
  EXPECT_EQ(rows_in_a_list_vjp(2, 4, 4, 1.0, adjoint), 256 + 16 * 3);
  adjoint = 0;
  EXPECT_EQ(rows_in_a_list_vjp(2, 4, 3, 1.0, adjoint), 256 + 16 * 3);
  EXPECT_NEAR(adjoint, (rows_in_a_list(2 + 1e-5, 4, 3) - rows_in_a_list(2 - 1e-5, 4, 3)) / 2e-5, 1e-5);
}

namespace orders {

namespace {

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

} // namespace orders
