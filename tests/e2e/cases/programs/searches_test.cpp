#include "searches.hpp"

#include "check.hpp"
#include "searches.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
const reals x{0.5, -1.2, 2.0, 0.3, 1.1, -0.4, 0.9, 0.2};
}

DERIVATIVES(Searches, edit_distance, ints{1, 2, 3, 3, 1}, ints{2, 3, 1, 1}, 1.0, 1.3)
DERIVATIVES(Searches, shortest_paths, reals{0.3, 1.5, 9, 3, 1, 0.2, 2.5, 8, 9.5, 4, 0.4, 0.7, 2, 9.2, 8.5, 0.1}, 4)
DERIVATIVES(Searches, flooded_area, ints{1, 1, 0, 0, 1, 1, 1, 0, 1}, reals{0.5, -1.2, 2.0, 0.3, 1.1, -0.4, 0.9, 0.2, 0.6}, 3, 3, 0)
DERIVATIVES(Searches, table_lookup, reals{0, 0.5, 1.5, 2, 3}, reals{1, -1, 2, 0.5, 0}, 1.7)
DERIVATIVES(Searches, knapsack, ints{2, 3, 4, 5}, reals{3.1, 4.2, 5.0, 6.7}, 9)
DERIVATIVES(Searches, matrix_chain, reals{3, 2, 4, 2.5, 5}, 4)
DERIVATIVES(Searches, matrix_chain_by_comparison, reals{3, 2, 4, 2.5, 5, 1.5, 3.5})
DERIVATIVES(Searches, state_machine, (std::vector<char>{'a', '1', '2', 'b', '7', '.', '9'}), 7, 1.1)
DERIVATIVES(Searches, collatz_weighted, 27u, 0.7)
DERIVATIVES(Searches, prime_sum, 30, 0.9)
DERIVATIVES(Searches, longest_rise, x)
DERIVATIVES(Searches, binomials, 7, 0.3)
DERIVATIVES(Searches, shuffled_sum, x, std::uint32_t{12345})
DERIVATIVES(Searches, bits_of, 1.2, static_cast<std::uint8_t>(0x5b))
DERIVATIVES(Searches, dijkstra, (std::vector<std::array<int, 2>>{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {1, 3}}), reals{1, 2, 0.5, 1, 2}, 4)
DERIVATIVES(Searches, triangle_walk, reals{1, 2, 0.5, 3, 1, 4, 0.2, 5, 0.3, 0.1}, 4)
DERIVATIVES(Searches, interpreter, ints{0, 1, 3, 0, 2, 4, 1, 2, 5, 6}, 1.3, 0.8)
DERIVATIVES(Searches, second_largest, x, 8)
DERIVATIVES(Searches, run_lengths, ints{1, 1, 3, 3, 3, 2, 1}, 1.2)
DERIVATIVES(Searches, shortest_paths_by_comparison, reals{0.3, 1.5, 9, 3, 1, 0.2, 2.5, 8, 9.5, 4, 0.4, 0.7, 2, 9.2, 8.5, 0.1}, 4)
DERIVATIVES(Searches, knapsack_by_comparison, ints{2, 3, 4, 5}, reals{3.1, 4.2, 5.0, 6.7}, 9)
DERIVATIVES(Searches, sorted_by_exchanges, x)
DERIVATIVES(Searches, joined_sets, x, ints{0, 2, 4, 1, 5, 0, 3, 6}, ints{1, 3, 5, 3, 4, 2, 5, 0}, 7)
DERIVATIVES(Searches, rotated, reals{2.0, 0.5, -0.3, 0.5, 1.2, 0.7, -0.3, 0.7, 3.1}, 3, 2)

// E[k^2] = n p (1 - p) + (n p)^2
TEST(Searches, BinomialMoment) {
  double p = 0;
  EXPECT_NEAR(binomials_vjp(7, 0.3, 1.0, p), 7 * 0.3 * 0.7 + 4.41, 1e-12);
  EXPECT_NEAR(p, 7 * 0.4 + 2 * 49 * 0.3, 1e-11);
}

// The third item stays: 3.1 + 4.2 + 5.0 weighs nine.
TEST(Searches, KnapsackTakesItems) {
  reals values(4);
  EXPECT_DOUBLE_EQ(knapsack_vjp({2, 3, 4, 5}, {3.1, 4.2, 5.0, 6.7}, 9, 1.0, values), 12.3);
  EXPECT_EQ(values, (reals{1, 1, 1, 0}));
}
