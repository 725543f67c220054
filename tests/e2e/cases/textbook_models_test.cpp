#include "textbook_models.hpp"

#include "check.hpp"
#include "textbook_models.soac.hpp"

#include <cmath>

namespace {

using namespace textbook_models;
using VD = std::vector<double>;

DERIVATIVES(TextbookModels, american_put, 100., 105., 0.03, 0.2, 0.7, 12)
DERIVATIVES(TextbookModels, monte_carlo, 0.1, 0.2, 10, 42ull)
DERIVATIVES(TextbookModels, reprojection,
            (std::vector<Camera>{{{0.1, 0.2, -0.1}, {0.1, 0.2, 3}, 1.5, 0.1, 0.01},
                                 {{0, 0, 0}, {0.3, 0.1, 4}, 1.2, 0.05, 0.02}}),
            (VD{0.1, 0.2, 0.3, -0.3, 0.5, 0.4}),
            (std::vector<Observation>{{0, 0, 0.1, 0.2}, {0, 1, 0.3, 0.2}, {1, 1, 0.5, 0.1}}))
DERIVATIVES(TextbookModels, mlp, (VD{.1, .2, .3, .4, .5, .6, .7, .8, .9, .11, .12, .13, .14}), (VD{0.3, -0.4}),
            (std::vector<int>{2, 3, 1}))
DERIVATIVES(TextbookModels, heat, (Grid{4, 4, 1.0, VD{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6}}), 0.1, 3)
DERIVATIVES(TextbookModels, viterbi, (VD{0.7, 0.3, 0.4, 0.6}), (VD{0.5, 0.4, 0.1, 0.1, 0.3, 0.6}),
            (std::vector<int>{0, 1, 2, 1}), 2, 3)
TEST(TextbookModels, logistic_loss) {
  const std::vector<float> w{0.1f, 0.2f}, x{1, 2, 3, 4, -1, 0.5f};
  const std::vector<std::uint8_t> y{1, 0, 1};
  std::vector<float> w_adj(2), x_adj(6);
  logistic_loss_vjp(w, x, y, 1.f, w_adj, x_adj);
  double expected = 0;
  for (int i = 0; i < 3; ++i)
    expected += (1 / (1 + std::exp(-(x[2 * i] * w[0] + x[2 * i + 1] * w[1]))) - y[i]) * x[2 * i] / 3;
  EXPECT_NEAR(w_adj[0], expected, 1e-6);
}
TEST(TextbookModels, conv2d) {
  const std::vector<float> in{1, 2, 3, 4, 5, 6, 7, 8, 9}, k{1, -1, 0.5f, 0.25f};
  std::vector<float> out(4), in_adj(9), k_adj(4), out_adj{1, 0, 0, 0};
  conv2d_vjp(in.data(), 3, 3, k.data(), 2, 2, out.data(), in_adj.data(), k_adj.data(), out_adj.data());
  EXPECT_FLOAT_EQ(k_adj[0], 1);
  EXPECT_FLOAT_EQ(k_adj[3], 5);
  EXPECT_FLOAT_EQ(in_adj[4], 0.25f);
  EXPECT_EQ(out_adj[0], 0);
}
TEST(TextbookModels, ising) {
  const Spin spins[] = {Spin::up, Spin::down, Spin::up, Spin::up};
  const double coupling[] = {1, 0.5};
  double coupling_adj[2] = {}, field_adj = 0;
  EXPECT_DOUBLE_EQ(ising_vjp(spins, 2, coupling, 0.3, 1.0, coupling_adj, field_adj), -0.6);
  EXPECT_EQ(field_adj, -2);
  EXPECT_EQ(coupling_adj[0], 0);
}

} // namespace
