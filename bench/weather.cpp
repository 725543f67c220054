#include "weather.hpp"

#include "weather.soac.hpp"

#include <cmath>

namespace {

constexpr int variables = 4, halo = 2;

void fill_halo_x(const air &g, vector &state) {
  for (int v = 0; v < variables; ++v)
    for (int k = 0; k < g.nz; ++k) {
      const int row = v * (g.nz + 2 * halo) * (g.nx + 2 * halo) + (k + halo) * (g.nx + 2 * halo);
      state[row + 0] = state[row + g.nx + halo - 2];
      state[row + 1] = state[row + g.nx + halo - 1];
      state[row + g.nx + halo] = state[row + halo];
      state[row + g.nx + halo + 1] = state[row + halo + 1];
    }
}

void fill_halo_z(const air &g, vector &state) {
  const int w = g.nx + 2 * halo;
  for (int v = 0; v < variables; ++v)
    for (int i = 0; i < w; ++i) {
      const int base = v * (g.nz + 2 * halo) * w + i;
      if (v == 2) {
        state[base] = 0;
        state[base + w] = 0;
        state[base + (g.nz + halo) * w] = 0;
        state[base + (g.nz + halo + 1) * w] = 0;
      } else {
        state[base] = state[base + halo * w];
        state[base + w] = state[base + halo * w];
        state[base + (g.nz + halo) * w] = state[base + (g.nz + halo - 1) * w];
        state[base + (g.nz + halo + 1) * w] = state[base + (g.nz + halo - 1) * w];
      }
    }
}

void tendencies_x(const air &g, double dt, const vector &state, vector &flux, vector &tend) {
  const int w = g.nx + 2 * halo;
  const double hv = -0.05 * g.dx / (16 * dt);
  double stencil[4], d3[4], vals[4];
  for (int k = 0; k < g.nz; ++k)
    for (int i = 0; i < g.nx + 1; ++i) {
      for (int v = 0; v < variables; ++v) {
        for (int s = 0; s < 4; ++s)
          stencil[s] = state[v * (g.nz + 2 * halo) * w + (k + halo) * w + i + s];
        vals[v] = -stencil[0] / 12 + 7 * stencil[1] / 12 + 7 * stencil[2] / 12 - stencil[3] / 12;
        d3[v] = -stencil[0] + 3 * stencil[1] - 3 * stencil[2] + stencil[3];
      }
      const double r = vals[0] + 1, u = vals[1] / r, ww = vals[2] / r, t = (vals[3] + 300) / r;
      const double p = 27.5 * std::pow(r * t / 300, 1.4);
      const int at = k * (g.nx + 1) + i, n = (g.nz + 1) * (g.nx + 1);
      flux[at] = r * u - hv * d3[0];
      flux[n + at] = r * u * u + p - hv * d3[1];
      flux[2 * n + at] = r * u * ww - hv * d3[2];
      flux[3 * n + at] = r * u * t - hv * d3[3];
    }
  for (int v = 0; v < variables; ++v)
    for (int k = 0; k < g.nz; ++k)
      for (int i = 0; i < g.nx; ++i) {
        const int f = v * (g.nz + 1) * (g.nx + 1) + k * (g.nx + 1) + i;
        tend[v * g.nz * g.nx + k * g.nx + i] = -(flux[f + 1] - flux[f]) / g.dx;
      }
}

void tendencies_z(const air &g, double dt, const vector &state, vector &flux, vector &tend) {
  const int w = g.nx + 2 * halo;
  const double hv = -0.05 * g.dz / (16 * dt);
  double stencil[4], d3[4], vals[4];
  for (int k = 0; k < g.nz + 1; ++k)
    for (int i = 0; i < g.nx; ++i) {
      for (int v = 0; v < variables; ++v) {
        for (int s = 0; s < 4; ++s)
          stencil[s] = state[v * (g.nz + 2 * halo) * w + (k + s) * w + i + halo];
        vals[v] = -stencil[0] / 12 + 7 * stencil[1] / 12 + 7 * stencil[2] / 12 - stencil[3] / 12;
        d3[v] = -stencil[0] + 3 * stencil[1] - 3 * stencil[2] + stencil[3];
      }
      const double r = vals[0] + 1, u = vals[1] / r, t = (vals[3] + 300) / r;
      double ww = vals[2] / r;
      const double p = 27.5 * std::pow(r * t / 300, 1.4) - 27.5;
      if (k == 0 || k == g.nz) {
        ww = 0;
        d3[0] = 0;
      }
      const int at = k * (g.nx + 1) + i, n = (g.nz + 1) * (g.nx + 1);
      flux[at] = r * ww - hv * d3[0];
      flux[n + at] = r * ww * u - hv * d3[1];
      flux[2 * n + at] = r * ww * ww + p - hv * d3[2];
      flux[3 * n + at] = r * ww * t - hv * d3[3];
    }
  for (int v = 0; v < variables; ++v)
    for (int k = 0; k < g.nz; ++k)
      for (int i = 0; i < g.nx; ++i) {
        const int f = v * (g.nz + 1) * (g.nx + 1) + k * (g.nx + 1) + i;
        tend[v * g.nz * g.nx + k * g.nx + i] = -(flux[f + g.nx + 1] - flux[f]) / g.dz;
        if (v == 2)
          tend[v * g.nz * g.nx + k * g.nx + i] -= state[(k + halo) * w + i + halo] * 0.01;
      }
}

void forces(const air &g, double dt, vector &forcing, vector &flux, vector &tend, int direction) {
  if (direction == 0) {
    fill_halo_x(g, forcing);
    tendencies_x(g, dt, forcing, flux, tend);
  } else {
    fill_halo_z(g, forcing);
    tendencies_z(g, dt, forcing, flux, tend);
  }
}

void advance(const air &g, double dt, const vector &from, const vector &tend, vector &to) {
  const int w = g.nx + 2 * halo;
  for (int v = 0; v < variables; ++v)
    for (int k = 0; k < g.nz; ++k)
      for (int i = 0; i < g.nx; ++i) {
        const int at = v * (g.nz + 2 * halo) * w + (k + halo) * w + i + halo;
        to[at] = from[at] + dt * tend[v * g.nz * g.nx + k * g.nx + i];
      }
}

void advance(const air &g, double dt, const vector &tend, vector &to) {
  const int w = g.nx + 2 * halo;
  for (int v = 0; v < variables; ++v)
    for (int k = 0; k < g.nz; ++k)
      for (int i = 0; i < g.nx; ++i)
        to[v * (g.nz + 2 * halo) * w + (k + halo) * w + i + halo] += dt * tend[v * g.nz * g.nx + k * g.nx + i];
}

// With pointers ------------------------------------------------------------------------------------------------------

/// The air that leaves on one side comes in on the other one.
void go_round(double *state, int nx, int nz) {
  const int row = nx + 2 * halo, plane = (nz + 2 * halo) * row;
  for (int n = 0; n < variables; n++) {
    for (int k = halo; k < nz + halo; k++) {
      double *cells = state + n * plane + k * row;
      for (int h = 0; h < halo; h++) {
        cells[h] = cells[nx + h];
        cells[nx + halo + h] = cells[halo + h];
      }
    }
  }
}

/// No air goes through the ground and the lid.
void close_box(double *state, int nx, int nz) {
  const int row = nx + 2 * halo, plane = (nz + 2 * halo) * row;
  for (int n = 0; n < variables; n++) {
    for (int h = 0; h < halo; h++) {
      for (int i = 0; i < row; i++) {
        state[n * plane + h * row + i] = n == 2 ? 0. : state[n * plane + halo * row + i];
        state[n * plane + (nz + halo + h) * row + i] = n == 2 ? 0. : state[n * plane + (nz + halo - 1) * row + i];
      }
    }
  }
}

void changes_across(const double *state, double *flux, double *change, int nx, int nz, double dx, double dt) {
  const int row = nx + 2 * halo, plane = (nz + 2 * halo) * row, faces = (nz + 1) * (nx + 1);
  const double damping = -0.05 * dx / (16 * dt);
  double mean[variables], third[variables];
  for (int k = 0; k < nz; k++) {
    for (int i = 0; i < nx + 1; i++) {
      for (int n = 0; n < variables; n++) {
        const double *cells = state + n * plane + (k + halo) * row + i;
        mean[n] = -cells[0] / 12 + 7 * cells[1] / 12 + 7 * cells[2] / 12 - cells[3] / 12;
        third[n] = -cells[0] + 3 * cells[1] - 3 * cells[2] + cells[3];
      }
      const double density = mean[0] + 1, across = mean[1] / density, upwards = mean[2] / density, heat = (mean[3] + 300) / density;
      const double pressure = 27.5 * pow(density * heat / 300, 1.4);
      flux[0 * faces + k * (nx + 1) + i] = density * across - damping * third[0];
      flux[1 * faces + k * (nx + 1) + i] = density * across * across + pressure - damping * third[1];
      flux[2 * faces + k * (nx + 1) + i] = density * across * upwards - damping * third[2];
      flux[3 * faces + k * (nx + 1) + i] = density * across * heat - damping * third[3];
    }
  }
  for (int n = 0; n < variables; n++) {
    for (int k = 0; k < nz; k++) {
      for (int i = 0; i < nx; i++) {
        const int left = n * faces + k * (nx + 1) + i;
        change[n * nz * nx + k * nx + i] = -(flux[left + 1] - flux[left]) / dx;
      }
    }
  }
}

void changes_upwards(const double *state, double *flux, double *change, int nx, int nz, double dz, double dt) {
  const int row = nx + 2 * halo, plane = (nz + 2 * halo) * row, faces = (nz + 1) * (nx + 1);
  const double damping = -0.05 * dz / (16 * dt);
  double mean[variables], third[variables];
  for (int k = 0; k < nz + 1; k++) {
    for (int i = 0; i < nx; i++) {
      for (int n = 0; n < variables; n++) {
        const double *cells = state + n * plane + k * row + i + halo;
        mean[n] = -cells[0] / 12 + 7 * cells[row] / 12 + 7 * cells[2 * row] / 12 - cells[3 * row] / 12;
        third[n] = -cells[0] + 3 * cells[row] - 3 * cells[2 * row] + cells[3 * row];
      }
      const double density = mean[0] + 1, across = mean[1] / density, heat = (mean[3] + 300) / density;
      const double pressure = 27.5 * pow(density * heat / 300, 1.4) - 27.5;
      double upwards = mean[2] / density;
      if (k == 0 || k == nz) {
        upwards = 0;
        third[0] = 0;
      }
      flux[0 * faces + k * (nx + 1) + i] = density * upwards - damping * third[0];
      flux[1 * faces + k * (nx + 1) + i] = density * upwards * across - damping * third[1];
      flux[2 * faces + k * (nx + 1) + i] = density * upwards * upwards + pressure - damping * third[2];
      flux[3 * faces + k * (nx + 1) + i] = density * upwards * heat - damping * third[3];
    }
  }
  for (int n = 0; n < variables; n++) {
    for (int k = 0; k < nz; k++) {
      for (int i = 0; i < nx; i++) {
        const int below = n * faces + k * (nx + 1) + i;
        change[n * nz * nx + k * nx + i] = -(flux[below + nx + 1] - flux[below]) / dz;
        if (n == 2) {
          change[n * nz * nx + k * nx + i] -= state[(k + halo) * row + i + halo] * 0.01;
        }
      }
    }
  }
}

/// to = from + dt * changes(of): `of` gets its margins, and may be `from` or `to`.
void substep(const double *from, double *of, double *to, double dt, int axis, double *flux, double *change, const air *a) {
  const int nx = a->nx, nz = a->nz, row = nx + 2 * halo, plane = (nz + 2 * halo) * row;
  if (axis == 0) {
    go_round(of, nx, nz);
    changes_across(of, flux, change, nx, nz, a->dx, dt);
  } else {
    close_box(of, nx, nz);
    changes_upwards(of, flux, change, nx, nz, a->dz, dt);
  }
  for (int n = 0; n < variables; n++) {
    for (int k = 0; k < nz; k++) {
      for (int i = 0; i < nx; i++) {
        const int cell = n * plane + (k + halo) * row + i + halo;
        to[cell] = from[cell] + dt * change[n * nz * nx + k * nx + i];
      }
    }
  }
}

void step(double *state, double *between, double *flux, double *change, const air *a) {
  substep(state, state, between, a->dt / 3, 0, flux, change, a);
  substep(state, between, between, a->dt / 2, 0, flux, change, a);
  substep(state, between, state, a->dt, 0, flux, change, a);
  substep(state, state, between, a->dt / 3, 1, flux, change, a);
  substep(state, between, between, a->dt / 2, 1, flux, change, a);
  substep(state, between, state, a->dt, 1, flux, change, a);
}

} // namespace

double weather(const air &g, const vector &start, int steps) {
  vector state = start, between = start;
  vector flux(variables * (g.nz + 1) * (g.nx + 1)), tend(variables * g.nz * g.nx);
  for (int t = 0; t < steps; ++t)
    for (int direction = 0; direction < 2; ++direction) {
      forces(g, g.dt / 3, state, flux, tend, direction);
      advance(g, g.dt / 3, state, tend, between);
      forces(g, g.dt / 2, between, flux, tend, direction);
      advance(g, g.dt / 2, state, tend, between);
      forces(g, g.dt, between, flux, tend, direction);
      advance(g, g.dt, tend, state);
    }
  double energy = 0;
  for (const double s : state)
    energy += s * s;
  return energy;
}

double weather_in_c(const air &g, const vector &start, int steps) {
  vector state = start, between = start;
  vector flux(variables * (g.nz + 1) * (g.nx + 1)), change(variables * g.nz * g.nx);
  for (int t = 0; t < steps; t++)
    step(state.data(), between.data(), flux.data(), change.data(), &g);
  double energy = 0;
  for (const double s : state)
    energy += s * s;
  return energy;
}

double run_weather(const air &g, const vector &start, int steps) { return soac::run<weather>(g, start, steps); }
vector gradient_weather(const air &g, const vector &start, int steps) {
  return soac::gradient<weather, soac::wrt<1>>(g, start, steps);
}
double run_weather_in_c(const air &g, const vector &start, int steps) { return soac::run<weather_in_c>(g, start, steps); }
vector gradient_weather_in_c(const air &g, const vector &start, int steps) {
  return soac::gradient<weather_in_c, soac::wrt<1>>(g, start, steps);
}
