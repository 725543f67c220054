#include "pointers_models.hpp"

#include "check.hpp"
#include "pointers_models.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {

const reals four{1, -0.5, 2, 0.7};
const reals table{0.1, 0.9, 0.3, 0.4, 0.5, 0.2, 0.7, 0.8, 0.6, 1.1, 1.3, 1.2}; // 3 x 4

} // namespace

DERIVATIVES(PointersModels, soft_edit_distance, reals{1, 2, 3}, 3, reals{1.1, 2.9}, 2, reals(6))
DERIVATIVES(PointersModels, viterbi_soft, reals{0.1, 0.2}, reals{0.3, 0.7, 0.4, 0.6}, reals{1, 2, 0.5, 0.1, 0.3, 0.2},
            2, 3, reals(2), reals(2))
DERIVATIVES(PointersModels, best_path, table, 3, 4, reals(12))
DERIVATIVES(PointersModels, kalman, reals{1, 1.5, 2.2, 2.9}, 4, 0.1, 0.5)
DERIVATIVES(PointersModels, rnn, reals{0.5, -0.3}, reals{0.1, 0.2, 0.3, 0.4}, reals{1, 0.5, -1}, 3, 2, reals{0.1, 0.2},
            reals(2))
DERIVATIVES(PointersModels, softmax_cross_entropy, reals{0.1, 0.9, 0.3, 0.4, 0.5, 0.2}, ints{1, 0}, 2, 3)
DERIVATIVES(PointersModels, nbody, reals{0, 0, 1, 0.1, 0.2, 1}, reals{0, 0.1, 0, -0.1, 0.2, 0}, reals{1, 2, 0.5}, 3,
            0.1, 3)
DERIVATIVES(PointersModels, lennard_jones, reals{0, 0, 0, 1.1, 0, 0.1, 0.2, 1.2, 0}, ints{0, 2, 3, 3}, ints{1, 2, 2}, 3)
DERIVATIVES(PointersModels, assemble, reals{0, 0, 1, 0.1, 0.2, 1, 1.1, 0.9}, ints{0, 1, 2, 1, 3, 2}, 2, reals(16), 4)
DERIVATIVES(PointersModels, runge_kutta, four, 4, 0.1, 3, reals(4), reals(4), reals(4))
DERIVATIVES(PointersModels, qr_step, four, reals{0.3, 0.2, 0.1, 0}, 4)
DERIVATIVES(PointersModels, area, reals{0, 0, 2, 0.1, 1.9, 1, 0.1, 1.2}, 4)
DERIVATIVES(PointersModels, trapezoid, reals{0, 1, 2.5, 3}, four, 4)

TEST(PointersModels, AreaOfASquare) {
  reals xy{0, 0, 2, 0, 2, 1, 0, 1}, xy_adj(8);
  EXPECT_EQ(area_vjp(xy.data(), 4, 1.0, xy_adj.data()), 2);
  EXPECT_EQ(xy_adj[2], 0.5); // moving (2, 0) outwards
  EXPECT_EQ(xy_adj[3], -1);
}
