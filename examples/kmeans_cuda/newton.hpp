// One step of Newton's method for k-means, on the host and on a device.
#pragma once

#include "../kmeans/cost.hpp"

#include <soac/cuda/cuda.hpp>

/// The next centers [k, d]: centers - gradient / Hessian diagonal, coordinate by coordinate (../kmeans/kmeans.hpp); beside the cost
/// of the old ones and the norm of the gradient there. A coordinate without curvature stays.
std::tuple<soac::array<double, 2>, double, double> newton_step(soac::view<const double, 2> points,
                                                               soac::view<const double, 2> centers);

using step_on_device = std::tuple<soac::cuda::array<double, 2>, soac::cuda::scalar<double>, soac::cuda::scalar<double>>;

/// The same on arrays in a device's memory. Does not wait for the device.
step_on_device newton_step_on(const soac::cuda::on &place, soac::cuda::view<const double, 2> points,
                              soac::cuda::view<const double, 2> centers);
