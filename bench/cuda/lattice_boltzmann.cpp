#include "problems.hpp"

#include "lattice_boltzmann.soac.hpp"

namespace gpu {

float lattice_boltzmann(soac::view<const float, 2> start, soac::view<const int> solid, int nx, int ny, int nz, int steps) {
  // The 19 velocities, each followed by the opposite one but for the first.
  constexpr int x[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
  constexpr int y[19] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
  constexpr int z[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
  constexpr float rate = 1.95f;
  soac::array<float, 2> now(start), next(start);
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < nz - 1; ++k)
      for (int j = 1; j < ny - 1; ++j)
        for (int i = 1; i < nx - 1; ++i) {
          const int cell = i + nx * (j + ny * k);
          float f[19], density = 0, u = 0, v = 0, w = 0;
          for (int q = 0; q < 19; ++q) {
            f[q] = now(q, cell - (x[q] + nx * (y[q] + ny * z[q])));
            density += f[q];
            u += static_cast<float>(x[q]) * f[q];
            v += static_cast<float>(y[q]) * f[q];
            w += static_cast<float>(z[q]) * f[q];
          }
          if (solid[cell]) { // the fluid turns back
            for (int q = 0; q < 19; ++q)
              next(q, cell) = f[q == 0 ? 0 : q % 2 == 1 ? q + 1 : q - 1];
          } else {
            u /= density;
            v /= density;
            w /= density;
            const float square = 1.5f * (u * u + v * v + w * w);
            for (int q = 0; q < 19; ++q) {
              const float weight = q == 0 ? 1.0f / 3 : q < 7 ? 1.0f / 18 : 1.0f / 36;
              const float along = 3 * (static_cast<float>(x[q]) * u + static_cast<float>(y[q]) * v + static_cast<float>(z[q]) * w);
              const float equilibrium = weight * density * (1 + along + 0.5f * along * along - square);
              next(q, cell) = f[q] + rate * (equilibrium - f[q]);
            }
          }
        }
    std::swap(now, next);
  }
  return soac::sum(soac::map([](auto row) { return soac::dot(row, row); }, now));
}

cuda::array<float, 2> lattice_boltzmann_gradient(const cuda::on &place, device_matrix<float> start, cuda::view<const int> solid, int nx,
                                                 int ny, int nz, int steps) {
  return soac::gradient<lattice_boltzmann, soac::wrt<0>>(place, start, solid, nx, ny, nz, steps);
}
cuda::scalar<float> lattice_boltzmann_run(const cuda::on &place, device_matrix<float> start, cuda::view<const int> solid, int nx, int ny,
                                          int nz, int steps) {
  return soac::run<lattice_boltzmann>(place, start, solid, nx, ny, nz, steps);
}

} // namespace gpu
