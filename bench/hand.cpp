#include "hand.hpp"

#include "hand.soac.hpp"

#include <cmath>

namespace {

constexpr int bones = 22, parameters = 26;

affine product(const affine &a, const affine &b) {
  affine c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      c[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j] + (j == 3 ? a[4 * i + 3] : 0.0);
  return c;
}

/// Around the axes x, y and z, one after the other.
affine rotation(double x, double y, double z) {
  const double cx = std::cos(x), sx = std::sin(x), cy = std::cos(y), sy = std::sin(y), cz = std::cos(z), sz = std::sin(z);
  return {cy * cz, cz * sy * sx - sz * cx, sz * sx + cz * sy * cx, 0, //
          sz * cy, cz * cx + sz * sy * sx, sz * sy * cx - cz * sx, 0, //
          -sy,     cy * sx,                cy * cx,                0};
}

/// Around an axis by its length, then along `t`.
affine motion(double x, double y, double z, const triple &t) {
  const double square = x * x + y * y + z * z;
  if (square < 1e-8)
    return {1, 0, 0, t[0], 0, 1, 0, t[1], 0, 0, 1, t[2]};
  const double angle = std::sqrt(square), s = std::sin(angle), c = std::cos(angle);
  x /= angle;
  y /= angle;
  z /= angle;
  return {x * x + (1 - x * x) * c, x * y * (1 - c) - z * s,  x * z * (1 - c) + y * s,  t[0],
          x * y * (1 - c) + z * s, y * y + (1 - y * y) * c,  y * z * (1 - c) - x * s,  t[1],
          x * z * (1 - c) - y * s, z * y * (1 - c) + x * s,  z * z + (1 - z * z) * c,  t[2]};
}

/// Which bone each angle of a pose turns, and around which axis; of a bone without joint no angle.
struct joint {
  int x = -1, y = -1;
};
constexpr joint joint_of(int bone) { // 0 is the wrist; of the four bones of a finger, the last one is its tip
  if (bone == 0 || bone > 20)
    return {};
  const int finger = (bone - 1) / 4, place = (bone - 1) % 4, first = 6 + 4 * finger;
  return place == 0 ? joint{} : place == 1 ? joint{first, first + 1} : joint{first + place, -1};
}

triple at(const affine &a, const triple &p) {
  triple r;
  for (int i = 0; i < 3; ++i)
    r[i] = a[4 * i] * p[0] + a[4 * i + 1] * p[1] + a[4 * i + 2] * p[2] + a[4 * i + 3];
  return r;
}

/// Where the vertices are in a pose.
std::vector<triple> skin(const vector &pose, const hand_model &model) {
  std::vector<affine> transforms(bones);
  {
    std::vector<affine> absolutes(bones);
    for (int b = 0; b < bones; ++b) {
      const joint j = joint_of(b);
      const affine relative = product(model.relatives[b], rotation(j.x < 0 ? 0 : pose[j.x], j.y < 0 ? 0 : pose[j.y], 0));
      absolutes[b] = model.parents[b] < 0 ? relative : product(absolutes[model.parents[b]], relative);
      transforms[b] = product(absolutes[b], model.inverses[b]);
    }
  }
  const affine whole = motion(pose[0], pose[1], pose[2], {pose[3], pose[4], pose[5]});
  std::vector<triple> positions(model.vertices.size());
  for (std::size_t v = 0; v < positions.size(); ++v) {
    affine blend = {};
    for (int b = 0; b < bones; ++b)
      for (int i = 0; i < 12; ++i)
        blend[i] += model.weights[v * bones + b] * transforms[b][i];
    positions[v] = at(whole, at(blend, model.vertices[v]));
  }
  return positions;
}

} // namespace

vector hand(const vector &pose, const hand_model &model, const hand_points &seen) {
  const std::vector<triple> positions = skin(pose, model);
  vector errors(3 * seen.points.size());
  for (std::size_t i = 0; i < seen.points.size(); ++i)
    for (int k = 0; k < 3; ++k)
      errors[3 * i + k] = seen.points[i][k] - positions[seen.vertices[i]][k];
  return errors;
}
vector run_hand(const vector &pose, const hand_model &model, const hand_points &seen) { return soac::run<hand>(pose, model, seen); }

/// The unit vectors [26 + before, 26], behind rows of zeros.
static soac::array<double, 2> directions(int before) {
  soac::array<double, 2> d(before + parameters, parameters);
  for (int i = 0; i < parameters; ++i)
    d(before + i, i) = 1;
  return d;
}
soac::array<double, 2> jacobian_hand(const vector &pose, const hand_model &model, const hand_points &seen) {
  return soac::jmp<hand, soac::wrt<0>, parameters>(pose, model, seen, directions(0));
}

vector hand_surface(const vector &pose, const vector &places, const hand_model &model, const surface_points &seen) {
  const std::vector<triple> positions = skin(pose, model);
  vector errors(3 * seen.points.size());
  for (std::size_t i = 0; i < seen.points.size(); ++i) {
    const double u = places[2 * i], v = places[2 * i + 1];
    const triple &a = positions[seen.triangles[i][0]], &b = positions[seen.triangles[i][1]], &c = positions[seen.triangles[i][2]];
    for (int k = 0; k < 3; ++k)
      errors[3 * i + k] = seen.points[i][k] - (u * a[k] + v * b[k] + (1 - u - v) * c[k]);
  }
  return errors;
}
vector run_hand_surface(const vector &pose, const vector &places, const hand_model &model, const surface_points &seen) {
  return soac::run<hand_surface>(pose, places, model, seen);
}
soac::array<double, 2> jacobian_hand_surface(const vector &pose, const vector &places, const hand_model &model, const surface_points &seen) {
  soac::array<double, 2> by_places(2 + parameters, static_cast<soac::index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i)
    by_places(static_cast<soac::index>(i % 2), static_cast<soac::index>(i)) = 1;
  return soac::jmp<hand_surface, soac::wrt<0, 1>, 2 + parameters>(pose, places, model, seen, directions(2), by_places);
}

/// Where the vertices are in a pose.
static soac::array<triple> skin_by_library(numbers pose, const hand_views &model) {
  soac::array<affine> absolutes(bones);
  for (int b = 0; b < bones; ++b) {
    const joint j = joint_of(b);
    const affine relative = product(model.relatives[b], rotation(j.x < 0 ? 0 : pose[j.x], j.y < 0 ? 0 : pose[j.y], 0));
    absolutes[b] = model.parents[b] < 0 ? relative : product(absolutes[model.parents[b]], relative);
  }
  const auto transforms = soac::map([](const affine &absolute, const affine &inverse) { return product(absolute, inverse); }, absolutes, model.inverses);
  const affine whole = motion(pose[0], pose[1], pose[2], {pose[3], pose[4], pose[5]});
  return soac::map(
      [&](const triple &vertex, auto weights) {
        affine blend = {};
        for (int b = 0; b < bones; ++b)
          for (int i = 0; i < 12; ++i)
            blend[i] += weights[b] * transforms[b][i];
        return at(whole, at(blend, vertex));
      },
      model.vertices, model.weights);
}

soac::array<triple> hand_by_library(numbers pose, const hand_views &model, soac::view<const triple> points, soac::view<const int> of) {
  const auto positions = skin_by_library(pose, model);
  return soac::map(
      [&](const triple &point, int vertex) {
        const triple p = positions[vertex];
        return triple{point[0] - p[0], point[1] - p[1], point[2] - p[2]};
      },
      points, of);
}
soac::array<triple> run_hand_by_library(numbers pose, const hand_views &model, soac::view<const triple> points, soac::view<const int> of) {
  return soac::run<hand_by_library>(pose, model, points, of);
}
soac::array<triple, 2> jacobian_hand_by_library(numbers pose, const hand_views &model, soac::view<const triple> points, soac::view<const int> of) {
  return soac::jmp<hand_by_library, soac::wrt<0>, parameters>(pose, model, points, of, directions(0));
}

soac::array<triple> hand_surface_by_library(numbers pose, rows places, const hand_views &model, soac::view<const triple> points,
                                            soac::view<const std::array<int, 3>> triangles) {
  const auto positions = skin_by_library(pose, model);
  return soac::map(
      [&](const triple &point, const std::array<int, 3> &corners, auto place) {
        const triple a = positions[corners[0]], b = positions[corners[1]], c = positions[corners[2]];
        triple error;
        for (int k = 0; k < 3; ++k)
          error[k] = point[k] - (place[0] * a[k] + place[1] * b[k] + (1 - place[0] - place[1]) * c[k]);
        return error;
      },
      points, triangles, places);
}
soac::array<triple> run_hand_surface_by_library(numbers pose, rows places, const hand_views &model, soac::view<const triple> points,
                                                soac::view<const std::array<int, 3>> triangles) {
  return soac::run<hand_surface_by_library>(pose, places, model, points, triangles);
}
soac::array<triple, 2> jacobian_hand_surface_by_library(numbers pose, rows places, const hand_views &model, soac::view<const triple> points,
                                                        soac::view<const std::array<int, 3>> triangles) {
  soac::array<double, 3> by_places(2 + parameters, places.extent(0), 2);
  for (soac::index i = 0; i < places.extent(0); ++i)
    by_places(0, i, 0) = by_places(1, i, 1) = 1;
  return soac::jmp<hand_surface_by_library, soac::wrt<0, 1>, 2 + parameters>(pose, places, model, points, triangles, directions(2), by_places);
}
