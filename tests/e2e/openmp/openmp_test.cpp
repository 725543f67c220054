#include "openmp.hpp"

#include "check.hpp"
#include "openmp.soac.hpp"

namespace openmp {

using reals = std::vector<double>;
const reals seven{0.3, -1.2, 0.7, 2.0, 0.4, 1.1, -0.6};
const reals nine{0.3, 1.2, 0.7, 2.0, 0.4, 1.1, 0.6, 0.9, 1.5};

DERIVATIVES(OpenMp, squares, seven, 7)
DERIVATIVES(OpenMp, largest, seven)
DERIVATIVES(OpenMp, smallest, seven, 7)
DERIVATIVES(OpenMp, product, seven, 7)
TEST(OpenMp, gated) {
  EXPECT_DERIVATIVES(gated, seven, 7);
  EXPECT_DERIVATIVES(gated, (reals{0.5, -0.5, 0.2}), 3);
}
DERIVATIVES(OpenMp, scratch, seven, 7)
DERIVATIVES(OpenMp, last, seven, 7)
DERIVATIVES(OpenMp, last_by_hand, seven, 7)
DERIVATIVES(OpenMp, matrix, nine, nine, reals(9), 3)
DERIVATIVES(OpenMp, stencil, seven, reals(7), 7)
DERIVATIVES(OpenMp, red_black, seven, 7)
DERIVATIVES(OpenMp, histogram, seven, (std::vector<int>{0, 1, 1, 0, 2, 0, 1}), reals(3), 7)
DERIVATIVES(OpenMp, guarded, seven, 7)
DERIVATIVES(OpenMp, columns, nine, reals(3), 3, 3)
DERIVATIVES(OpenMp, scaled, seven, seven, 0.5, 7)
DERIVATIVES(OpenMp, lanes, nine, nine, 9)
DERIVATIVES(OpenMp, lanes_of_threads, seven, 7)
DERIVATIVES(OpenMp, two_loops, seven, reals(7), 7)
DERIVATIVES(OpenMp, counter_outside, seven, 7)
DERIVATIVES(OpenMp, own_chunks, seven, 0.4, 7)
DERIVATIVES(OpenMp, over_elements, seven)
DERIVATIVES(OpenMp, nested, seven, 7)
DERIVATIVES(OpenMp, deposits, seven, reals(2), 7)
DERIVATIVES(OpenMp, checkpointed, seven, 7)
DERIVATIVES(OpenMp, early_next, seven, 7)

TEST(OpenMp, mixed) {
  const std::vector<float> x{0.5f, -1, 2};
  std::vector<float> x_adj(3);
  const float value = mixed_vjp(x.data(), 3, 1.0f, x_adj.data());
  EXPECT_NEAR(value, mixed(x.data(), 3), 1e-5f);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(x_adj[i], 0.5 * std::exp(0.5 * x[i]), 1e-5);
}

} // namespace openmp
