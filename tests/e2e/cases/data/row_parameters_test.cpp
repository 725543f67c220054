#include "row_parameters.hpp"

#include "check.hpp"
#include "row_parameters.soac.hpp"
#include "row_points.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace row_parameters {

using namespace row_types;

namespace {

const rows none{{}, {}, {}};
const std::vector<std::vector<int>> columns{{0, 3}, {2}, {1, 1, 2, 0}, {3, 2, 1}};
const std::vector<rows> deep{{{0.3, -0.7}, {0.9}}, {}, {{0.4, -0.2, 0.6}, {}, {0.8}}};

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
}

} // namespace row_parameters
