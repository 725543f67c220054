#include "models.hpp"

#include "check.hpp"
#include "models.soac.hpp"

#include <cmath>

using namespace models;
using reals = soac::array<double, 1>;
using matrix = soac::array<double, 2>;

namespace {
matrix some(soac::index n, soac::index m, double seed) {
  return soac::tabulate(
      [=](soac::index i, soac::index j) { return std::sin(seed + 1.7 * double(i) + 0.9 * double(j * j)); }, n, m);
}
reals some(soac::index n, double seed) {
  return soac::tabulate([=](soac::index i) { return std::cos(seed + 2.3 * double(i)); }, n);
}
soac::array<double, 3> some(soac::index n, soac::index m, soac::index l, double seed) {
  return soac::tabulate(
      [=](soac::index i, soac::index j, soac::index k) {
        return 0.6 * std::sin(seed + double(i) + 1.9 * double(j) + 0.7 * double(k * k));
      },
      n, m, l);
}
matrix dominant(soac::index n) {
  auto a = some(n, n, 0.3);
  for (soac::index i = 0; i < n; ++i)
    a(i, i) += 4.0;
  return a;
}
} // namespace

DERIVATIVES(Models, matrix_product, some(3, 2, 0.1), some(2, 4, 0.2))
DERIVATIVES(Models, matrix_product_loops, some(3, 2, 0.1), some(2, 4, 0.2))
DERIVATIVES(Models, trace_of_cube, some(3, 3, 0.5))
DERIVATIVES(Models, softmax, some(5, 0.7))
DERIVATIVES(Models, log_sum_exp, std::vector<double>{1.0, 3.0, 2.0, 3.5})
DERIVATIVES(Models, attention, some(2, 3, 0.1), some(4, 3, 0.2), some(4, 2, 0.3))
DERIVATIVES(Models, gaussian_mixture, some(4, 3, 0.1), some(2, 0.2), some(2, 3, 0.3), some(2, 3, 0.4))
DERIVATIVES(Models, least_squares, some(5, 3, 0.1), some(5, 0.2), some(3, 0.3))
DERIVATIVES(Models, cross_entropy, some(4, 3, 0.1), soac::array<int, 1>{0, 2, 1, 2}, some(3, 3, 0.3))
DERIVATIVES(Models, convolution, some(7, 0.1), some(3, 0.2))
DERIVATIVES(Models, convolution2, some(4, 5, 0.1), some(2, 3, 0.2))
DERIVATIVES(Models, perceptron, some(3, 0.1), some(3, 3, 3, 0.2), some(3, 3, 0.3))
DERIVATIVES(Models, pairwise, some(4, 2, 0.1))
DERIVATIVES(Models, n_body, some(4, 3, 0.1), some(4, 0.4))
DERIVATIVES(Models, jacobi, dominant(3), some(3, 0.1), 5)
DERIVATIVES(Models, log_determinant, dominant(4))
DERIVATIVES(Models, normalise, some(4, 0.1))
DERIVATIVES(Models, covariance, some(5, 3, 0.1), some(3, 0.2))
DERIVATIVES(Models, huber, std::vector<double>{0.3, -2.0, 1.4, -0.2}, 1.0)
DERIVATIVES(Models, recurrent, some(3, 3, 0.1), some(4, 3, 0.2), some(3, 0.3))
DERIVATIVES(Models, mean_and_variance, some(6, 0.1))
DERIVATIVES(Models, quadratic, some(4, 0.1), some(4, 4, 0.2))
DERIVATIVES(Models, power_iteration, dominant(3), some(3, 0.2), 4)
DERIVATIVES(Models, polynomial, some(5, 0.1), 0.7)
DERIVATIVES(Models, hinge, some(5, 2, 0.1), reals{1, -1, 1, 1, -1}, some(2, 0.4))
DERIVATIVES(Models, kernel_density, some(4, 0.1), some(3, 0.2), 0.7)
DERIVATIVES(Models, total_variation, some(4, 3, 0.1))
DERIVATIVES(Models, trapezoid, 0.3, 1.7, 9)
DERIVATIVES(Models, batch_normalised, some(4, 3, 0.1), some(3, 0.2), some(3, 0.3))
DERIVATIVES(Models, transitions, some(5, 2, 2, 0.1), some(2, 0.2))
