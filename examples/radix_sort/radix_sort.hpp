// Sorting by the bits of the numbers, with a derivative of its own: the derivative of a sort is its permutation.
#pragma once

#include <soac/soac.hpp>

/// x in ascending order: eight passes that count and place the bytes of the numbers.
soac::array<double> radix_sort(soac::view<const double> x);

/// Least trimmed squares: the sum of the `kept` smallest squares of y - slope x - offset. Outliers do not count.
double trimmed(double slope, double offset, soac::view<const double> x, soac::view<const double> y, soac::index kept);

/// Its value and its derivative by slope and offset, in both modes.
std::tuple<double, std::tuple<double, double>> value_and_gradient(double slope, double offset,
                                                                  soac::view<const double> x,
                                                                  soac::view<const double> y, soac::index kept);
double slope_along(double slope, double offset, soac::view<const double> x, soac::view<const double> y,
                   soac::index kept, double slope_tan, double offset_tan);
