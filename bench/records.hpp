// Functions of records and of complex numbers: what users write, and what the benchmark times of each.
#pragma once

#include <soac/soac.hpp>

#include <complex>
#include <vector>

/// Bundle adjustment of ADBench (F. Srajer, Z. Kukelova, A. Fitzgibbon, "A benchmark of selected algorithmic differentiation tools",
/// 2018): where a camera sees a point, less where it was found, times a weight; and for each weight w, 1 - w^2.
struct vector3 {
  double x, y, z;
};
struct vector2 {
  double x, y;
};
struct camera {
  vector3 rotation, center;
  double focal;
  vector2 principal, distortion;
};
struct observation {
  int camera, point;
};
struct scene {
  std::vector<camera> cameras;
  std::vector<vector3> points;
  std::vector<double> weights; ///< of each observation, as `features`
  std::vector<observation> observations;
  std::vector<vector2> features;
};
struct residuals {
  std::vector<vector2> reprojections;
  std::vector<double> weights;
};
residuals adjustment(const scene &all);

/// A sparse matrix by rows: two rows of 15 numbers for each observation (its camera, its point, its weight), then one of 1.
struct sparse_matrix {
  std::vector<int> starts, columns;
  std::vector<double> values;
};
/// Starts and columns of the Jacobian of the residuals by cameras, points and weights, in this order.
sparse_matrix pattern_of_adjustment(const scene &all);
/// The values; `j` has the pattern.
void jacobian_of_adjustment(const scene &all, sparse_matrix &j);
/// The same, of a function over pointers.
void jacobian_of_adjustment_by_pointers(const scene &all, sparse_matrix &j);
void jacobian_of_adjustment_by_hand(const scene &all, sparse_matrix &j);

/// Cross sections of resonances in the multipole representation, broadened by the temperature (J. R. Tramm, A. R. Siegel, B. Forget,
/// C. Josey, "Performance analysis of a reduced data movement algorithm for neutron cross section data in Monte Carlo simulations",
/// 2014): neutron i with an energy in a material meets the nuclides first[m] .. first[m + 1] - 1 of `nuclides`, of which each has
/// windows of energy with a background and some of its poles. The sum of the squares of total, absorption, fission and scattering.
struct pole {
  std::complex<double> energy, total, absorption, fission;
  int momentum;
};
struct window {
  double total, absorption, fission;
  int first, last;
};
struct reactions {
  std::vector<pole> poles;     ///< [nuclides, n_poles]
  std::vector<window> windows; ///< [nuclides, n_windows]
  std::vector<double> radii;   ///< [nuclides, 4]
};
struct flights {
  std::vector<double> energies;
  std::vector<int> materials;
};
struct mixture_of_nuclides {
  std::vector<int> first, nuclides;
  std::vector<double> concentrations;
};
double resonances(const flights &all, const mixture_of_nuclides &in, const reactions &of, int n_poles, int n_windows);
double run_resonances(const flights &all, const mixture_of_nuclides &in, const reactions &of, int n_poles, int n_windows);
reactions gradient_resonances(const flights &all, const mixture_of_nuclides &in, const reactions &of, int n_poles, int n_windows);
