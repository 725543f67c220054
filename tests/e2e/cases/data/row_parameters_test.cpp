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
DERIVATIVES(RowParameters, of_pairs, (std::vector<std::vector<std::array<double, 2>>>{{{0.3, -0.7}}, {{0.9, 0.4}, {-0.2, 0.6}}, {}}))
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

} // namespace row_parameters
