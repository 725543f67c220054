#include "row_results.hpp"

#include "check.hpp"
#include "row_points.hpp"
#include "row_results.soac.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace row_results {

using namespace row_types;

namespace {

const std::vector<layer> net{{{{0.3, -0.7}, {0.9, 0.4}, {-0.2, 0.6}}, {0.1, 0.2, 0.3}}, {{{0.5, 0.6, -0.8}}, {0.4}}};
const std::vector<layer> square_net{{{{0.3, -0.7}, {0.9, 0.4}}, {0.1, 0.2}}, {{{0.5, 0.6}, {0.7, 0.8}}, {0.3, 0.4}}};

} // namespace

TEST(RowResults, network) {
  EXPECT_DERIVATIVES(network, net, row{0.7, -0.4});
  EXPECT_DERIVATIVES(network, square_net, row{0.7, -0.4});
}
DERIVATIVES(RowResults, activations, (rows{{0.3, -0.7, 0.9, 0.4, -0.2, 0.6}, {0.8, -0.5, 0.1}}), row{0.7, -0.4})
DERIVATIVES(RowResults, triangle, x)
TEST(RowResults, squares) {
  EXPECT_DERIVATIVES(squares, own);
  EXPECT_DERIVATIVES(squares, equal);
}
DERIVATIVES(RowResults, sorted_by_sign, x)
DERIVATIVES(RowResults, split, x)
DERIVATIVES(RowResults, nested, x)
DERIVATIVES(RowResults, of_equal_rows, own, 4, 3)

TEST(RowResults, inOtherObjects) {
  for (const rows &w : {own, longest_first, equal}) {
    EXPECT_DERIVATIVES(exponentials, w, 0.7);
    EXPECT_DERIVATIVES(normalised, w);
    EXPECT_DERIVATIVES(levels, w, 2);
    EXPECT_DERIVATIVES(lists_of_rows, w, x);
    EXPECT_DERIVATIVES(optional_rows, w, 0);
    EXPECT_DERIVATIVES(optional_rows, w, 1);
  }
}

DERIVATIVES(RowResults, powers_of, (matrix{2, 2, {.1, .2, .3, .4}}), 3)
TEST(RowResults, product) {
  EXPECT_DERIVATIVES(product,
                     (std::vector<matrix>{{3, 2, {.1, .2, .3, -.4, .5, .6}}, {2, 1, {.7, -.8}}, {1, 2, {.9, .3}}}));
  EXPECT_DERIVATIVES(product, (std::vector<matrix>{{2, 2, {.1, .2, .3, -.4}}, {2, 2, {.7, -.8, .4, .6}}}));
}
DERIVATIVES(RowResults, layers_of, x, 2)
TEST(RowResults, gradientsOfRecords) {
  for (const std::vector<layer> &at : {net, square_net}) {
    const row y{0.7, -0.4};
    std::vector<layer> adjoint = at;
    for (layer &l : adjoint) {
      for (row &r : l.weights)
        r.assign(r.size(), 0);
      l.bias.assign(l.bias.size(), 0);
    }
    row y_adj(2);
    network_loss_vjp(at, y, 1, adjoint, y_adj);
    const std::vector<layer> gradient = network_gradient(at, y);
    ASSERT_EQ(gradient.size(), at.size());
    for (std::size_t k = 0; k < at.size(); ++k) {
      EXPECT_EQ(gradient[k].weights, adjoint[k].weights);
      EXPECT_EQ(gradient[k].bias, adjoint[k].bias);
    }
  }
}
TEST(RowResults, layersThatAreAdded) {
  const row y{2, 3};
  std::vector<layer> added = net, written = net, tangent = net;
  add_layer(added, y);
  add_layer_jvp(written, y, tangent, row{1, 1});
  ASSERT_EQ(written.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(written[k].weights, added[k].weights);
    EXPECT_EQ(written[k].bias, added[k].bias);
  }
  EXPECT_EQ(tangent[2].bias, (row{1, 1}));
  ASSERT_EQ(tangent[2].weights.size(), 2u);
  EXPECT_DOUBLE_EQ(tangent[2].weights[1][0], 2 * 3 * 0.1 + 9 * 0.1);
  std::vector<layer> adjoint = added;
  for (layer &l : adjoint)
    for (row &r : l.weights)
      r.assign(r.size(), 1);
  row x_adj(2);
  written = net;
  add_layer_vjp(written, y, adjoint, x_adj);
  ASSERT_EQ(adjoint.size(), 2u);
  EXPECT_DOUBLE_EQ(adjoint[0].bias[0], 0.1 + 2 * (4 + 9));
  EXPECT_EQ(adjoint[1].weights, (rows{{1, 1, 1}}));
  EXPECT_DOUBLE_EQ(x_adj[1], added[2].bias[1] + 2 * 2 * 3 * 0.1);
}

// A seed with other rows belongs to something else.
TEST(RowResults, otherLengthsOfSeeds) {
  row x_adj(2);
  EXPECT_THROW(triangle_vjp({1, 2}, rows{{1, 1}, {1, 1}}, x_adj), std::invalid_argument);
  EXPECT_EQ(triangle_vjp({1, 2}, rows{{1}, {1, 1}}, x_adj), (rows{{1}, {2, 4}}));
}

// Operators: the values that differences have, rows of the lengths of the arguments, errors where others are given.
TEST(RowResults, operators) {
  constexpr double step = 1e-5;
  const auto moved = [](const rows &w, const rows &by, double factor) {
    rows r = w;
    for (std::size_t i = 0; i < w.size(); ++i)
      for (std::size_t j = 0; j < w[i].size(); ++j)
        r[i][j] += factor * by[i][j];
    return r;
  };
  const auto expectNear = [](const rows &a, const rows &b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i].size(), b[i].size());
      for (std::size_t j = 0; j < a[i].size(); ++j)
        EXPECT_NEAR(a[i][j], b[i][j], 1e-8);
    }
  };
  const auto zeros = [](const rows &w) {
    rows r;
    for (const row &x : w)
      r.push_back(row(x.size()));
    return r;
  };
  for (const rows &w : {own, equal}) {
    rows direction = w, numeric = zeros(w);
    for (row &r : direction)
      for (double &d : r)
        d = d * d - 0.1;
    for (std::size_t i = 0; i < w.size(); ++i)
      for (std::size_t j = 0; j < w[i].size(); ++j) {
        rows unit = zeros(w);
        unit[i][j] = 1;
        numeric[i][j] = (energy(moved(w, unit, step), 1.3) - energy(moved(w, unit, -step), 1.3)) / (2 * step);
      }
    const auto gradient = [](const rows &at) { return energy_gradient(at, 1.3); };
    expectNear(gradient(w), numeric);
    const auto [value, same] = energy_and_gradient(w, 1.3);
    EXPECT_DOUBLE_EQ(value, energy(w, 1.3));
    expectNear(same, numeric);
    const double forward =
        (energy(moved(w, direction, step), 1.3) - energy(moved(w, direction, -step), 1.3)) / (2 * step);
    EXPECT_NEAR(energy_jvp(w, 1.3, direction), forward, 1e-8);
    rows second = gradient(moved(w, direction, step));
    second = moved(second, gradient(moved(w, direction, -step)), -1);
    expectNear(energy_hvp(w, 1.3, direction), moved(zeros(w), second, 1 / (2 * step)));
    rows slope = w;
    for (row &r : slope)
      for (double &d : r)
        d = 2 * d + 1;
    expectNear(doubled_run(w), doubled(w));
    rows product = direction;
    for (std::size_t i = 0; i < w.size(); ++i)
      for (std::size_t j = 0; j < w[i].size(); ++j)
        product[i][j] *= slope[i][j];
    expectNear(doubled_jvp(w, direction), product);
    expectNear(doubled_vjp(w, direction), product);
  }
  const auto [value, adjoint] = triangle_and_vjp(row{1, 2, 3}, rows{{1}, {1, 1}, {1, 1, 1}});
  EXPECT_EQ(value, (rows{{1}, {2, 4}, {3, 6, 9}}));
  EXPECT_EQ(adjoint, (row{7, 8, 9}));
  EXPECT_THROW(triangle_and_vjp(row{1, 2, 3}, rows{{1, 1, 1}, {1, 1}, {1}}), std::invalid_argument);
  EXPECT_THROW(doubled_vjp(own, equal), std::invalid_argument);
  EXPECT_THROW(energy_jvp(own, 1.3, equal), std::invalid_argument);
}

} // namespace row_results
