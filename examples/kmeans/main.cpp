// Finds ten centers of the handwritten digits by Newton's method and draws them.
//
//   kmeans [digits.csv]
//
// A step is centers -= gradient / Hessian diagonal, coordinate by coordinate. Once no point changes its nearest center
// the cost is quadratic, so the step after that lands on the minimum.
#include "digits.hpp"
#include "kmeans.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace {

double norm(const soac::array<double, 2> &v) {
  double sum = 0;
  for (soac::index i = 0; i < v.size(); ++i)
    sum += v.data()[i] * v.data()[i];
  return std::sqrt(sum);
}

/// A coordinate of a center that is nearest to no point has no curvature and stays.
void newton_step(soac::array<double, 2> &centers, const soac::array<double, 2> &gradient,
                 const soac::array<double, 2> &curvature) {
  for (soac::index i = 0; i < centers.size(); ++i)
    if (curvature.data()[i] != 0)
      centers.data()[i] -= gradient.data()[i] / curvature.data()[i];
}

} // namespace

int main(int argc, char **argv) {
  try {
    const auto points = digits::read_points(argc > 1 ? argv[1] : KMEANS_DATA);
    auto centers = digits::first_centers(points);
    constexpr int most_iterations = 100;
    bool converged = false;
    std::printf("%9s %16s %16s %12s\n", "iteration", "cost", "gradient norm", "seconds");
    for (int i = 0; i < most_iterations && !converged; ++i) {
      const auto start = std::chrono::steady_clock::now();
      const auto [gradient, curvature] = derivatives(points, centers);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      const double value = cost(points, centers), slope = norm(gradient);
      std::printf("%9d %16.6f %16.6g %12.6f\n", i, value, slope, seconds.count());
      converged = slope < 1e-9 * value;
      if (!converged)
        newton_step(centers, gradient, curvature);
    }
    digits::draw(centers, "kmeans-centers.svg");
    std::puts(converged ? "converged; the centers are in kmeans-centers.svg" : "not converged");
    return converged ? 0 : 1;
  } catch (const std::exception &error) {
    std::cerr << "kmeans: " << error.what() << '\n';
    return 1;
  }
}
