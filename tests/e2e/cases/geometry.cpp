#include "geometry.hpp"
#include "geometry.soac.hpp"

#include <limits>
#include <optional>

namespace {

Vec3 cross(const Vec3 &a, const Vec3 &b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

// Rodrigues' formula, with its limit for small angles.
Vec3 rotated(const Vec3 &r, const Vec3 &x) {
  const double squared = dot(r, r);
  if (squared < 1e-20)
    return x + cross(r, x);
  const double theta = std::sqrt(squared), c = std::cos(theta), s = std::sin(theta);
  const Vec3 axis = (1 / theta) * r;
  return c * x + s * cross(axis, x) + (1 - c) * dot(axis, x) * axis;
}

using Pose = std::array<std::array<double, 4>, 4>;

Pose operator*(const Pose &a, const Pose &b) {
  Pose c{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t j = 0; j < 4; ++j)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

constexpr Pose identity() {
  Pose p{};
  for (int i = 0; i < 4; ++i)
    p[i][i] = 1;
  return p;
}

template <class First, class... Rest> double largest(First first, Rest... rest) {
  if constexpr (sizeof...(rest) == 0) {
    return first;
  } else {
    const double other = largest(rest...);
    return first > other ? first : other;
  }
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double reprojection_error(const Camera &camera, const Vec3 &point, const Vec2 &seen, double weight) {
  const Vec3 x = rotated(camera.rotation, point - camera.centre);
  const Vec2 flat{{x[0] / x[2], x[1] / x[2]}};
  const double r2 = dot(flat, flat);
  const double distortion = 1 + r2 * (camera.k1 + r2 * camera.k2);
  const Vec2 error = camera.focal * distortion * flat + camera.principal - seen;
  return weight * dot(error, error) + (1 - weight * weight) * (1 - weight * weight);
}

#pragma soac differentiate(vjp, jvp)
double ray_and_sphere(const Vec3 &origin, const Vec3 &direction, double radius) {
  const double a = dot(direction, direction), b = dot(origin, direction), c = dot(origin, origin) - radius * radius;
  const double discriminant = b * b - a * c;
  if (discriminant < 0)
    return std::numeric_limits<double>::max();
  const double root = std::sqrt(discriminant);
  const double near = (-b - root) / a, far = (-b + root) / a;
  return near > 0 ? near : far;
}

#pragma soac differentiate(vjp, jvp)
double mesh_area(const std::vector<Vec3> &points, const std::vector<std::array<int, 3>> &faces) {
  double area = 0;
  for (const auto &[i, j, k] : faces) {
    const Vec3 normal = cross(points[j] - points[i], points[k] - points[i]);
    area += 0.5 * std::sqrt(dot(normal, normal));
  }
  return area;
}

#pragma soac differentiate(vjp, jvp)
double polygon_area(const std::vector<Vec2> &corners) {
  double twice = 0;
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++)
    twice += corners[j][0] * corners[i][1] - corners[i][0] * corners[j][1];
  return 0.5 * twice;
}

// De Casteljau's construction.
#pragma soac differentiate(vjp, jvp)
double bezier_length(std::array<Vec2, 4> control, int pieces) {
  const auto point = [&control](double t) {
    auto p = control;
    for (std::size_t left = p.size(); left > 1; --left)
      for (std::size_t i = 0; i + 1 < left; ++i)
        p[i] = (1 - t) * p[i] + t * p[i + 1];
    return p[0];
  };
  double length = 0;
  Vec2 before = point(0);
  for (int k = 1; k <= pieces; ++k) {
    const Vec2 now = point(static_cast<double>(k) / pieces), step = now - before;
    length += std::sqrt(dot(step, step));
    before = now;
  }
  return length;
}

#pragma soac differentiate(vjp, jvp)
double closest_points(const std::vector<Vec2> &a, const std::vector<Vec2> &b, double angle, Vec2 shift) {
  const double c = std::cos(angle), s = std::sin(angle);
  double cost = 0;
  for (const Vec2 &p : a) {
    const Vec2 moved = Vec2{{c * p[0] - s * p[1], s * p[0] + c * p[1]}} + shift;
    double best = std::numeric_limits<double>::infinity();
    for (const auto &q : b)
      if (const Vec2 d = moved - q; dot(d, d) < best)
        best = dot(d, d);
    cost += best;
  }
  return cost;
}

// A chain of joints: how far the tip of a finger is from the wrist.
#pragma soac differentiate(vjp, jvp)
double finger(const double *angles, const double *lengths, int joints) {
  Pose pose = identity();
  for (int j = 0; j < joints; ++j) {
    Pose bend = identity(), bone = identity();
    bend[0][0] = bend[1][1] = std::cos(angles[j]);
    bend[0][1] = -(bend[1][0] = std::sin(angles[j]));
    bone[j % 2 == 0 ? 0 : 2][3] = lengths[j];
    pose = pose * bend * bone;
  }
  return std::sqrt(pose[0][3] * pose[0][3] + pose[1][3] * pose[1][3] + pose[2][3] * pose[2][3]);
}

#pragma soac differentiate(vjp, jvp)
double shapes(double width, double radius, Vec2 at) {
  const Box box(width, 0.5 * width), square{width};
  Disc disc;
  disc.radius = radius;
  return largest(box.signed_distance(at), disc.signed_distance(at), square.scaled_area(0.1)) + disc.scaled_area(0.3) +
         box.scaled_area(2);
}

#pragma soac differentiate(vjp, jvp)
double barycentric(const Vec2 (&triangle)[3], const Vec2 &p) {
  const auto &[a, b, c] = triangle;
  const auto area = [](const Vec2 &u, const Vec2 &v, const Vec2 &w) {
    return (v[0] - u[0]) * (w[1] - u[1]) - (w[0] - u[0]) * (v[1] - u[1]);
  };
  const double whole = area(a, b, c);
  const double weights[] = {area(p, b, c) / whole, area(a, p, c) / whole, area(a, b, p) / whole};
  double product = 1;
  for (const double w : weights)
    product *= w;
  return product;
}

#pragma soac differentiate(vjp, jvp)
double shortest_curve(const double *heights, int n, double spacing) {
  double length = 0;
  for (const double *p = heights, *last = heights + n - 1; p != last; ++p)
    length += std::hypot(p[1] - p[0], spacing);
  return length;
}
