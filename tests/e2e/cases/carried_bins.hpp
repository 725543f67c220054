// Histograms into arrays that a loop carries and reads: what they overwrite is logged bin by bin.
#pragma once

#include <soac/soac.hpp>

namespace carried_bins {

using array = soac::array<double>;
using reals = soac::view<const double>;
using keys = soac::view<const int>;

array sums(reals bins, keys at, reals v, int steps);
array products(reals bins, keys at, reals v, int steps);
array maxima(reals bins, keys at, reals v, int steps);
array curved(reals bins, keys at, reals v, int steps);
array pairs(reals bins, keys at, reals v, int steps);
soac::array<double, 2> row_sums(soac::view<const double, 2> bins, keys at, soac::view<const double, 2> v, int steps);
array in_branches(reals bins, keys at, reals v, int steps);
array mixed(reals bins, keys at, reals v, int steps);
array multiplied(reals bins, keys at, reals v, int steps);
array sums_while(reals bins, keys at, reals v, double limit);
double total_of_products(reals bins, keys at, reals v, int steps);
array gradient_of_products(reals bins, keys at, reals v, int steps);

} // namespace carried_bins
