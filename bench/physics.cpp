#include "physics.hpp"

#include "physics.soac.hpp"

#include <utility>

double lattice_boltzmann(const vector &start, int n, int steps) {
  constexpr int x[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
  constexpr int y[19] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
  constexpr int z[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
  constexpr double rate = 1.2;
  const int cells = n * n * n;
  vector now(start), next(start);
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < n - 1; ++k)
      for (int j = 1; j < n - 1; ++j)
        for (int i = 1; i < n - 1; ++i) {
          const int cell = i + n * (j + n * k);
          double f[19], density = 0, u = 0, v = 0, w = 0;
          for (int q = 0; q < 19; ++q) {
            f[q] = now[q * cells + cell - (x[q] + n * (y[q] + n * z[q]))];
            density += f[q];
            u += x[q] * f[q];
            v += y[q] * f[q];
            w += z[q] * f[q];
          }
          u /= density;
          v /= density;
          w /= density;
          const double square = 1.5 * (u * u + v * v + w * w);
          for (int q = 0; q < 19; ++q) {
            const double weight = q == 0 ? 1.0 / 3 : q < 7 ? 1.0 / 18 : 1.0 / 36;
            const double along = 3 * (x[q] * u + y[q] * v + z[q] * w);
            const double equilibrium = weight * density * (1 + along + 0.5 * along * along - square);
            next[q * cells + cell] = f[q] + rate * (equilibrium - f[q]);
          }
        }
    std::swap(now, next);
  }
  double sum = 0;
  for (int i = 0; i < 19 * cells; ++i)
    sum += now[i] * now[i];
  return sum;
}
double run_lattice_boltzmann(const vector &start, int n, int steps) {
  return soac::run<lattice_boltzmann>(start, n, steps);
}
vector gradient_lattice_boltzmann(const vector &start, int n, int steps) {
  return soac::gradient<lattice_boltzmann, soac::wrt<0>>(start, n, steps);
}

double cross_sections(const neutrons &all, const compositions &in, const vector &concentrations, const vector &grids,
                      const vector &tables, int points) {
  const int n = static_cast<int>(all.energies.size());
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double energy = all.energies[i];
    double macroscopic[5] = {};
    for (int k = in.first[all.materials[i]]; k < in.first[all.materials[i] + 1]; ++k) {
      int low = in.nuclides[k] * points, high = low + points - 1;
      while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (grids[middle] > energy)
          high = middle;
        else
          low = middle;
      }
      const double part = (grids[low + 1] - energy) / (grids[low + 1] - grids[low]);
      for (int c = 0; c < 5; ++c)
        macroscopic[c] +=
            concentrations[k] * (tables[(low + 1) * 5 + c] - part * (tables[(low + 1) * 5 + c] - tables[low * 5 + c]));
    }
    for (int c = 0; c < 5; ++c)
      sum += macroscopic[c] * macroscopic[c];
  }
  return sum;
}
double run_cross_sections(const neutrons &all, const compositions &in, const vector &concentrations,
                          const vector &grids, const vector &tables, int points) {
  return soac::run<cross_sections>(all, in, concentrations, grids, tables, points);
}
std::tuple<vector, vector> gradient_cross_sections(const neutrons &all, const compositions &in,
                                                   const vector &concentrations, const vector &grids,
                                                   const vector &tables, int points) {
  return soac::gradient<cross_sections, soac::wrt<2, 4>>(all, in, concentrations, grids, tables, points);
}
