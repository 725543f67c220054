#pragma once

#include <soac/soac.hpp>

/// y[i] = a[i] y[i-1] + b[i] y[i-2] for i = 0 .. n-1, with y[-1] = 1 and y[-2] = 0: the last one, in a parallel scan.
double last(soac::view<const double> a, soac::view<const double> b);

/// All of them.
soac::array<double> terms(soac::view<const double> a, soac::view<const double> b);

/// The gradient of the last term.
std::tuple<soac::array<double>, soac::array<double>> gradient_of_last(soac::view<const double> a,
                                                                      soac::view<const double> b);
/// The adjoints of a and b for the seed `y_adj` of all terms.
std::tuple<soac::array<double>, soac::array<double>>
adjoints_of_terms(soac::view<const double> a, soac::view<const double> b, soac::view<const double> y_adj);
