#include "geometry_and_models.hpp"

#include "check.hpp"
#include "geometry_and_models.soac.hpp"

#include <cmath>

namespace {
const Camera camera{{{0.1, -0.2, 0.3}}, {{0.5, 0.1, -2}}, 1.2, 0.05, -0.01, {{0.1, 0.2}}};
const std::vector<Vec3> points{{{0, 0, 0}}, {{1, 0, 0.2}}, {{0, 1.5, 0}}, {{0.3, 0.2, 1}}};
const std::vector<Vec2> corners{{{0, 0}}, {{2, 0.1}}, {{1.5, 1.7}}, {{0.2, 1}}};
} // namespace

DERIVATIVES(Geometry, reprojection_error, camera, (Vec3{{0.4, 0.3, 1.5}}), (Vec2{{0.2, 0.1}}), 0.8)
DERIVATIVES(Geometry, ray_and_sphere, (Vec3{{0.2, 0.1, -3}}), (Vec3{{0.05, -0.1, 1}}), 1.0)
DERIVATIVES(Geometry, mesh_area, points, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {1, 2, 3}}))
DERIVATIVES(Geometry, polygon_area, corners)
DERIVATIVES(Geometry, bezier_length, (std::array<Vec2, 4>{{{{0, 0}}, {{1, 2}}, {{2, -1}}, {{3, 0.5}}}}), 6)
DERIVATIVES(Geometry, closest_points, corners, (std::vector<Vec2>{{{0.1, 0.2}}, {{1.8, 0}}, {{1, 2}}}), 0.3, (Vec2{{0.1, -0.2}}))
DERIVATIVES(Geometry, finger, (std::vector<double>{0.3, 0.5, -0.2, 0.7}), (std::vector<double>{1, 0.8, 0.6, 0.4}), 4)
DERIVATIVES(Geometry, shapes, 1.0, 0.7, (Vec2{{0.9, 0.4}}))
DERIVATIVES(Geometry, shortest_curve, (std::vector<double>{0, 1, 0.5, 2}), 4, 0.7)

// The derivative of an area by a corner is half the opposite edge, turned.
TEST(Geometry, PolygonByItsCorners) {
  std::vector<Vec2> adjoint(4);
  polygon_area_vjp(corners, 1.0, adjoint);
  EXPECT_DOUBLE_EQ(adjoint[1][0], 0.5 * (corners[2][1] - corners[0][1]));
  EXPECT_DOUBLE_EQ(adjoint[1][1], 0.5 * (corners[0][0] - corners[2][0]));
}

// At the centre the product of the three weights is largest.
TEST(Geometry, BarycentricCentre) {
  const Vec2 triangle[3] = {{{0, 0}}, {{3, 0}}, {{0, 3}}};
  Vec2 triangle_adj[3], p_adj;
  EXPECT_DERIVATIVES(barycentric, c_array(triangle), (Vec2{{0.9, 1.2}}));
  EXPECT_NEAR(barycentric_vjp(triangle, {{1, 1}}, 1.0, triangle_adj, p_adj), 1.0 / 27, 1e-15);
  EXPECT_NEAR(p_adj[0], 0, 1e-15);
  EXPECT_NEAR(p_adj[1], 0, 1e-15);
}

// Without a rotation the formula's branch for small angles is taken.
TEST(Geometry, SmallRotation) {
  Camera still = camera, adjoint{};
  still.rotation = {};
  adjoint.rotation = {};
  Vec3 point_adj{};
  Vec2 seen_adj{};
  double weight = 0;
  const Vec3 point{{0.4, 0.3, 1.5}};
  const Vec2 seen{{0.2, 0.1}};
  reprojection_error_vjp(still, point, seen, 0.8, 1.0, adjoint, point_adj, seen_adj, weight);
  for (int i = 0; i < 3; ++i) {
    Camera up = still, down = still;
    up.rotation[i] += 1e-5;
    down.rotation[i] -= 1e-5;
    EXPECT_NEAR(adjoint.rotation[i],
                (reprojection_error(up, point, seen, 0.8) - reprojection_error(down, point, seen, 0.8)) / 2e-5, 1e-8);
  }
}

namespace textbook_models {

namespace {

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

} // namespace textbook_models
