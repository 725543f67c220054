// Explicit Lagrangian hydrodynamics on an unstructured mesh of hexahedra: the user's functions in two styles, and what the benchmark times.
#pragma once

#include <soac/soac.hpp>

#include <vector>

using vector = std::vector<double>;
using numbers = std::vector<int>;

/// Of an element with the corners 0 1 2 3 around the bottom and 4 5 6 7 above them.
namespace hexahedron {
inline constexpr int faces[6][4] = {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}};
/// For each corner those around it, of which its share of the volume depends.
inline constexpr int around[8][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
                                     {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};
/// On which side a corner is, in the three directions.
inline constexpr double side[3][8] = {{-1, 1, 1, -1, -1, 1, 1, -1}, {-1, -1, 1, 1, -1, -1, 1, 1}, {-1, -1, -1, -1, 1, 1, 1, 1}};
/// The ways in which an element bends without a change of its volume.
inline constexpr double modes[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1}, {1, -1, -1, 1, -1, 1, 1, -1}, {1, -1, 1, -1, 1, -1, 1, -1}, {-1, 1, -1, 1, 1, -1, 1, -1}};
} // namespace hexahedron

/// A mesh of elements with eight nodes each, and its time step.
struct mesh {
  int elements, nodes;
  double dt;
  numbers corners;                    ///< [elements, 8]: nodes
  numbers begin, corner_of;           ///< the corners that meet at node n are corner_of[begin[n] .. begin[n + 1])
  numbers beside;                     ///< [elements, 6]: the neighbours before and behind in three directions
  numbers border;                     ///< [elements, 6]: 0 with a neighbour, 1 at a plane of symmetry, 2 at a free surface
  numbers on_x, on_y, on_z;           ///< nodes on the planes of symmetry
  vector volume, mass_of_node;        ///< at rest, with a density of one
};

/// Places and velocities of nodes, the energies of elements.
struct flow {
  vector x, y, z, xd, yd, zd, e;
};

/// The inner energy after `steps`, as in the proxy application LULESH (Hydrodynamics Challenge Problem, Lawrence Livermore National
/// Laboratory, LLNL-TR-490254): stress and hourglass modes give forces on nodes, these move the mesh, and the change of volume gives
/// artificial viscosity, pressure and energy. Here with records of vectors, an element after the other, and forces gathered by nodes.
double hydro(const mesh &m, const flow &start, int steps);
double run_hydro(const mesh &m, const flow &start, int steps);
flow gradient_hydro(const mesh &m, const flow &start, int steps);

/// The same with pointers, scratch arrays, and a loop for each quantity; elements add to the forces on their nodes.
double hydro_in_c(const mesh &m, const flow &start, int steps);
double run_hydro_in_c(const mesh &m, const flow &start, int steps);
flow gradient_hydro_in_c(const mesh &m, const flow &start, int steps);
