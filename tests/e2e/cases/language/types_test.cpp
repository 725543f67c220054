#include "types.hpp"

#include "check.hpp"
#include "types.soac.hpp"

#include <cmath>

namespace elements {

using reals = soac::array<double, 1>;
using points = soac::array<point, 1>;

DERIVATIVES(Elements, energies, soac::array<body, 1>{{{1, 2}, {3, 4}, 2, 0.5f}, {{2, 1}, {0.5, -1}, -1, 1.5f}})
DERIVATIVES(Elements, moved, points{{1, 2}, {3, -1}, {0.5, 0.25}}, point{0.3, 0.7}, 1.5)
DERIVATIVES(Elements, centroid, std::vector<point>{{1, 2}, {3, -1}, {0.5, 0.25}})
DERIVATIVES(Elements, chain, std::vector<double>{0.3, 0.9, -0.4, 1.1, 0.2})
DERIVATIVES(Elements, hull, reals{3, 1, 4, 1.5, 0.5, 9, 2, 6})
DERIVATIVES(Elements, complex_product, soac::array<std::array<double, 2>, 1>{{1, 2}, {0.5, -1}, {0.3, 0.7}})
DERIVATIVES(Elements, affine, reals{0.5, 1.5, -0.3}, reals{1, 2, 3})
DERIVATIVES(Elements, with_sum, reals{0.5, 1.5, -0.3})
DERIVATIVES(Elements, best, reals{0.5, 1.5, -0.3})
DERIVATIVES(Elements, regression, reals{0.5, 1.5, -0.3, 2.0}, reals{1, 2, 3, 2.5})
DERIVATIVES(Elements, cubes, std::vector<double>{0.5, 1.5, -0.3})
DERIVATIVES(Elements, in_loop, std::vector<double>{0.5, 1.5, -0.3, 0.8}, 0.7)
DERIVATIVES(Elements, outer, std::array<double, 3>{0.5, 1.5, -0.3}, std::vector<double>{1, 2})
DERIVATIVES(Elements, tuples, soac::array<std::tuple<double, double, int>, 1>{{1, 2, 0}, {3, 4, 2}, {5, 6, 0}})
DERIVATIVES(Elements, pairs, std::vector<std::pair<double, float>>{{1, 2}, {3, 0.5f}})
DERIVATIVES(Elements, fixed, std::vector<std::array<double, 3>>{{1, 2, 3}, {3, 0.5, -1}})
DERIVATIVES(Elements, grid_of_points,
            soac::tabulate([](soac::index i,
                              soac::index j) { return point{0.5 + double(i * j), 1.0 + double(i) - double(j)}; },
                           2, 3))
DERIVATIVES(Elements, owned, soac::array<double, 2>{{1, 2}, {0.5, 3}, {2, 1}}, reals{0.7, 0.9})
DERIVATIVES(Elements, singles, soac::array<float, 1>{0.5f, 1.5f}, 2.0f)
DERIVATIVES(Elements, integers, soac::array<int, 1>{2, 0, 1}, soac::array<bool, 1>{true, false, true},
            reals{0.5, 1.5, -0.3})
DERIVATIVES(Elements, argument_minimum, points{{1, 2}, {0.5, -1}, {0.5, 0.25}})
DERIVATIVES(Elements, scanned_pairs, reals{0.5, 1.5, -0.3, 0.8}, reals{1, 2, 3, 4})
DERIVATIVES(Elements, scanned_squares, reals{0.5, 1.5, -0.3, 0.8})
DERIVATIVES(Elements, histogram_of_tuples, reals{0.5, 1.5, -0.3, 0.8, 7}, reals{1, 2, 3, 4, 5},
            soac::array<int, 1>{0, 2, 0, 2, 5})
DERIVATIVES(Elements, output_array, reals{0.5, 1.5, -0.3, 0.8})
DERIVATIVES(Elements, outputs, reals{0.5, 1.5}, reals{2, 3}, std::vector<double>{1, 1}, std::vector<double>{0.3, 0.4},
            2.0)
DERIVATIVES(Elements, zipped, reals{0.5, 1.5, -0.3}, reals{1, 2, 3})
DERIVATIVES(Elements, several, reals{0.5, 1.5, -0.3})
DERIVATIVES(Elements, vectors_of_points, points{{1, 2}, {0.5, -1}, {0.5, 0.25}}, 0.7)
DERIVATIVES(Elements, record_output, reals{0.5, 1.5}, body{{1, 2}, {3, 4}, 2, 0.5f})

} // namespace elements

namespace tangent_types {

namespace {

const soac::array<double> x{1.0, 1.0};
soac::array<double, 2> weights() {
  soac::array<double, 2> w(2, 2);
  w(0, 0) = 1, w(0, 1) = 2, w(1, 0) = 3, w(1, 1) = 4;
  return w;
}
const soac::array<double, 2> w = weights();
const Model model{w, {1, 2}, 0.5, 3}; // y = (4, 9)
const std::vector<double> y{1.0, 3.0, 4.0};
const Line line{y, 2.0}; // residuals 1, 1, 0

} // namespace

TEST(TangentTypes, OfARecordWithViewsIsTheTupleOfItsMembersTangents) {
  const auto [dw, db, ds, dn] = loss_gradient(model, x);
  EXPECT_EQ(dw(0, 1), 12.0);
  EXPECT_EQ(dw(1, 0), 27.0);
  EXPECT_EQ(db, (std::vector<double>{12, 27}));
  EXPECT_EQ(ds, 291.0);
  EXPECT_EQ(dn, 0);
  const ModelTangent dm{dw, db, ds, 7};
  EXPECT_EQ(loss_tangent(model, x, dm), 87300.0);
  EXPECT_EQ(std::get<2>(loss_hvp(model, x, dm)), 5238.0);
  EXPECT_EQ(std::get<3>(loss_hvp(model, x, dm)), 0);
}
TEST(TangentTypes, MayBeNamed) {
  const LineTangent g = misfit_gradient(line);
  EXPECT_EQ(g.y, (std::vector<double>{2, 2, 0}));
  EXPECT_EQ(g.slope, -2.0);
  const LineTangent h = misfit_hvp(line, {{0, 1, 0}, 1.0});
  EXPECT_EQ(h.y, (std::vector<double>{0, 0, -4}));
  EXPECT_EQ(h.slope, 2.0 * (1 + 4) - 2.0);
}
TEST(TangentTypes, OfARecordThatOwnsItsMembersIsTheRecord) {
  soac::array<double, 2> c(2, 1);
  c(0, 0) = 1, c(1, 0) = 2;
  const Owner o{{1, 2}, c, {3, 4}, 5, 6};
  const Owner seed{{1, 1}, c, {1, 1}, 1, 100};
  const auto [a, k] = scaled_adjoint(o, 2, seed);
  EXPECT_EQ(a.b, (std::vector<double>{2, 2}));
  EXPECT_EQ(a.c(1, 0), 8.0);
  EXPECT_EQ(a.f, (std::array<float, 2>{1, 2}));
  EXPECT_EQ(a.s, 12.0);
  EXPECT_EQ(a.n, 0);
  EXPECT_EQ(k, 3.0 + 2 * 2 * 5 + 4 + 30);
  const Owner t = scaled_tangent(o, 2, {{1, 0}, c, {0, 1}, 1, 9}, 0);
  EXPECT_EQ(t.b, (std::vector<double>{2, 0}));
  EXPECT_EQ(t.c(1, 0), 8.0);
  EXPECT_EQ(t.f[1], 2.0f);
  EXPECT_EQ(t.s, 12.0);
  EXPECT_EQ(t.n, 0);
}
TEST(TangentTypes, Nest) {
  const auto [l, k] = outer_gradient({line, 10.0});
  EXPECT_EQ(l.y[0], 20.0);
  EXPECT_EQ(l.slope, -20.0);
  EXPECT_EQ(k, 2.0);
  // ds = 3 (y0^2 + y1^2), db0 = 3 y0: the derivative by b0 is 2 ds 6 y0 + 3.
  EXPECT_EQ(step_slope(model, x, {soac::array<double, 2>(2, 2), {1, 0}, 0, 0}), 2 * 291 * 24.0 + 3);
}
TEST(TangentTypes, InVectorMode) {
  const auto [dw, db, ds, dn] = loss_adjoints(model, x, soac::array<double>{1, 10});
  EXPECT_EQ(dw(0, 1, 0), 27.0);
  EXPECT_EQ(dw(1, 1, 0), 270.0);
  EXPECT_EQ(db(1, 0), 120.0);
  EXPECT_EQ(ds(1), 2910.0);
  EXPECT_EQ(dn(1), 0);
}

TEST(TangentTypes, PlainFunctionsAddIntoTheTangentType) {
  ModelTangent m_adj{soac::array<double, 2>(2, 2), {100, 0}, 0, 7};
  soac::array<double> x_adj(2);
  EXPECT_EQ(loss_vjp(model, x, 1.0, m_adj, x_adj), 0.5 * 3 * (16 + 81));
  EXPECT_EQ(std::get<0>(m_adj)(1, 0), 27.0);
  EXPECT_EQ(std::get<1>(m_adj), (std::vector<double>{112, 27}));
  EXPECT_EQ(std::get<2>(m_adj), 291.0);
  EXPECT_EQ(std::get<3>(m_adj), 7);
  EXPECT_EQ(x_adj[0], 93.0);
  double tangent = 0;
  loss_jvp(model, x, {soac::array<double, 2>(2, 2), {0, 0}, 1, 0}, soac::array<double>{1, 0}, tangent);
  EXPECT_EQ(tangent, 291.0 + 93);
  LineTangent l_adj{{0, 0, 0}, 0};
  misfit_vjp(line, 1.0, l_adj);
  EXPECT_EQ(l_adj.slope, -2.0);
  EXPECT_THROW(misfit_jvp(line, {{0, 0}, 1.0}, tangent), std::exception);
}

} // namespace tangent_types
