// Finds ten centers of the handwritten digits by Newton's method on a GPU and draws them.
//
//   kmeans_cuda [digits.csv [points]]
//
// Points and centers stay on the device; the host reads two numbers of each step.
#include "../kmeans/digits.hpp"
#include "newton.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace {

/// The first rows of the file.
soac::view<const double, 2> first(const soac::array<double, 2> &points, soac::index count) {
  return {points.data(), count, points.extent(1)};
}

} // namespace

int main(int argc, char **argv) {
  try {
    const auto all = digits::read_points(argc > 1 ? argv[1] : KMEANS_DATA);
    const auto chosen = first(all, argc > 2 ? std::atoll(argv[2]) : all.extent(0));
    cudaStream_t stream;
    if (const cudaError_t code = cudaStreamCreate(&stream); code != cudaSuccess)
      throw soac::cuda::error(std::string("no stream: ") + cudaGetErrorString(code), code);
    soac::cuda::workspace workspace;
    const soac::cuda::on place(stream, workspace);
    const soac::cuda::array<double, 2> points(chosen, place);
    soac::cuda::array<double, 2> centers(digits::first_centers(chosen), place);
    constexpr int most_iterations = 100;
    bool converged = false;
    std::printf("%9s %16s %16s %12s\n", "iteration", "cost", "gradient norm", "seconds");
    for (int i = 0; i < most_iterations && !converged; ++i) {
      const auto start = std::chrono::steady_clock::now();
      auto [next, cost, norm] = newton_step_on(place, points, centers);
      const double value = cost, slope = norm; // waits
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      std::printf("%9d %16.6f %16.6g %12.6f\n", i, value, slope, seconds.count());
      converged = slope < 1e-9 * value;
      centers = std::move(next);
    }
    digits::draw(centers.to_host(), "kmeans-centers.svg");
    std::puts(converged ? "converged; the centers are in kmeans-centers.svg" : "not converged");
    return converged ? 0 : 1;
  } catch (const std::exception &error) {
    std::cerr << "kmeans_cuda: " << error.what() << '\n';
    return 1;
  }
}
