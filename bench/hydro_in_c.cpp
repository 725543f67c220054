// Hydrodynamics with pointers: small arrays of C, scratch arrays for the whole mesh, a loop for each quantity.
#include "hydro.hpp"

#include "hydro_in_c.soac.hpp"

#include <cmath>

namespace {

/// Of nodes: place, speed and force, three numbers each. Of elements: the rest.
struct fluid {
  double *place, *speed, *force;
  double *energy, *pressure, *viscosity, *linear, *quadratic; ///< the last two: parts of the viscosity
  double *volume, *next_volume, *growth;                      ///< over the volume at rest: now, after the step, and what is between them
  double *divergence, *sound;
};

void load_corners(const int *nodes, const double *of, double c[8][3]) {
  for (int i = 0; i < 8; i++)
    for (int a = 0; a < 3; a++)
      c[i][a] = of[3 * nodes[i] + a];
}

void add_to_corners(const int *nodes, const double f[8][3], double *of) {
  for (int i = 0; i < 8; i++)
    for (int a = 0; a < 3; a++)
      of[3 * nodes[i] + a] += f[i][a];
}

double inner(const double u[3], const double v[3]) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }

void outer(const double u[3], const double v[3], double w[3]) {
  w[0] = u[1] * v[2] - u[2] * v[1];
  w[1] = u[2] * v[0] - u[0] * v[2];
  w[2] = u[0] * v[1] - u[1] * v[0];
}

/// The mean difference of opposite sides, in the three directions of an element.
void sides_of(const double c[8][3], double side[3][3]) {
  for (int d = 0; d < 3; d++)
    for (int a = 0; a < 3; a++) {
      double sum = 0;
      for (int i = 0; i < 8; i++)
        sum += hexahedron::side[d][i] * c[i][a];
      side[d][a] = 0.25 * sum;
    }
}

/// normal[d]: the product of the other two sides.
void normals_of(const double side[3][3], double normal[3][3]) {
  outer(side[1], side[2], normal[0]);
  outer(side[2], side[0], normal[1]);
  outer(side[0], side[1], normal[2]);
}

/// Twelve times the volume, as three parallelepipeds at the corner 6.
double volume_of(const double c[8][3]) {
  static const int edge[3][8] = {{3, 1, 7, 2, 6, 3, 2, 0}, {4, 3, 5, 7, 6, 4, 7, 0}, {1, 4, 2, 5, 6, 1, 5, 0}};
  double sum = 0;
  for (int part = 0; part < 3; part++) {
    const int *e = edge[part];
    double u[3], v[3], w[3], area[3];
    for (int a = 0; a < 3; a++) {
      u[a] = c[e[0]][a] - c[e[1]][a] + c[e[2]][a] - c[e[3]][a];
      v[a] = c[e[4]][a] - c[e[5]][a];
      w[a] = c[e[6]][a] - c[e[7]][a];
    }
    outer(v, w, area);
    sum += inner(u, area);
  }
  return sum / 12;
}

/// slope[i]: the derivative of the volume by corner i.
void volume_slopes(const double c[8][3], double slope[8][3]) {
  for (int i = 0; i < 8; i++) {
    const int *n = hexahedron::around[i];
    double u[3], v[3], w[3], sum[3] = {0, 0, 0};
    static const int pair[3][4] = {{1, 2, 0, 1}, {0, 4, 3, 4}, {3, 5, 2, 5}};
    for (int k = 0; k < 3; k++) {
      for (int a = 0; a < 3; a++) {
        u[a] = c[n[pair[k][0]]][a] + c[n[pair[k][1]]][a];
        v[a] = c[n[pair[k][2]]][a] + c[n[pair[k][3]]][a];
      }
      outer(u, v, w);
      for (int a = 0; a < 3; a++)
        sum[a] += w[a];
    }
    for (int a = 0; a < 3; a++)
      slope[i][a] = sum[a] / 12;
  }
}

/// What pressure and viscosity push out of each face, a quarter of it at each corner.
void push_faces(const mesh *m, fluid *f) {
  double c[8][3], push[8][3];
  for (int k = 0; k < m->elements; k++) {
    const int *nodes = &m->corners[8 * k];
    const double stress = f->pressure[k] + f->viscosity[k];
    load_corners(nodes, f->place, c);
    for (int i = 0; i < 8; i++)
      for (int a = 0; a < 3; a++)
        push[i][a] = 0;
    for (int s = 0; s < 6; s++) {
      const int *n = hexahedron::faces[s];
      double along[3], across[3], area[3];
      for (int a = 0; a < 3; a++) {
        along[a] = 0.5 * (c[n[3]][a] + c[n[2]][a] - c[n[1]][a] - c[n[0]][a]);
        across[a] = 0.5 * (c[n[2]][a] + c[n[1]][a] - c[n[3]][a] - c[n[0]][a]);
      }
      outer(along, across, area);
      for (int i = 0; i < 4; i++)
        for (int a = 0; a < 3; a++)
          push[n[i]][a] += 0.25 * stress * area[a];
    }
    add_to_corners(nodes, push, f->force);
  }
}

/// Resistance to the four ways in which an element bends without a change of its volume. `slopes`: [elements, 8, 3].
void resist_bending(const mesh *m, fluid *f, const double *slopes) {
  double c[8][3], w[8][3], push[8][3], shape[8];
  for (int k = 0; k < m->elements; k++) {
    const int *nodes = &m->corners[8 * k];
    const double *slope = slopes + 24 * k;
    const double volume = m->volume[k] * f->volume[k];
    const double strength = -0.03 * f->sound[k] * m->volume[k] / cbrt(volume);
    load_corners(nodes, f->place, c);
    load_corners(nodes, f->speed, w);
    for (int i = 0; i < 8; i++)
      for (int a = 0; a < 3; a++)
        push[i][a] = 0;
    for (int way = 0; way < 4; way++) {
      const double *mode = hexahedron::modes[way];
      double bent[3] = {0, 0, 0}, rate[3] = {0, 0, 0};
      for (int i = 0; i < 8; i++)
        for (int a = 0; a < 3; a++)
          bent[a] += mode[i] * c[i][a];
      for (int i = 0; i < 8; i++) {
        shape[i] = mode[i] - inner(slope + 3 * i, bent) / volume;
        for (int a = 0; a < 3; a++)
          rate[a] += shape[i] * w[i][a];
      }
      for (int i = 0; i < 8; i++)
        for (int a = 0; a < 3; a++)
          push[i][a] += strength * shape[i] * rate[a];
    }
    add_to_corners(nodes, push, f->force);
  }
}

void find_forces(const mesh *m, fluid *f) {
  vector slopes(24 * m->elements);
  double c[8][3], slope[8][3];
  for (int n = 0; n < 3 * m->nodes; n++)
    f->force[n] = 0;
  for (int k = 0; k < m->elements; k++) {
    load_corners(&m->corners[8 * k], f->place, c);
    volume_slopes(c, slope);
    for (int i = 0; i < 8; i++)
      for (int a = 0; a < 3; a++)
        slopes[24 * k + 3 * i + a] = slope[i][a];
  }
  push_faces(m, f);
  resist_bending(m, f, slopes.data());
}

double without_noise(double a) { return fabs(a) < 1e-7 ? 0.0 : a; }

void hold(const numbers &nodes, int axis, double *of) {
  for (int i = 0; i < (int)nodes.size(); i++)
    of[3 * nodes[i] + axis] = 0;
}

void move(const mesh *m, fluid *f) {
  for (int n = 0; n < m->nodes; n++)
    for (int a = 0; a < 3; a++)
      f->force[3 * n + a] /= m->mass_of_node[n];
  hold(m->on_x, 0, f->force);
  hold(m->on_y, 1, f->force);
  hold(m->on_z, 2, f->force);
  for (int n = 0; n < 3 * m->nodes; n++)
    f->speed[n] = without_noise(f->speed[n] + m->dt * f->force[n]);
  for (int n = 0; n < 3 * m->nodes; n++)
    f->place[n] += m->dt * f->speed[n];
}

/// `width`, `steepness`: [3, elements], across an element in its three directions: its width, and how speeds change.
void deform(const mesh *m, fluid *f, double *width, double *steepness) {
  double c[8][3], w[8][3], side[3][3], change[3][3], normal[3][3];
  const int n = m->elements;
  for (int k = 0; k < n; k++) {
    load_corners(&m->corners[8 * k], f->place, c);
    load_corners(&m->corners[8 * k], f->speed, w);
    const double volume = volume_of(c);
    f->next_volume[k] = volume / m->volume[k];
    f->growth[k] = f->next_volume[k] - f->volume[k];
    sides_of(c, side);
    sides_of(w, change);
    normals_of(side, normal);
    for (int d = 0; d < 3; d++) {
      width[d * n + k] = volume / sqrt(inner(normal[d], normal[d]) + 1e-36);
      steepness[d * n + k] = inner(normal[d], change[d]) / (volume + 1e-36);
    }
  }
  for (int k = 0; k < n; k++) { // in the middle of the step
    load_corners(&m->corners[8 * k], f->place, c);
    load_corners(&m->corners[8 * k], f->speed, w);
    for (int i = 0; i < 8; i++)
      for (int a = 0; a < 3; a++)
        c[i][a] -= 0.5 * m->dt * w[i][a];
    sides_of(c, side);
    sides_of(w, change);
    normals_of(side, normal);
    f->divergence[k] = (inner(normal[0], change[0]) + inner(normal[1], change[1]) + inner(normal[2], change[2])) / inner(normal[1], side[1]);
  }
}

/// From 0 where speeds change at once to 1 where they change evenly. `border`: what is beside the element on both sides.
double smoothness(const double *steepness, int k, const int *beside, const int *border) {
  double sum = 0, least = 1;
  for (int s = 0; s < 2; s++) {
    double there = 0;
    if (border[s] == 0)
      there = steepness[beside[s]];
    else if (border[s] == 1)
      there = steepness[k];
    there /= steepness[k] + 1e-36;
    sum += 0.5 * there;
    if (2 * there < least)
      least = 2 * there;
  }
  if (sum < least)
    least = sum;
  return least < 0 ? 0 : least;
}

void find_viscosity(const mesh *m, fluid *f, const double *width, const double *steepness) {
  const int n = m->elements;
  for (int k = 0; k < n; k++) {
    f->linear[k] = 0;
    f->quadratic[k] = 0;
    if (f->divergence[k] > 0)
      continue;
    for (int d = 0; d < 3; d++) {
      const double phi = smoothness(steepness + d * n, k, &m->beside[6 * k + 2 * d], &m->border[6 * k + 2 * d]);
      double jump = steepness[d * n + k] * width[d * n + k];
      if (jump > 0)
        jump = 0;
      f->linear[k] -= 0.5 * jump * (1 - phi) / f->next_volume[k];
      f->quadratic[k] += 2. / 3 * jump * jump * (1 - phi * phi) / f->next_volume[k];
    }
  }
}

void find_pressures(int n, const double *energy, const double *compression, const double *volume, double *pressure) {
  for (int k = 0; k < n; k++)
    pressure[k] = 2. / 3 * (compression[k] + 1) * energy[k];
  for (int k = 0; k < n; k++) {
    pressure[k] = without_noise(pressure[k]);
    if (volume[k] >= 1e9)
      pressure[k] = 0;
    if (pressure[k] < 0)
      pressure[k] = 0;
  }
}

double speed_of_sound(double energy, double pressure, double volume, double compression) {
  const double square = 2. / 3 * energy + volume * volume * (2. / 3 * (compression + 1)) * pressure;
  return square <= 1.111111e-37 ? 3.333333e-19 : sqrt(square);
}

void limit_energies(int n, double *energy) {
  for (int k = 0; k < n; k++) {
    energy[k] = without_noise(energy[k]);
    if (energy[k] < -1e15)
      energy[k] = -1e15;
  }
}

/// Energy, pressure and viscosity after the step, in four approximations.
void settle(const mesh *m, fluid *f) {
  const int n = m->elements;
  vector volume(n), compression(n), compression_half(n), before(n), half(n), energy(n), pressure(n), viscosity(n);
  for (int k = 0; k < n; k++) {
    volume[k] = f->next_volume[k];
    if (volume[k] < 1e-9)
      volume[k] = 1e-9;
    if (volume[k] > 1e9)
      volume[k] = 1e9;
  }
  for (int k = 0; k < n; k++) {
    compression[k] = 1 / volume[k] - 1;
    compression_half[k] = 1 / (volume[k] - 0.5 * f->growth[k]) - 1;
    before[k] = f->pressure[k] + f->viscosity[k];
    if (volume[k] <= 1e-9)
      compression_half[k] = compression[k];
    if (volume[k] >= 1e9) {
      before[k] = f->viscosity[k];
      compression[k] = compression_half[k] = 0;
    }
  }
  for (int k = 0; k < n; k++) {
    energy[k] = f->energy[k] - 0.5 * f->growth[k] * before[k];
    if (energy[k] < -1e15)
      energy[k] = -1e15;
  }
  find_pressures(n, energy.data(), compression_half.data(), volume.data(), half.data());
  for (int k = 0; k < n; k++) {
    viscosity[k] = 0;
    if (f->growth[k] <= 0)
      viscosity[k] = speed_of_sound(energy[k], half[k], 1 / (1 + compression_half[k]), compression_half[k]) * f->linear[k] + f->quadratic[k];
    energy[k] += 0.5 * f->growth[k] * (3 * before[k] - 4 * (half[k] + viscosity[k]));
  }
  limit_energies(n, energy.data());
  find_pressures(n, energy.data(), compression.data(), volume.data(), pressure.data());
  for (int k = 0; k < n; k++) {
    double now = pressure[k];
    if (f->growth[k] <= 0)
      now += speed_of_sound(energy[k], pressure[k], volume[k], compression[k]) * f->linear[k] + f->quadratic[k];
    energy[k] -= (7 * before[k] - 8 * (half[k] + viscosity[k]) + now) * f->growth[k] / 6;
  }
  limit_energies(n, energy.data());
  find_pressures(n, energy.data(), compression.data(), volume.data(), pressure.data());
  for (int k = 0; k < n; k++) {
    f->sound[k] = speed_of_sound(energy[k], pressure[k], volume[k], compression[k]);
    if (f->growth[k] <= 0)
      viscosity[k] = without_noise(f->sound[k] * f->linear[k] + f->quadratic[k]);
  }
  for (int k = 0; k < n; k++) {
    f->energy[k] = energy[k];
    f->pressure[k] = pressure[k];
    f->viscosity[k] = viscosity[k];
    f->volume[k] = fabs(f->next_volume[k] - 1) < 1e-7 ? 1.0 : f->next_volume[k];
  }
}

void step(const mesh *m, fluid *f) {
  vector width(3 * m->elements), steepness(3 * m->elements);
  find_forces(m, f);
  move(m, f);
  deform(m, f, width.data(), steepness.data());
  find_viscosity(m, f, width.data(), steepness.data());
  settle(m, f);
}

} // namespace

double hydro_in_c(const mesh &m, const flow &start, int steps) {
  const int n = m.elements;
  vector place(3 * m.nodes), speed(3 * m.nodes), force(3 * m.nodes), energy = start.e;
  for (int i = 0; i < m.nodes; i++) {
    place[3 * i] = start.x[i];
    place[3 * i + 1] = start.y[i];
    place[3 * i + 2] = start.z[i];
    speed[3 * i] = start.xd[i];
    speed[3 * i + 1] = start.yd[i];
    speed[3 * i + 2] = start.zd[i];
  }
  vector pressure(n), viscosity(n), linear(n), quadratic(n), volume(n, 1.0), next_volume(n), growth(n), divergence(n), sound(n);
  fluid f = {place.data(), speed.data(), force.data(), energy.data(), pressure.data(), viscosity.data(), linear.data(), quadratic.data(),
             volume.data(), next_volume.data(), growth.data(), divergence.data(), sound.data()};
  for (int t = 0; t < steps; t++)
    step(&m, &f);
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += energy[k] * m.volume[k];
  return sum;
}

double run_hydro_in_c(const mesh &m, const flow &start, int steps) { return soac::run<hydro_in_c>(m, start, steps); }
flow gradient_hydro_in_c(const mesh &m, const flow &start, int steps) {
  return soac::gradient<hydro_in_c, soac::wrt<1>>(m, start, steps);
}
