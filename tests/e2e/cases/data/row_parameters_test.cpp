#include "row_parameters.hpp"

#include "check.hpp"
#include "row_parameters.soac.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace row_parameters {

namespace {

const rows own{{0.3, -0.7}, {0.9}, {0.4, -0.2, 0.6, 0.8}, {-0.5, 0.1, 0.2}};
const rows longest_first{{0.3, -0.7, 0.9, 0.4, -0.2}, {0.6}, {}, {0.8, -0.5}};
const rows equal{{0.3, -0.7, 0.9}, {0.4, -0.2, 0.6}, {0.8, -0.5, 0.1}};
const rows none{{}, {}, {}};
const row x{0.3, -0.7, 0.9, 0.4, -0.2, 0.6, 0.8};
const std::vector<std::vector<int>> columns{{0, 3}, {2}, {1, 1, 2, 0}, {3, 2, 1}};
const std::vector<rows> deep{{{0.3, -0.7}, {0.9}}, {}, {{0.4, -0.2, 0.6}, {}, {0.8}}};
const std::vector<layer> net{{{{0.3, -0.7}, {0.9, 0.4}, {-0.2, 0.6}}, {0.1, 0.2, 0.3}}, {{{0.5, 0.6, -0.8}}, {0.4}}};
const std::vector<layer> square_net{{{{0.3, -0.7}, {0.9, 0.4}}, {0.1, 0.2}}, {{{0.5, 0.6}, {0.7, 0.8}}, {0.3, 0.4}}};

} // namespace

DERIVATIVES(RowParameters, sums, own)
TEST(RowParameters, sums_of_others) {
  EXPECT_DERIVATIVES(sums, longest_first);
  EXPECT_DERIVATIVES(sums, equal);
  EXPECT_DERIVATIVES(sums, rows{{}, {0.3}});
  rows adjoint = none;
  EXPECT_EQ(sums_vjp(none, 1, adjoint), 0);
  EXPECT_EQ(adjoint, none);
}
DERIVATIVES(RowParameters, by_iterators, own)
DERIVATIVES(RowParameters, by_value, longest_first)
DERIVATIVES(RowParameters, extents_given, (rows{{0.3}, {-0.7, 0.9}, {0.4, -0.2, 0.6}, {0.8}}), 4, 3)
DERIVATIVES(RowParameters, longest_row, own, columns)
DERIVATIVES(RowParameters, of_nodes,
            (std::vector<node>{{0.3, {1, 2}, {0.5, -0.4}}, {-0.7, {}, {}}, {0.9, {0, 1, 2}, {0.2, 0.1, 0.6}}}))
DERIVATIVES(RowParameters, of_pairs,
            (std::vector<std::vector<std::array<double, 2>>>{{{0.3, -0.7}}, {{0.9, 0.4}, {-0.2, 0.6}}, {}}))
DERIVATIVES(RowParameters, three_deep, deep)
DERIVATIVES(RowParameters, two_ends, (std::deque<row>{{0.3, -0.7}, {0.9}, {0.4, -0.2, 0.6}}))
DERIVATIVES(RowParameters, lists, (std::array<row, 3>{row{0.3, -0.7}, row{}, row{0.9, 0.4, -0.2}}))
DERIVATIVES(RowParameters, parts, (layer{{{0.3, -0.7}, {0.9}, {0.4, -0.2, 0.6}}, {0.1, 0.2, 0.3}}), x)
DERIVATIVES(RowParameters, called, longest_first, x)
DERIVATIVES(RowParameters, copied, own, 1.3)
DERIVATIVES(RowParameters, sparse, own, columns, x)
DERIVATIVES(RowParameters, in_loops, own, 7)
DERIVATIVES(RowParameters, scale, own, 1.3)
DERIVATIVES(RowParameters, powers, longest_first, x)
TEST(RowParameters, network) {
  EXPECT_DERIVATIVES(network, net, row{0.7, -0.4});
  EXPECT_DERIVATIVES(network, square_net, row{0.7, -0.4});
}
DERIVATIVES(RowParameters, activations, (rows{{0.3, -0.7, 0.9, 0.4, -0.2, 0.6}, {0.8, -0.5, 0.1}}), row{0.7, -0.4})
DERIVATIVES(RowParameters, triangle, x)
TEST(RowParameters, squares) {
  EXPECT_DERIVATIVES(squares, own);
  EXPECT_DERIVATIVES(squares, equal);
}
DERIVATIVES(RowParameters, sorted_by_sign, x)
DERIVATIVES(RowParameters, split, x)
DERIVATIVES(RowParameters, nested, x)
DERIVATIVES(RowParameters, of_equal_rows, own, 4, 3)

TEST(RowParameters, inOtherObjects) {
  for (const rows &w : {own, longest_first, equal}) {
    EXPECT_DERIVATIVES(exponentials, w, 0.7);
    EXPECT_DERIVATIVES(normalised, w);
    EXPECT_DERIVATIVES(levels, w, 2);
    EXPECT_DERIVATIVES(lists_of_rows, w, x);
    EXPECT_DERIVATIVES(optional_rows, w, 0);
    EXPECT_DERIVATIVES(optional_rows, w, 1);
  }
}

DERIVATIVES(RowParameters, powers_of, (matrix{2, 2, {.1, .2, .3, .4}}), 3)
TEST(RowParameters, product) {
  EXPECT_DERIVATIVES(product,
                     (std::vector<matrix>{{3, 2, {.1, .2, .3, -.4, .5, .6}}, {2, 1, {.7, -.8}}, {1, 2, {.9, .3}}}));
  EXPECT_DERIVATIVES(product, (std::vector<matrix>{{2, 2, {.1, .2, .3, -.4}}, {2, 2, {.7, -.8, .4, .6}}}));
}
DERIVATIVES(RowParameters, layers_of, x, 2)
TEST(RowParameters, gradientsOfRecords) {
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
TEST(RowParameters, layersThatAreAdded) {
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

// Where the lengths of w change, its tangent and its adjoint as a seed have those that it has in the end.
template <class F, class Jvp, class Vjp> void expect_changes(const rows &w, const row &x, F f, Jvp jvp, Vjp vjp) {
  constexpr double step = 1e-5;
  const auto direction = [](const row &r) {
    row d;
    for (double v : r)
      d.push_back(v * v - 0.2);
    return d;
  };
  rows w_tan;
  for (const row &r : w)
    w_tan.push_back(direction(r));
  const row x_tan = direction(x);
  const auto at = [&](double t) {
    rows v = w;
    row y = x;
    for (std::size_t i = 0; i < w.size(); ++i)
      for (std::size_t j = 0; j < w[i].size(); ++j)
        v[i][j] += t * w_tan[i][j];
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] += t * x_tan[i];
    f(v, y);
    return v;
  };
  rows written = w, tangent = w_tan;
  jvp(written, x, tangent, x_tan);
  const rows up = at(step), down = at(-step);
  EXPECT_EQ(written, at(0));
  ASSERT_EQ(tangent.size(), up.size());
  rows seed = tangent;
  double dot = 0;
  for (std::size_t i = 0; i < up.size(); ++i) {
    ASSERT_EQ(tangent[i].size(), up[i].size());
    for (std::size_t j = 0; j < up[i].size(); ++j) {
      EXPECT_NEAR(tangent[i][j], (up[i][j] - down[i][j]) / (2 * step), 1e-8);
      seed[i][j] = 1.0 + static_cast<double>(i) + 0.5 * static_cast<double>(j);
      dot += seed[i][j] * tangent[i][j];
    }
  }
  row x_adj(x.size());
  rows again = w, adjoint = seed;
  vjp(again, x, adjoint, x_adj);
  EXPECT_EQ(again, written);
  ASSERT_EQ(adjoint.size(), w.size());
  for (std::size_t i = 0; i < w.size(); ++i) {
    ASSERT_EQ(adjoint[i].size(), w[i].size());
    for (std::size_t j = 0; j < w[i].size(); ++j)
      dot -= adjoint[i][j] * w_tan[i][j];
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    dot -= x_adj[i] * x_tan[i];
  EXPECT_NEAR(dot, 0, 1e-12);
  seed.back().push_back(1);
  again = w;
  EXPECT_THROW(vjp(again, x, seed, x_adj), std::invalid_argument);
}

TEST(RowParameters, lengthsThatChange) {
  const row y{0.3, -0.7, 0.9};
  for (const rows &w : {own, longest_first, equal, rows()}) {
    expect_changes(
        w, y, [](rows &v, const row &u) { pascal(v, u); },
        [](rows &v, const row &u, rows &v_tan, const row &u_tan) { pascal_jvp(v, u, v_tan, u_tan); },
        [](rows &v, const row &u, rows &v_adj, row &u_adj) { pascal_vjp(v, u, v_adj, u_adj); });
    expect_changes(
        w, y, [](rows &v, const row &u) { outer_product(u, v); },
        [](rows &v, const row &u, rows &v_tan, const row &u_tan) { outer_product_jvp(u, v, u_tan, v_tan); },
        [](rows &v, const row &u, rows &v_adj, row &u_adj) { outer_product_vjp(u, v, u_adj, v_adj); });
    expect_changes(
        w, y, [](rows &v, const row &u) { assigned(u, v); },
        [](rows &v, const row &u, rows &v_tan, const row &u_tan) { assigned_jvp(u, v, u_tan, v_tan); },
        [](rows &v, const row &u, rows &v_adj, row &u_adj) { assigned_vjp(u, v, u_adj, v_adj); });
    if (w.empty())
      continue;
    expect_changes(
        w, y, [](rows &v, const row &u) { grow(v, u[0]); },
        [](rows &v, const row &u, rows &v_tan, const row &u_tan) { grow_jvp(v, u[0], v_tan, u_tan[0]); },
        [](rows &v, const row &u, rows &v_adj, row &u_adj) { grow_vjp(v, u[0], v_adj, u_adj[0]); });
    expect_changes(
        w, y, [](rows &v, const row &u) { replaced(v, u); },
        [](rows &v, const row &u, rows &v_tan, const row &u_tan) { replaced_jvp(v, u, v_tan, u_tan); },
        [](rows &v, const row &u, rows &v_adj, row &u_adj) { replaced_vjp(v, u, v_adj, u_adj); });
  }
}

// An adjoint, a tangent or a seed with other rows belongs to something else.
TEST(RowParameters, otherLengthsOfDerivatives) {
  rows adjoint{{0, 0}, {0, 0}, {0, 0, 0, 0}, {0, 0}};
  double tangent;
  EXPECT_THROW(sums_vjp(own, 1, adjoint), std::invalid_argument);
  EXPECT_THROW(sums_jvp(own, adjoint, tangent), std::invalid_argument);
  EXPECT_THROW(extents_given_vjp(own, 1, 1, 1, adjoint), std::invalid_argument);
  row x_adj(2);
  EXPECT_THROW(triangle_vjp({1, 2}, rows{{1, 1}, {1, 1}}, x_adj), std::invalid_argument);
  EXPECT_EQ(triangle_vjp({1, 2}, rows{{1}, {1, 1}}, x_adj), (rows{{1}, {2, 4}}));
}

// Operators: the values that differences have, rows of the lengths of the arguments, errors where others are given.
TEST(RowParameters, operators) {
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
  const auto [value, adjoint] = lower_and_vjp(row{1, 2, 3}, rows{{1}, {1, 1}, {1, 1, 1}});
  EXPECT_EQ(value, (rows{{1}, {2, 4}, {3, 6, 9}}));
  EXPECT_EQ(adjoint, (row{7, 8, 9}));
  EXPECT_THROW(lower_and_vjp(row{1, 2, 3}, rows{{1, 1, 1}, {1, 1}, {1}}), std::invalid_argument);
  EXPECT_THROW(doubled_vjp(own, equal), std::invalid_argument);
  EXPECT_THROW(energy_jvp(own, 1.3, equal), std::invalid_argument);
}

} // namespace row_parameters
