#include "problems.hpp"

#include "resonances.soac.hpp"

#include <cmath>
#include <complex>

namespace gpu {

using complex = std::complex<double>;

/// The Faddeeva function exp(-z^2) erfc(-i z): near 0 by a Fourier expansion (S. M. Abrarov, B. M. Quine, "Efficient algorithmic
/// implementation of the Voigt/complex error function based on exponential series approximation", 2011), elsewhere by
/// Gauss-Hermite quadrature with four points.
static complex faddeeva(complex z) {
  const complex i(0, 1), square = z * z;
  if (std::norm(z) >= 36)
    return i * z * (0.5124242247547685 / (square - 0.27525512860841095) + 0.05176535879298782 / (square - 2.724744871391589));
  constexpr double tau = 12, pi = 3.14159265358979323846;
  const complex turn = std::exp(i * (tau * z));
  complex sum = 0;
  double sign = -1;
  for (int n = 1; n <= 10; ++n) {
    const double angle = n * pi;
    sum += std::exp(-angle * angle / (tau * tau)) * (sign * turn - 1.0) / (angle * angle - tau * tau * square);
    sign = -sign;
  }
  return i * ((1.0 - turn) / (tau * z) + 2 * tau * z * sum);
}

/// Twice the phase shift of a wave of the angular momentum l on a hard sphere, for the radius times the wave number.
static double phase_shift(int l, double radius) {
  const double square = radius * radius;
  double phase = radius;
  if (l == 1)
    phase -= std::atan(radius);
  else if (l == 2)
    phase -= std::atan(3 * radius / (3 - square));
  else if (l == 3)
    phase -= std::atan(radius * (15 - square) / (15 - 6 * square));
  return 2 * phase;
}

double resonances(soac::view<const double> energies, soac::view<const int> materials, soac::view<const soac::index> starts,
                  soac::view<const int> nuclides, soac::view<const double> concentrations, soac::view<const double, 2> radii,
                  soac::view<const double, 3> windows, soac::view<const int, 2> firsts, soac::view<const double, 3> poles,
                  soac::view<const int, 2> momenta) {
  constexpr double doppler = 0.5;
  const soac::index n_windows = windows.extent(1);
  return soac::sum(soac::map(
      [&](double energy, int material) {
        const double root = std::sqrt(energy);
        double macroscopic[4] = {};
        for (soac::index k = starts[material]; k < starts[material + 1]; ++k) {
          const int nuclide = nuclides[k];
          complex factors[4];
          for (int l = 0; l < 4; ++l) {
            const double phase = phase_shift(l, radii(nuclide, l) * root);
            factors[l] = complex(std::cos(phase), -std::sin(phase));
          }
          const auto window = static_cast<soac::index>(energy * static_cast<double>(n_windows));
          double total = energy * windows(nuclide, window, 0), absorption = energy * windows(nuclide, window, 1),
                 fission = energy * windows(nuclide, window, 2);
          for (int p = firsts(nuclide, window); p < firsts(nuclide, window + 1); ++p) {
            const auto pole = poles[nuclide][p];
            const complex w = faddeeva((root - complex(pole[0], pole[1])) * doppler);
            total += (complex(pole[2], pole[3]) * w * factors[momenta(nuclide, p)]).real();
            absorption += (complex(pole[4], pole[5]) * w).real();
            fission += (complex(pole[6], pole[7]) * w).real();
          }
          macroscopic[0] += concentrations[k] * total;
          macroscopic[1] += concentrations[k] * absorption;
          macroscopic[2] += concentrations[k] * fission;
          macroscopic[3] += concentrations[k] * (total - absorption);
        }
        double sum = 0;
        for (const double m : macroscopic)
          sum += m * m;
        return sum;
      },
      energies, materials));
}

std::tuple<cuda::array<double, 3>, cuda::array<double, 3>>
resonances_gradient(const cuda::on &place, cuda::view<const double> energies, cuda::view<const int> materials,
                    cuda::view<const soac::index> starts, cuda::view<const int> nuclides, cuda::view<const double> concentrations,
                    device_matrix<double> radii, cuda::view<const double, 3> windows, device_matrix<int> firsts,
                    cuda::view<const double, 3> poles, device_matrix<int> momenta) {
  return soac::gradient<resonances, soac::wrt<6, 8>>(place, energies, materials, starts, nuclides, concentrations, radii, windows, firsts,
                                                     poles, momenta);
}
cuda::scalar<double> resonances_run(const cuda::on &place, cuda::view<const double> energies, cuda::view<const int> materials,
                                    cuda::view<const soac::index> starts, cuda::view<const int> nuclides,
                                    cuda::view<const double> concentrations, device_matrix<double> radii,
                                    cuda::view<const double, 3> windows, device_matrix<int> firsts, cuda::view<const double, 3> poles,
                                    device_matrix<int> momenta) {
  return soac::run<resonances>(place, energies, materials, starts, nuclides, concentrations, radii, windows, firsts, poles, momenta);
}

} // namespace gpu
