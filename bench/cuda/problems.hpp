// The problems of the benchmark on a GPU: their functions, and their derivatives on a device.
#pragma once

#include <soac/cuda/cuda.hpp>
#include <soac/soac.hpp>

#include <tuple>

namespace gpu {

namespace cuda = soac::cuda;
template <class T> using device_matrix = cuda::view<const T, 2>;

/// k-means: points [n, d], centers [k, d]; the sum of squared distances to the nearest center.
float clusters(soac::view<const float, 2> points, soac::view<const float, 2> centers);
/// The same of rows with few entries: row i has the entries starts[i] .. starts[i + 1] - 1.
double sparse_clusters(soac::view<const soac::index> starts, soac::view<const soac::index> columns, soac::view<const double> entries,
                       soac::view<const double, 2> centers);
/// Gaussian mixture model: weights [k], means [k, d], logarithms of the diagonals of the inverse covariances' factors [k, d], below
/// the diagonals [k, d (d - 1) / 2], points [n, d]; the logarithm of the likelihood without the prior and the constants
/// (F. Srajer, Z. Kukelova, A. Fitzgibbon, "A benchmark of selected algorithmic differentiation tools", 2018, section 4.1).
double mixture(soac::view<const double> weights, soac::view<const double, 2> means, soac::view<const double, 2> diagonals,
               soac::view<const double, 2> lower, soac::view<const double, 2> points);
/// A step of heat flow on a square of n x n cells, `steps` times; the sum of squares in the end.
float heat(soac::view<const float, 2> start, int steps);

/// Gradient and diagonal of the Hessian by the centers.
std::tuple<cuda::array<float, 2>, cuda::array<float, 2>> clusters_newton(const cuda::on &place, device_matrix<float> points,
                                                                         device_matrix<float> centers, device_matrix<float> ones);
std::tuple<cuda::array<double, 2>, cuda::array<double, 2>>
sparse_clusters_newton(const cuda::on &place, cuda::view<const soac::index> starts, cuda::view<const soac::index> columns,
                       cuda::view<const double> entries, device_matrix<double> centers, device_matrix<double> ones);
std::tuple<cuda::array<double>, cuda::array<double, 2>, cuda::array<double, 2>, cuda::array<double, 2>>
mixture_gradient(const cuda::on &place, cuda::view<const double> weights, device_matrix<double> means, device_matrix<double> diagonals,
                 device_matrix<double> lower, device_matrix<double> points);
cuda::array<float, 2> heat_gradient(const cuda::on &place, device_matrix<float> start, int steps);

// The functions themselves, as generated.
cuda::scalar<float> clusters_run(const cuda::on &place, device_matrix<float> points, device_matrix<float> centers);
cuda::scalar<double> mixture_run(const cuda::on &place, cuda::view<const double> weights, device_matrix<double> means,
                                 device_matrix<double> diagonals, device_matrix<double> lower, device_matrix<double> points);
cuda::scalar<float> heat_run(const cuda::on &place, device_matrix<float> start, int steps);

} // namespace gpu
