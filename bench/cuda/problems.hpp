// The problems of the benchmark on a GPU: their functions, and their derivatives on a device.
#pragma once

#include <soac/cuda/cuda.hpp>
#include <soac/soac.hpp>

#include <tuple>

namespace gpu {

namespace cuda = soac::cuda;
template <class T> using device_matrix = cuda::view<const T, 2>;

/// k-means: points [n, d], centers [k, d]; the sum of squared distances to the nearest center.
float clusters(soac::view<const float, 2> points, soac::view<const float, 2> centers);
/// The same of rows with few entries: row i has the entries starts[i] .. starts[i + 1] - 1.
double sparse_clusters(soac::view<const soac::index> starts, soac::view<const soac::index> columns, soac::view<const double> entries,
                       soac::view<const double, 2> centers);
/// Gaussian mixture model: weights [k], means [k, d], logarithms of the diagonals of the inverse covariances' factors [k, d], below
/// the diagonals [k, d (d - 1) / 2], points [n, d]; the logarithm of the likelihood without the prior and the constants
/// (F. Srajer, Z. Kukelova, A. Fitzgibbon, "A benchmark of selected algorithmic differentiation tools", 2018, section 4.1).
double mixture(soac::view<const double> weights, soac::view<const double, 2> means, soac::view<const double, 2> diagonals,
               soac::view<const double, 2> lower, soac::view<const double, 2> points);
/// A step of heat flow on a square of n x n cells, `steps` times; the sum of squares in the end.
float heat(soac::view<const float, 2> start, int steps);
/// Long short-term memory (S. Hochreiter, J. Schmidhuber, 1997): inputs [steps, batch, d]; weights of the inputs [4 h, d], of the state
/// [4 h, h] and bias [4 h], the gates in the order input, forget, candidate, output; the mean square of the states.
float lstm(soac::view<const float, 3> inputs, soac::view<const float, 2> of_input, soac::view<const float, 2> of_state,
           soac::view<const float> bias);
/// Macroscopic cross sections of neutrons in materials (J. R. Tramm, A. R. Siegel, T. Islam, M. Schulz, "XSBench: the development and
/// verification of a performance abstraction for Monte Carlo reactor analysis", 2014): for each energy, the nuclides of its material,
/// nuclides[starts[m]] .. nuclides[starts[m + 1] - 1], are looked up in their grids [nuclides, points] and interpolated in their tables
/// [nuclides, points, 5]. The sum of the squares of all of them.
double cross_sections(soac::view<const double> energies, soac::view<const int> materials, soac::view<const soac::index> starts,
                      soac::view<const int> nuclides, soac::view<const double> concentrations, soac::view<const double, 2> grids,
                      soac::view<const double, 3> tables);
/// The same by resonances in place of tables (J. R. Tramm, A. R. Siegel, B. Forget, C. Josey, "Performance analysis of a reduced data
/// movement algorithm for neutron cross section data in Monte Carlo simulations", 2014), with Doppler broadening: each nuclide has
/// windows [nuclides, windows, 3] of energy with a background each, and poles [nuclides, poles, 8], those of window w being
/// firsts(nuclide, w) .. firsts(nuclide, w + 1) - 1; momenta: the angular momentum of each pole, 0 to 3; radii [nuclides, 4].
double resonances(soac::view<const double> energies, soac::view<const int> materials, soac::view<const soac::index> starts,
                  soac::view<const int> nuclides, soac::view<const double> concentrations, soac::view<const double, 2> radii,
                  soac::view<const double, 3> windows, soac::view<const int, 2> firsts, soac::view<const double, 3> poles,
                  soac::view<const int, 2> momenta);
/// A lattice Boltzmann method with 19 velocities (Y. H. Qian, D. d'Humieres, P. Lallemand, "Lattice BGK models for Navier-Stokes
/// equation", 1992) in a box of nx x ny x nz cells, whose outermost ones stay as they are: start [19, cells], solid [cells];
/// the sum of squares after `steps`.
float lattice_boltzmann(soac::view<const float, 2> start, soac::view<const int> solid, int nx, int ny, int nz, int steps);

/// Gradient and diagonal of the Hessian by the centers.
std::tuple<cuda::array<float, 2>, cuda::array<float, 2>> clusters_newton(const cuda::on &place, device_matrix<float> points,
                                                                         device_matrix<float> centers, device_matrix<float> ones);
std::tuple<cuda::array<double, 2>, cuda::array<double, 2>>
sparse_clusters_newton(const cuda::on &place, cuda::view<const soac::index> starts, cuda::view<const soac::index> columns,
                       cuda::view<const double> entries, device_matrix<double> centers, device_matrix<double> ones);
std::tuple<cuda::array<double>, cuda::array<double, 2>, cuda::array<double, 2>, cuda::array<double, 2>>
mixture_gradient(const cuda::on &place, cuda::view<const double> weights, device_matrix<double> means, device_matrix<double> diagonals,
                 device_matrix<double> lower, device_matrix<double> points);
cuda::array<float, 2> heat_gradient(const cuda::on &place, device_matrix<float> start, int steps);
std::tuple<cuda::array<float, 2>, cuda::array<float, 2>, cuda::array<float>>
lstm_gradient(const cuda::on &place, cuda::view<const float, 3> inputs, device_matrix<float> of_input, device_matrix<float> of_state,
              cuda::view<const float> bias);
/// By the concentrations and the tables.
std::tuple<cuda::array<double>, cuda::array<double, 3>>
cross_sections_gradient(const cuda::on &place, cuda::view<const double> energies, cuda::view<const int> materials,
                        cuda::view<const soac::index> starts, cuda::view<const int> nuclides, cuda::view<const double> concentrations,
                        device_matrix<double> grids, cuda::view<const double, 3> tables);
/// By the windows and the poles.
std::tuple<cuda::array<double, 3>, cuda::array<double, 3>>
resonances_gradient(const cuda::on &place, cuda::view<const double> energies, cuda::view<const int> materials,
                    cuda::view<const soac::index> starts, cuda::view<const int> nuclides, cuda::view<const double> concentrations,
                    device_matrix<double> radii, cuda::view<const double, 3> windows, device_matrix<int> firsts,
                    cuda::view<const double, 3> poles, device_matrix<int> momenta);
cuda::array<float, 2> lattice_boltzmann_gradient(const cuda::on &place, device_matrix<float> start, cuda::view<const int> solid, int nx,
                                                 int ny, int nz, int steps);

// The functions themselves, as generated.
cuda::scalar<float> clusters_run(const cuda::on &place, device_matrix<float> points, device_matrix<float> centers);
cuda::scalar<double> sparse_clusters_run(const cuda::on &place, cuda::view<const soac::index> starts, cuda::view<const soac::index> columns,
                                         cuda::view<const double> entries, device_matrix<double> centers);
cuda::scalar<double> mixture_run(const cuda::on &place, cuda::view<const double> weights, device_matrix<double> means,
                                 device_matrix<double> diagonals, device_matrix<double> lower, device_matrix<double> points);
cuda::scalar<float> heat_run(const cuda::on &place, device_matrix<float> start, int steps);
cuda::scalar<float> lstm_run(const cuda::on &place, cuda::view<const float, 3> inputs, device_matrix<float> of_input,
                             device_matrix<float> of_state, cuda::view<const float> bias);
cuda::scalar<double> cross_sections_run(const cuda::on &place, cuda::view<const double> energies, cuda::view<const int> materials,
                                        cuda::view<const soac::index> starts, cuda::view<const int> nuclides,
                                        cuda::view<const double> concentrations, device_matrix<double> grids,
                                        cuda::view<const double, 3> tables);
cuda::scalar<double> resonances_run(const cuda::on &place, cuda::view<const double> energies, cuda::view<const int> materials,
                                    cuda::view<const soac::index> starts, cuda::view<const int> nuclides,
                                    cuda::view<const double> concentrations, device_matrix<double> radii,
                                    cuda::view<const double, 3> windows, device_matrix<int> firsts, cuda::view<const double, 3> poles,
                                    device_matrix<int> momenta);
cuda::scalar<float> lattice_boltzmann_run(const cuda::on &place, device_matrix<float> start, cuda::view<const int> solid, int nx, int ny,
                                          int nz, int steps);

} // namespace gpu
