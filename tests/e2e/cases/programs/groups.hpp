// Iterations that go through large arrays: several of them share a trip of the loop over these.
#pragma once

#include <soac/soac.hpp>

#include <vector>

namespace groups {

double densities(const std::vector<double> &points, const std::vector<double> &factors, int k, int d);
double densities_by_library(soac::view<const double, 2> points, soac::view<const double, 3> factors);
/// With respect to the factors.
std::vector<double> slopes_of_densities(const std::vector<double> &points, const std::vector<double> &factors, int k, int d);
soac::array<double, 3> slopes_of_densities_by_library(soac::view<const double, 2> points, soac::view<const double, 3> factors);

} // namespace groups
