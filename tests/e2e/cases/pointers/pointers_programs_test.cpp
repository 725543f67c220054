#include "pointers_programs.hpp"

#include "check.hpp"
#include "pointers_programs.soac.hpp"

using reals = std::vector<double>;

namespace {

const reals four{1, -0.5, 2, 0.7};
const reals image{0.1, 0.9, 0.3, 0.4, 0.5, 0.2, 0.7, 0.8, 0.6, 1.1, 1.3, 1.2}; // 3 x 4

} // namespace

DERIVATIVES(PointersPrograms, horner, four, 3, 1.5)
DERIVATIVES(PointersPrograms, horner_slope, four, 3, 1.5, reals{0})
DERIVATIVES(PointersPrograms, clenshaw, four, 4, 0.3)
DERIVATIVES(PointersPrograms, products, four, reals(4), 4)
DERIVATIVES(PointersPrograms, products_backwards, four, reals(4), 4)
DERIVATIVES(PointersPrograms, divided_differences, reals{0, 1, 2.5, 3}, four, 4, 1.7, reals(4))
DERIVATIVES(PointersPrograms, b_spline, reals{0, 0, 0, 1, 2, 3, 3, 3}, reals{1, 2, 0.5, 3, 1}, 2, 3, 1.4)
DERIVATIVES(PointersPrograms, fft, four, reals{0.1, 0.2, 0.3, 0.4}, 4)
DERIVATIVES(PointersPrograms, convolve, four, 4, reals{1, 2, 0.5}, 3, reals(6))
DERIVATIVES(PointersPrograms, conv2d, image, 3, 4, reals{1, 2, 0.5, 0.7}, 2, 2, 2, 1, reals(6))
DERIVATIVES(PointersPrograms, max_pool, image, 3, 4, 2, reals(2))
DERIVATIVES(PointersPrograms, bilinear, image, 3, 4, 1.3, 2.6)
DERIVATIVES(PointersPrograms, smooth_histogram, reals{0.2, 0.7, 1.1, 2.9}, 4, 0.0, 0.8, 4, reals(4))
DERIVATIVES(PointersPrograms, heat, image, reals(12), 3, 4, 3)
DERIVATIVES(PointersPrograms, wave, four, reals{0.1, 0.2, 0.3, 0.4}, reals(4), 4, 4)
DERIVATIVES(PointersPrograms, median3, four, reals(4), 4)

TEST(PointersPrograms, KnownNumbers) {
  const reals ones{1, 1, 1, 1};
  reals c_adj(4);
  double x_adj = 0;
  EXPECT_EQ(horner_vjp(ones.data(), 3, 2.0, 1.0, c_adj.data(), x_adj), 15);
  EXPECT_EQ(c_adj, (reals{1, 2, 4, 8}));
  EXPECT_EQ(x_adj, 1 + 4 + 12);
}

using ints = std::vector<int>;

namespace {

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
