#include "work_lists.hpp"

#include "check.hpp"
#include "work_lists.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
const reals x{0.5, 1.7, 1.2, 2.3, 0.8, 1.1, 0.3, 1.9, 0.65};
} // namespace

DERIVATIVES(WorkLists, adaptive_integral, -0.5, 3.0, 4)
DERIVATIVES(WorkLists, huffman, x)
DERIVATIVES(WorkLists, postfix, ints{0, 1, -1, 2, -2, -4, 3, -3, 4, 5, -4, 6, -2}, x)
DERIVATIVES(WorkLists, events, reals{0.0, 0.35, 0.4, 0.95, 1.0, 1.02, 3.5}, 0.8, 0.6)
DERIVATIVES(WorkLists, window_maxima, x, 3)
DERIVATIVES(WorkLists, bisected, reals{0.1, -0.2, 0.33}, -2.0, 2.1)
DERIVATIVES(WorkLists, sand_piles, reals{0.5, 3.2, 0.4, 0.9, 2.7, 0.1}, 1.6)
DERIVATIVES(WorkLists, merged_runs, reals{0.1, 0.9, 1.7, 0.4, 0.5, -0.3, 0.2, 1.1}, ints{3, 3, 5, 8})
DERIVATIVES(WorkLists, both_ends, x, 0.9)
DERIVATIVES(WorkLists, expanded, reals{2.3, 0.4, 3.6, 1.2}, 0.7, 30)
DERIVATIVES(WorkLists, bounded_search, x, 20)
DERIVATIVES(WorkLists, in_parts, reals{2.3, 0.4, 3.6, 1.2}, 0.7)

TEST(WorkLists, ofOneElement) {
  EXPECT_DERIVATIVES(huffman, reals{1.3});
  EXPECT_DERIVATIVES(window_maxima, reals{1.3}, 1);
  EXPECT_DERIVATIVES(in_parts, reals{1.3}, 2.0);
  EXPECT_DERIVATIVES(both_ends, reals{1.3}, 2.0);
  EXPECT_DERIVATIVES(merged_runs, reals{1.3}, ints{0, 1});
}

TEST(WorkLists, ofNone) {
  EXPECT_DERIVATIVES(in_parts, reals{}, 2.0);
  EXPECT_DERIVATIVES(expanded, reals{}, 0.5, 7);
  EXPECT_DERIVATIVES(postfix, ints{}, x);
  reals none;
  EXPECT_EQ(huffman_vjp({}, 1.0, none), 0);
}

DERIVATIVES(WorkLists, isotonic, reals{0.3, 0.9, 0.5, 0.4, 1.2, 0.7, 1.5}, reals{1.0, 0.5, 2.0, 0.7, 1.1, 0.9, 1.3})
TEST(WorkLists, isotonicOfOne) { EXPECT_DERIVATIVES(isotonic, reals{0.3}, reals{1.1}); }

// Longer than any room at first.
TEST(WorkLists, ofMany) {
  reals all;
  for (int i = 0; i < 50; ++i)
    all.push_back(1 + std::fmod(0.618 * i, 1.0));
  EXPECT_DERIVATIVES(huffman, all);
  EXPECT_DERIVATIVES(window_maxima, all, 7);
  EXPECT_DERIVATIVES(in_parts, all, 0.3);
  EXPECT_DERIVATIVES(isotonic, all, all);
}
