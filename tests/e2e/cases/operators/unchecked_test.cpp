#include "unchecked.soac.hpp"

#include <gtest/gtest.h>

// More weights than elements, which is an error of the run where arguments are checked: the first ones count.
TEST(Unchecked, argumentsOfOtherShapesAreNotRefused) {
  const soac::array<double> x{1, 2, 3}, weights{1, 10, 100, 7, 7};
  soac::array<double> x_adj(3), weights_adj(5);
  EXPECT_EQ(941.0, weighted_vjp(x, weights, 2.0, x_adj, weights_adj));
  EXPECT_EQ(4.0, x_adj[0]);
  EXPECT_EQ(1200.0, x_adj[2]);
  EXPECT_EQ(18.0, weights_adj[2]);
  EXPECT_EQ(0.0, weights_adj[3]);
}

TEST(Unchecked, aBoundHolds) {
  double x_adj = 0;
  EXPECT_EQ(1.0, halved_vjp(8, 3, 1.0, x_adj));
  EXPECT_EQ(0.125, x_adj);
  EXPECT_THROW(halved_vjp(8, 4, 1.0, x_adj), std::runtime_error);
}
