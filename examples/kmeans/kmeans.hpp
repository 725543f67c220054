// k-means as an optimisation problem: points [n, d], centers [k, d].
#pragma once

#include <soac/soac.hpp>

/// The sum over the points of the squared distance to the nearest center.
double cost(soac::view<const double, 2> points, soac::view<const double, 2> centers);

/// The gradient of the cost and the diagonal of its Hessian, both [k, d]. A center's coordinates meet no others' in the
/// cost, so the Hessian is diagonal and its product with ones is that diagonal.
std::tuple<soac::array<double, 2>, soac::array<double, 2>> derivatives(soac::view<const double, 2> points,
                                                                     soac::view<const double, 2> centers);
