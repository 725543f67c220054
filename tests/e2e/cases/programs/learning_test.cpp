#include "learning.hpp"

#include "check.hpp"
#include "learning.soac.hpp"

#include <cmath>

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
const Layer first{2, 3, {0.5, -1, 0.3, 0.8, -0.6, 0.2}, {0.1, -0.2, 0.3}}, second{3, 2, {1, 0.5, -0.7, 0.2, 0.9, -1.1}, {0, 0.4}};
const reals x{0.5, -1.2, 2.0, 0.3, 1.1, -0.4, 0.9, 0.2}, transition{-0.2, -1.7, -1.2, -0.4}, emission{-0.3, -1.4, -1.1, -0.5};
const ints observed{0, 1, 1, 0, 1};
} // namespace

DERIVATIVES(Learning, logistic_loss, reals{0.5, -1, 0.2, 0.1}, (std::vector<std::array<double, 3>>{{1, 2, 0.5}, {-1, 0.3, 2}}), ints{1, 0}, 0.1)
DERIVATIVES(Learning, softmax_cross_entropy, reals{1, 2, -1, 0.5, 0.3, 0.7}, 2, 3, ints{2, 0})
DERIVATIVES(Learning, layers_forward, first, second, reals{0.7, -0.4}, Activation::softplus)
DERIVATIVES(Learning, lstm_cell, (std::array<Gate, 4>{{{0.5, 0.1, 1}, {-0.3, 0.4, 0}, {1, -0.5, 0.2}, {0.7, 0.6, -0.1}}}), x, 5)
DERIVATIVES(Learning, mixture_likelihood, reals{0.1, -0.4}, reals{0, 1, -1, 0.5}, reals{0.1, -0.2, 0.3, 0}, x, 2, 2, 4)
DERIVATIVES(Learning, attention, x, reals{0.1, 0.5, -0.3, 1, 0.4, -0.8, 0.2, 0.6}, reals{1, 2, -1, 0.5, 0.3, 0.7, 0.1, -0.9}, 4, 2)
DERIVATIVES(Learning, batch_normalised, x, 1.3, 0.2)
DERIVATIVES(Learning, soft_nearest, (std::vector<std::array<double, 2>>{{0, 1}, {1, 0.5}, {-1, 2}}), (std::array<double, 2>{0.3, 0.4}), 0.5)
DERIVATIVES(Learning, nearest_three, x, reals{1, 2, 3, 4, 5, 6, 7, 8}, 0.35)
DERIVATIVES(Learning, hidden_markov, transition, emission, observed, 2, 5)
DERIVATIVES(Learning, viterbi_score, transition, emission, observed, 2, 5)
DERIVATIVES(Learning, soft_alignment, reals{0.1, 1, 2.2, 0.7}, reals{0.2, 0.9, 2, 2.4, 0.6}, 0.3)
DERIVATIVES(Learning, gradient_descent, 0.2, 0.05, 4)
DERIVATIVES(Learning, momentum_descent, 0.04, 0.8, 4)
DERIVATIVES(Learning, k_means_cost, x, reals{-1, 0.4, 1.5}, 2)
DERIVATIVES(Learning, elastic_net, reals{0.5, -1, 0.2}, 0.3, 0.7)

TEST(Learning, ActivationsAreAllThere) {
  for (const auto kind : {Activation::identity, Activation::relu, Activation::sigmoid, Activation::softplus}) {
    Layer first_adj = first, second_adj = second;
    reals x_adj(2), point{0.7, -0.4};
    EXPECT_DOUBLE_EQ(layers_forward_vjp(first, second, point, kind, 1.0, first_adj, second_adj, x_adj),
                     layers_forward(first, second, point, kind));
  }
}

// The derivative of cross entropy by the logits: softmax minus one-hot.
TEST(Learning, CrossEntropy) {
  const reals logits{1, 2, -1};
  const int label = 1;
  reals adjoint(3);
  softmax_cross_entropy_vjp(logits.data(), 1, 3, &label, 1.0, adjoint.data());
  const double sum = std::exp(1.0) + std::exp(2.0) + std::exp(-1.0);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(adjoint[i], std::exp(logits[i]) / sum - (i == label), 1e-14);
}

// The second derivative of three descent steps by the rate, against differences.
TEST(Learning, SecondDerivativeThroughAnOptimiser) {
  const double h = 1e-4;
  const double expected = (descend(0.05 + h) - 2 * descend(0.05) + descend(0.05 - h)) / (h * h);
  EXPECT_NEAR(training_loss(0.05), expected, 1e-4 * std::abs(expected));
}
