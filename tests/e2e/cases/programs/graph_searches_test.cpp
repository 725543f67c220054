#include "graph_searches.hpp"

#include "check.hpp"
#include "graph_searches.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
// On a device all rows of an array have one length.
const bool run_on_the_host = soac::cuda::testing::runs.may_rows_differ = true;
// Seven nodes, the last one out of reach.
const ints begin{0, 3, 5, 7, 8, 10, 11, 12}, to{1, 2, 4, 3, 5, 4, 1, 5, 3, 0, 2, 0};
const reals weights{0.7, 1.2, 2.9, 0.4, 1.6, 0.5, 0.35, 0.8, 1.3, 0.6, 0.9, 0.45};
} // namespace

DERIVATIVES(GraphSearches, depth_first, weights, begin, to)
DERIVATIVES(GraphSearches, breadth_first, weights, begin, to)
DERIVATIVES(GraphSearches, shortest_distances, weights, begin, to)
DERIVATIVES(GraphSearches, critical_path, reals{1.1, 2.3, 0.7, 1.9, 0.4}, (std::vector<ints>{{1, 2}, {3}, {3, 4}, {4}, {}}))
DERIVATIVES(GraphSearches, walks, weights, begin, to, 3)
DERIVATIVES(GraphSearches, cheapest_tree, reals{0, 2.1, 0.7, 1.4, 2.1, 0, 0.9, 3, 0.7, 0.9, 0, 1.1, 1.4, 3, 1.1, 0}, 4)

TEST(GraphSearches, ofOneNode) {
  reals none;
  EXPECT_EQ(depth_first_vjp({}, {0, 0}, {}, 1.0, none), 1);
  EXPECT_EQ(shortest_distances_vjp({}, {0, 0}, {}, 1.0, none), 0);
}

// Longer than any room at first.
TEST(GraphSearches, ofManyNodes) {
  const int n = 50;
  reals lengths;
  ints from{0}, edges;
  for (int i = 0; i < n; ++i) {
    for (int k = 1; k <= 3; ++k) {
      edges.push_back((i * k + k * k) % n);
      lengths.push_back(0.2 + 0.3 * std::fmod(0.37 * static_cast<double>(edges.size()), 1.0));
    }
    from.push_back(static_cast<int>(edges.size()));
  }
  EXPECT_DERIVATIVES(depth_first, lengths, from, edges);
  EXPECT_DERIVATIVES(breadth_first, lengths, from, edges);
  EXPECT_DERIVATIVES(shortest_distances, lengths, from, edges);
}
