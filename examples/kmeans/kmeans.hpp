// What Newton's method for k-means needs of cost.hpp.
#pragma once

#include "cost.hpp"

/// The gradient of the cost and the diagonal of its Hessian, both [k, d]. A center's coordinates meet no others' in the
/// cost, so the Hessian is diagonal and its product with ones is that diagonal.
std::tuple<soac::array<double, 2>, soac::array<double, 2>> derivatives(soac::view<const double, 2> points,
                                                                     soac::view<const double, 2> centers);
