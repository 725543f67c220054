#include "pointers_walk.hpp"

#include "check.hpp"
#include "pointers_walk.soac.hpp"

#include <algorithm>

using reals = std::vector<double>;

DERIVATIVES(PointersWalk, walk_sum, reals{1, 2, 3}, 3)
DERIVATIVES(PointersWalk, walk_end, reals{1, 2, 3}, 3)
DERIVATIVES(PointersWalk, walk_while, reals{1, 2, 3}, 3)
DERIVATIVES(PointersWalk, copy_walk, reals{1, 2, 3}, reals(3), 3)
DERIVATIVES(PointersWalk, difference, reals{1, 4, 3}, 3)
DERIVATIVES(PointersWalk, rows, reals{1, 2, 3, 4, 5, 6}, 2, 3)
DERIVATIVES(PointersWalk, row_update, reals{1, 0.2, 0.3, 0.4, 0.5, 0.6}, 2, 3)
DERIVATIVES(PointersWalk, sum_array, reals{1, 2, 3}, 3)
DERIVATIVES(PointersWalk, choose, reals{1, 2, 3}, reals{0.1, 0.2, 0.3}, 3, true)
DERIVATIVES(PointersWalk, two_ends, reals{1, 2, 3, 0.5, 0.7}, 5)

TEST(PointersWalk, FieldsOfRecords) {
  particle p[3] = {{1, 2, 3, 1}, {0.5, 0.3, 0.2, 0}, {-1, 0.4, 2, 1}}, q[3],
           a[3] = {{0.1, 0.2, 0, 7}, {0.3, 0.4, 0, 8}, {0.5, 0.6, 0, 9}};
  std::copy(p, p + 3, q);
  double dt_adj = 0;
  particles_vjp(q, 3, 0.1, a, dt_adj);
  particles(p, 3, 0.1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(p[i].x, q[i].x);
    EXPECT_EQ(p[i].y, q[i].y);
    EXPECT_EQ(p[i].kind, q[i].kind);
  }
  // x' = x + dt y m; y' = y - dt x'
  EXPECT_NEAR(a[0].x, 0.1 - 0.1 * 0.2, 1e-15);
  EXPECT_NEAR(a[0].y, 0.2 + (0.1 - 0.1 * 0.2) * 0.1 * 3, 1e-15);
  EXPECT_EQ(a[1].x, 0.3);
  EXPECT_EQ(a[1].kind, 8);
  EXPECT_NEAR(a[2].m, (0.5 - 0.06) * 0.1 * 0.4, 1e-8);
  EXPECT_NEAR(dt_adj, (0.1 - 0.02) * 6 - 0.2 * 1.6 + (0.5 - 0.06) * 0.8 - 0.6 * (-1 + 0.08), 1e-7);
  particle s[3] = {};
  EXPECT_NEAR(particle_sum_vjp(p, 3, 1.0, s), p[0].x * p[0].y * 3 + p[1].x * p[1].y * 0.2f + p[2].x * p[2].y * 2, 1e-7);
  EXPECT_NEAR(s[2].x, p[2].y * 2, 1e-15);
}
