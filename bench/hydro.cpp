// Hydrodynamics with records of vectors: an element after the other, forces gathered by nodes.
#include "hydro.hpp"

#include "hydro.soac.hpp"

#include <algorithm>
#include <cmath>

namespace {

struct point {
  double x, y, z;
};
point operator+(const point &a, const point &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
point operator-(const point &a, const point &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
point operator*(double s, const point &a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(const point &a, const point &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
point cross(const point &a, const point &b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/// What an element knows.
struct material {
  double e, p = 0, q = 0, ql = 0, qq = 0, v = 1, v_new = 1, change = 0, divergence = 0, sound = 0;
  point steepness, width; ///< in the three directions of the element: how velocities change across it, and how wide it is
};

struct state {
  std::vector<point> place, velocity;
  std::vector<material> of;
  std::vector<point> corner_force; ///< [elements, 8]
};

void corners_of(const mesh &m, int k, const std::vector<point> &all, point (&c)[8]) {
  for (int i = 0; i < 8; ++i)
    c[i] = all[m.corners[8 * k + i]];
}

double volume_of(const point (&c)[8]) {
  const point up = c[6] - c[3], right = c[6] - c[4], back = c[6] - c[1];
  return (dot(c[3] - c[1] + (c[7] - c[2]), cross(up, c[2] - c[0])) + dot(c[4] - c[3] + (c[5] - c[7]), cross(right, c[7] - c[0])) +
          dot(c[1] - c[4] + (c[2] - c[5]), cross(back, c[5] - c[0]))) / 12;
}

/// The derivative of the volume by corner i.
point volume_slope(const point (&c)[8], int i) {
  const int *n = hexahedron::around[i];
  return 1. / 12 * (cross(c[n[1]] + c[n[2]], c[n[0]] + c[n[1]]) + cross(c[n[0]] + c[n[4]], c[n[3]] + c[n[4]]) +
                    cross(c[n[3]] + c[n[5]], c[n[2]] + c[n[5]]));
}

/// Means over the four sides of the element, from behind to before: the three directions of its Jacobian.
void directions_of(const point (&c)[8], point &i, point &j, point &k) {
  i = 0.25 * (c[1] + c[2] + c[5] + c[6] - (c[0] + c[3] + c[4] + c[7]));
  j = 0.25 * (c[2] + c[3] + c[6] + c[7] - (c[0] + c[1] + c[4] + c[5]));
  k = 0.25 * (c[4] + c[5] + c[6] + c[7] - (c[0] + c[1] + c[2] + c[3]));
}

void element_force(const mesh &m, const state &s, int k, std::vector<point> &force) {
  point c[8], w[8], f[8] = {}, slope[8];
  corners_of(m, k, s.place, c);
  corners_of(m, k, s.velocity, w);
  const material &a = s.of[k];
  const double stress = a.p + a.q;
  for (const auto &face : hexahedron::faces) {
    const point first = 0.5 * (c[face[3]] + c[face[2]] - c[face[1]] - c[face[0]]);
    const point second = 0.5 * (c[face[2]] + c[face[1]] - c[face[3]] - c[face[0]]);
    const point normal = 0.25 * stress * cross(first, second);
    for (const int i : face)
      f[i] = f[i] + normal;
  }
  const double volume = m.volume[k] * a.v, strength = -0.03 * a.sound * m.volume[k] / std::cbrt(volume);
  for (int i = 0; i < 8; ++i)
    slope[i] = volume_slope(c, i);
  for (const auto &mode : hexahedron::modes) {
    point bent{}, along{};
    for (int i = 0; i < 8; ++i)
      bent = bent + mode[i] * c[i];
    double shape[8];
    for (int i = 0; i < 8; ++i) {
      shape[i] = mode[i] - dot(slope[i], bent) / volume;
      along = along + shape[i] * w[i];
    }
    for (int i = 0; i < 8; ++i)
      f[i] = f[i] + strength * shape[i] * along;
  }
  for (int i = 0; i < 8; ++i)
    force[8 * k + i] = f[i];
}

double without_noise(double a) { return std::abs(a) < 1e-7 ? 0 : a; }

void move(const mesh &m, state &s) {
  std::vector<point> acceleration(m.nodes);
  for (int n = 0; n < m.nodes; ++n) {
    point sum{};
    for (int at = m.begin[n]; at < m.begin[n + 1]; ++at)
      sum = sum + s.corner_force[m.corner_of[at]];
    acceleration[n] = 1 / m.mass_of_node[n] * sum;
  }
  for (const int n : m.on_x)
    acceleration[n].x = 0;
  for (const int n : m.on_y)
    acceleration[n].y = 0;
  for (const int n : m.on_z)
    acceleration[n].z = 0;
  for (int n = 0; n < m.nodes; ++n) {
    point &w = s.velocity[n];
    w = w + m.dt * acceleration[n];
    w = {without_noise(w.x), without_noise(w.y), without_noise(w.z)};
    s.place[n] = s.place[n] + m.dt * w;
  }
}

/// Volumes, the rate at which they grow, and how velocities change across elements.
void deform(const mesh &m, state &s) {
  for (int n = 0; n < m.elements; ++n) {
    point c[8], w[8], i, j, k, wi, wj, wk;
    corners_of(m, n, s.place, c);
    corners_of(m, n, s.velocity, w);
    material &a = s.of[n];
    const double volume = volume_of(c);
    a.v_new = volume / m.volume[n];
    a.change = a.v_new - a.v;

    directions_of(c, i, j, k);
    directions_of(w, wi, wj, wk);
    const point ij = cross(i, j), jk = cross(j, k), ki = cross(k, i);
    a.width = {volume / std::sqrt(dot(jk, jk) + 1e-36), volume / std::sqrt(dot(ki, ki) + 1e-36), volume / std::sqrt(dot(ij, ij) + 1e-36)};
    a.steepness = 1 / (volume + 1e-36) * point{dot(jk, wi), dot(ki, wj), dot(ij, wk)};

    for (int corner = 0; corner < 8; ++corner)
      c[corner] = c[corner] - 0.5 * m.dt * w[corner];
    directions_of(c, i, j, k);
    const point di = cross(j, k), dj = cross(k, i), dk = cross(i, j);
    a.divergence = (di.x * wi.x + dj.x * wj.x + dk.x * wk.x + di.y * wi.y + dj.y * wj.y + dk.y * wk.y + di.z * wi.z + dj.z * wj.z +
                    dk.z * wk.z) / dot(dj, j);
  }
}

/// From 0 where velocities change at once to 1 where they change evenly.
double smoothness(double here, double before, double behind) {
  const double norm = 1 / (here + 1e-36);
  before *= norm;
  behind *= norm;
  const double least = std::min({0.5 * (before + behind), 2 * before, 2 * behind});
  return std::clamp(least, 0., 1.);
}

/// The neighbour's number, that of the element itself at a plane of symmetry, and nothing at a free surface.
double across(int border, double of_neighbour, double own) { return border == 0 ? of_neighbour : border == 1 ? own : 0; }

void viscosity(const mesh &m, state &s) {
  for (int k = 0; k < m.elements; ++k) {
    const int *at = &m.beside[6 * k], *border = &m.border[6 * k];
    material &a = s.of[k];
    a.ql = a.qq = 0;
    if (a.divergence > 0)
      continue;
    const double phi_x = smoothness(a.steepness.x, across(border[0], s.of[at[0]].steepness.x, a.steepness.x), across(border[1], s.of[at[1]].steepness.x, a.steepness.x));
    const double phi_y = smoothness(a.steepness.y, across(border[2], s.of[at[2]].steepness.y, a.steepness.y), across(border[3], s.of[at[3]].steepness.y, a.steepness.y));
    const double phi_z = smoothness(a.steepness.z, across(border[4], s.of[at[4]].steepness.z, a.steepness.z), across(border[5], s.of[at[5]].steepness.z, a.steepness.z));
    const double dx = std::min(a.steepness.x * a.width.x, 0.), dy = std::min(a.steepness.y * a.width.y, 0.), dz = std::min(a.steepness.z * a.width.z, 0.);
    a.ql = -0.5 / a.v_new * (dx * (1 - phi_x) + dy * (1 - phi_y) + dz * (1 - phi_z));
    a.qq = 2. / 3 / a.v_new * (dx * dx * (1 - phi_x * phi_x) + dy * dy * (1 - phi_y * phi_y) + dz * dz * (1 - phi_z * phi_z));
  }
}

double pressure(double e, double compression, double v) {
  const double p = without_noise(2. / 3 * (compression + 1) * e);
  return v >= 1e9 || p < 0 ? 0 : p;
}

double sound(double e, double p, double v, double compression) {
  const double square = 2. / 3 * e + v * v * (2. / 3 * (compression + 1)) * p;
  return square <= 1.111111e-37 ? 3.333333e-19 : std::sqrt(square);
}

double energy(double e) { return std::max(without_noise(e), -1e15); }

void settle(material &a) {
  const double v = std::clamp(a.v_new, 1e-9, 1e9);
  double compression = 1 / v - 1, half = 1 / (v - a.change / 2) - 1, p_old = a.p;
  if (v <= 1e-9)
    half = compression;
  if (v >= 1e9)
    p_old = compression = half = 0;
  const bool grows = a.change > 0;
  const double q_old = a.q;
  double e = std::max(a.e - 0.5 * a.change * (p_old + q_old), -1e15);
  const double p_half = pressure(e, half, v);
  double q = grows ? 0 : sound(e, p_half, 1 / (1 + half), half) * a.ql + a.qq;
  e = energy(e + 0.5 * a.change * (3 * (p_old + q_old) - 4 * (p_half + q)));
  double p = pressure(e, compression, v);
  const double q_again = grows ? 0 : sound(e, p, v, compression) * a.ql + a.qq;
  e = energy(e - (7 * (p_old + q_old) - 8 * (p_half + q) + (p + q_again)) * a.change / 6);
  p = pressure(e, compression, v);
  if (!grows)
    q = without_noise(sound(e, p, v, compression) * a.ql + a.qq);
  a.p = p;
  a.e = e;
  a.q = q;
  a.sound = sound(e, p, v, compression);
  a.v = std::abs(a.v_new - 1) < 1e-7 ? 1 : a.v_new;
}

} // namespace

double hydro(const mesh &m, const flow &start, int steps) {
  state s{std::vector<point>(m.nodes), std::vector<point>(m.nodes), std::vector<material>(m.elements), std::vector<point>(8 * m.elements)};
  for (int n = 0; n < m.nodes; ++n) {
    s.place[n] = {start.x[n], start.y[n], start.z[n]};
    s.velocity[n] = {start.xd[n], start.yd[n], start.zd[n]};
  }
  for (int k = 0; k < m.elements; ++k)
    s.of[k].e = start.e[k];
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < m.elements; ++k)
      element_force(m, s, k, s.corner_force);
    move(m, s);
    deform(m, s);
    viscosity(m, s);
    for (material &a : s.of)
      settle(a);
  }
  double sum = 0;
  for (int k = 0; k < m.elements; ++k)
    sum += s.of[k].e * m.volume[k];
  return sum;
}

double run_hydro(const mesh &m, const flow &start, int steps) { return soac::run<hydro>(m, start, steps); }
flow gradient_hydro(const mesh &m, const flow &start, int steps) {
  return soac::gradient<hydro, soac::wrt<1>>(m, start, steps);
}
