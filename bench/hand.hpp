// Hand tracking, in both styles: the user's functions, and what the benchmark times of each.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <vector>

using vector = std::vector<double>;
using numbers = soac::view<const double>;
using rows = soac::view<const double, 2>;

/// An affine map of space: three rows of four numbers.
using affine = std::array<double, 12>;
using triple = std::array<double, 3>;

/// Hand tracking of ADBench (F. Srajer, Z. Kukelova, A. Fitzgibbon, "A benchmark of selected algorithmic differentiation tools", 2018, after
/// J. Taylor et al., "User-specific hand modeling from monocular depth sequences", 2014): a hand of 22 bones and a skin whose vertices
/// follow several bones. What is known of it at rest: the bones' places relative to their parents, which come first, the inverses of
/// their places, the vertices, and how much each bone moves each.
struct hand_model {
  std::vector<int> parents;      ///< [22], -1: none
  std::vector<affine> relatives; ///< [22]
  std::vector<affine> inverses;  ///< [22]
  std::vector<triple> vertices;
  vector weights;                ///< [vertices, 22]
};
/// Points that a camera saw, and the vertex that each belongs to.
struct hand_points {
  std::vector<triple> points;
  std::vector<int> vertices;
};
/// How far the points are from their vertices [3 points], for the 26 parameters of a pose: a rotation of the whole by its axis and
/// angle, a translation, and for each of five fingers two angles of the first joint, one of the second and of the third.
vector hand(const vector &pose, const hand_model &model, const hand_points &seen);
vector run_hand(const vector &pose, const hand_model &model, const hand_points &seen);
/// Its derivatives by the parameters [26, 3 points].
soac::array<double, 2> jacobian_hand(const vector &pose, const hand_model &model, const hand_points &seen);

/// Points that lie anywhere on the skin: in a triangle, at two barycentric coordinates, which are parameters, too [2 points].
struct surface_points {
  std::vector<triple> points;
  std::vector<std::array<int, 3>> triangles; ///< the vertices, for each point
};
vector hand_surface(const vector &pose, const vector &places, const hand_model &model, const surface_points &seen);
vector run_hand_surface(const vector &pose, const vector &places, const hand_model &model, const surface_points &seen);
/// Its derivatives [28, 3 points]: by the first and by the second coordinate of the point's own place, then by the 26 parameters.
soac::array<double, 2> jacobian_hand_surface(const vector &pose, const vector &places, const hand_model &model, const surface_points &seen);

/// The same over views.
struct hand_views {
  soac::view<const int> parents;
  soac::view<const affine> relatives, inverses;
  soac::view<const triple> vertices;
  rows weights;
};
soac::array<triple> hand_by_library(numbers pose, const hand_views &model, soac::view<const triple> points, soac::view<const int> of);
soac::array<triple> run_hand_by_library(numbers pose, const hand_views &model, soac::view<const triple> points, soac::view<const int> of);
soac::array<triple, 2> jacobian_hand_by_library(numbers pose, const hand_views &model, soac::view<const triple> points, soac::view<const int> of);
soac::array<triple> hand_surface_by_library(numbers pose, rows places, const hand_views &model, soac::view<const triple> points,
                                            soac::view<const std::array<int, 3>> triangles);
soac::array<triple> run_hand_surface_by_library(numbers pose, rows places, const hand_views &model, soac::view<const triple> points,
                                                soac::view<const std::array<int, 3>> triangles);
soac::array<triple, 2> jacobian_hand_surface_by_library(numbers pose, rows places, const hand_views &model, soac::view<const triple> points,
                                                        soac::view<const std::array<int, 3>> triangles);
