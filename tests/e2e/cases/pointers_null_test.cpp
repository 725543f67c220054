#include "pointers_null.hpp"

#include "check.hpp"
#include "pointers_null.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

DERIVATIVES(PointersNull, weighted, reals{1, 2, 3}, reals{0.5, 0.6, 0.7}, 3)
DERIVATIVES(PointersNull, with_slope, 1.5, reals{0})
DERIVATIVES(PointersNull, both_ways, 1.5)
DERIVATIVES(PointersNull, last_large, reals{1, 2, 3, 0.5}, 4, 1.5)
DERIVATIVES(PointersNull, neighbours, reals{1, 2, 3, 0.5}, 4)
DERIVATIVES(PointersNull, later, reals{1, 2, 3, 0.5}, 4)
DERIVATIVES(PointersNull, masked, reals{1, 2, 3}, ints{1, 0, 1}, 3)
DERIVATIVES(PointersNull, early, reals{1, 2, 3}, 3)
DERIVATIVES(PointersNull, first_of, reals{1}, reals{2}, reals{3})
DERIVATIVES(PointersNull, transform, reals{1, 2}, reals{0, 0}, reals{3}, reals{0.1, 0.2}, 2)

TEST(PointersNull, NothingIsReadOrWrittenThroughNull) {
  const double x[] = {1, 2, 3};
  double x_adj[3] = {}, r_tan = 0;
  EXPECT_EQ(weighted_vjp(x, nullptr, 3, 1.0, x_adj, nullptr), 14);
  EXPECT_EQ(x_adj[2], 6);
  EXPECT_EQ(weighted_jvp(x, nullptr, 3, x, nullptr, r_tan), 14);
  EXPECT_EQ(r_tan, 28);
  double s_adj = 0;
  EXPECT_EQ(with_slope_vjp(2, nullptr, 1.0, s_adj, nullptr), 8);
  EXPECT_EQ(s_adj, 12);
  double slope = 0, slope_adj = 10;
  s_adj = 0;
  EXPECT_EQ(with_slope_vjp(2, &slope, 1.0, s_adj, &slope_adj), 8);
  EXPECT_EQ(slope, 12);
  EXPECT_EQ(s_adj, 12 + 10 * 12);
  EXPECT_EQ(slope_adj, 0);
  double m_adj[3] = {};
  EXPECT_EQ(masked_vjp(x, nullptr, 3, 1.0, m_adj), 6);
  EXPECT_EQ(m_adj[0], 6);
  EXPECT_EQ(early_vjp(nullptr, 3, 1.0, nullptr), 0);
}

TEST(PointersNull, TheFirstThatIsNotNullIsUsed) {
  const double y = 3, z = 4;
  double y_adj = 0, z_adj = 0;
  EXPECT_EQ(first_of_vjp(nullptr, &y, &z, 1.0, nullptr, &y_adj, &z_adj), 9);
  EXPECT_EQ(y_adj, 6);
  EXPECT_EQ(z_adj, 0);
  EXPECT_EQ(first_of_vjp(nullptr, nullptr, &z, 1.0, nullptr, nullptr, &z_adj), 16);
  EXPECT_EQ(z_adj, 8);
  EXPECT_EQ(first_of_vjp(nullptr, nullptr, nullptr, 1.0, nullptr, nullptr, nullptr), 0);
}

TEST(PointersNull, ASearchThatFindsNothing) {
  const double x[] = {1, 2};
  double x_adj[2] = {}, limit_adj = 0;
  EXPECT_EQ(last_large_vjp(x, 2, 5.0, 1.0, x_adj, limit_adj), 25);
  EXPECT_EQ(limit_adj, 10);
}
