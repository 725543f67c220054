// Functions that call themselves.
#pragma once
#include "problems.hpp"

namespace problems {

/// x sin(x sin(.. x)), with `depth` sines.
double nested(double x, int depth);
/// Of exp(-rate x) sin(x) from 0 to each of the widths, by halves where that is not exact enough.
soac::array<double> integrals(soac::view<const double> widths, double rate);
/// Of trees that share their nodes: node k has the nodes 2 k + 1 and 2 k + 2 below.
double trees(soac::view<const double> nodes, soac::view<const soac::index> roots);
/// Products by an operator that calls itself.
double powers(soac::view<const double> x, int depth);

cuda::scalar<double> nested_on(const cuda::on &place, double x, int depth);
cuda::array<double> integrals_on(const cuda::on &place, cuda::view<const double> widths, double rate,
                                 cuda::view<const double> seed);
cuda::array<double> integrals_along_on(const cuda::on &place, cuda::view<const double> widths, double rate,
                                       cuda::view<const double> direction);
cuda::array<double> trees_on(const cuda::on &place, cuda::view<const double> nodes,
                             cuda::view<const soac::index> roots);
cuda::array<double> trees_twice_on(const cuda::on &place, cuda::view<const double> nodes,
                                   cuda::view<const soac::index> roots, cuda::view<const double> direction);
cuda::array<double> powers_on(const cuda::on &place, cuda::view<const double> x, int depth);

} // namespace problems
