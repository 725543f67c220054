#include "problems.hpp"

#include "cross_sections.soac.hpp"

namespace gpu {

double cross_sections(soac::view<const double> energies, soac::view<const int> materials, soac::view<const soac::index> starts,
                      soac::view<const int> nuclides, soac::view<const double> concentrations, soac::view<const double, 2> grids,
                      soac::view<const double, 3> tables) {
  return soac::sum(soac::map(
      [&](double energy, int material) {
        double macroscopic[5] = {};
        for (soac::index k = starts[material]; k < starts[material + 1]; ++k) {
          const auto grid = grids[nuclides[k]];
          const auto table = tables[nuclides[k]];
          soac::index low = 0, high = grid.extent(0) - 1;
          while (high - low > 1) {
            const soac::index middle = low + (high - low) / 2;
            if (grid[middle] > energy)
              high = middle;
            else
              low = middle;
          }
          const double part = (grid[low + 1] - energy) / (grid[low + 1] - grid[low]);
          for (int c = 0; c < 5; ++c)
            macroscopic[c] += concentrations[k] * (table(low + 1, c) - part * (table(low + 1, c) - table(low, c)));
        }
        double sum = 0;
        for (const double m : macroscopic)
          sum += m * m;
        return sum;
      },
      energies, materials));
}

std::tuple<cuda::array<double>, cuda::array<double, 3>>
cross_sections_gradient(const cuda::on &place, cuda::view<const double> energies, cuda::view<const int> materials,
                        cuda::view<const soac::index> starts, cuda::view<const int> nuclides, cuda::view<const double> concentrations,
                        device_matrix<double> grids, cuda::view<const double, 3> tables) {
  return soac::gradient<cross_sections, soac::wrt<4, 6>>(place, energies, materials, starts, nuclides, concentrations, grids, tables);
}
cuda::scalar<double> cross_sections_run(const cuda::on &place, cuda::view<const double> energies, cuda::view<const int> materials,
                                        cuda::view<const soac::index> starts, cuda::view<const int> nuclides,
                                        cuda::view<const double> concentrations, device_matrix<double> grids,
                                        cuda::view<const double, 3> tables) {
  return soac::run<cross_sections>(place, energies, materials, starts, nuclides, concentrations, grids, tables);
}

} // namespace gpu
