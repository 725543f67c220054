#include "geometry.hpp"

#include "check.hpp"
#include "geometry.soac.hpp"

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
