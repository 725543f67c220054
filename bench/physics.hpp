// Simulations in plain loops: the user's functions, and what the benchmark times of each.
#pragma once

#include <soac/soac.hpp>

#include <tuple>
#include <vector>

using vector = std::vector<double>;

/// A lattice Boltzmann method with 19 velocities (Y. H. Qian, D. d'Humieres, P. Lallemand, "Lattice BGK models for
/// Navier-Stokes equation", 1992) in a box of n x n x n cells, whose outermost ones stay as they are: start [19,
/// cells]; the sum of the squares of all populations after `steps`.
double lattice_boltzmann(const vector &start, int n, int steps);
double run_lattice_boltzmann(const vector &start, int n, int steps);
vector gradient_lattice_boltzmann(const vector &start, int n, int steps);

/// Macroscopic cross sections of neutrons in materials (J. R. Tramm, A. R. Siegel, T. Islam, M. Schulz, "XSBench: the
/// development and verification of a performance abstraction for Monte Carlo reactor analysis", 2014): neutron i with
/// an energy in a material meets the nuclides first[m] .. first[m + 1] - 1 of `nuclides`, whose five cross sections are
/// interpolated between the points of their grids [nuclides, points], tables [nuclides, points, 5]. The sum of the
/// squares of all of them.
struct neutrons {
  vector energies;
  std::vector<int> materials;
};
struct compositions {
  std::vector<int> first, nuclides;
};
double cross_sections(const neutrons &all, const compositions &in, const vector &concentrations, const vector &grids,
                      const vector &tables, int points);
double run_cross_sections(const neutrons &all, const compositions &in, const vector &concentrations,
                          const vector &grids, const vector &tables, int points);
/// By the concentrations and the tables.
std::tuple<vector, vector> gradient_cross_sections(const neutrons &all, const compositions &in,
                                                   const vector &concentrations, const vector &grids,
                                                   const vector &tables, int points);
