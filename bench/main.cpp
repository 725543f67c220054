// k-means at n = 10,000, d = 64, k = 100: the library's primal, the generated primal, the gradient and the Newton step,
// each as a multiple of the cost written by hand.
//
//   bench_kmeans [n d k]
#include "kmeans.hpp"
#include "timing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

namespace {

double cost_by_hand(const double *points, const double *centers, long n, long d, long k) {
  double sum = 0;
  for (long i = 0; i < n; ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (long c = 0; c < k; ++c) {
      double distance = 0;
      for (long j = 0; j < d; ++j) {
        const double difference = points[i * d + j] - centers[c * d + j];
        distance += difference * difference;
      }
      nearest = distance < nearest ? distance : nearest;
    }
    sum += nearest;
  }
  return sum;
}

matrix random_array(long rows, long columns, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  matrix a(rows, columns);
  for (soac::index i = 0; i < a.size(); ++i)
    a.data()[i] = uniform(random);
  return a;
}

void report(const char *what, double seconds, double reference) {
  std::printf("%-34s %10.3f ms %8.2fx\n", what, seconds * 1e3, seconds / reference);
}

} // namespace

int main(int argc, char **argv) {
  const long n = argc > 3 ? std::atol(argv[1]) : 10000, d = argc > 3 ? std::atol(argv[2]) : 64,
             k = argc > 3 ? std::atol(argv[3]) : 100;
  const matrix points = random_array(n, d, 1), centers = random_array(k, d, 2);
  matrix ones(k, d);
  std::fill_n(ones.data(), ones.size(), 1.0);
  volatile double sink = 0;
  const double by_hand = best_seconds([&] { sink = cost_by_hand(points.data(), centers.data(), n, d, k); });
  const double expected = sink;
  const auto check = [&](double value) {
    if (std::fabs(value - expected) > 1e-9 * std::fabs(expected)) {
      std::fprintf(stderr, "the cost is %.17g, by hand %.17g\n", value, expected);
      std::exit(1);
    }
  };
  check(cost(points, centers));
  check(generated_cost(points, centers));
  std::printf("k-means, n = %ld, d = %ld, k = %ld, one thread\n", n, d, k);
  report("cost by hand", by_hand, by_hand);
  report("cost, library", best_seconds([&] { sink = cost(points, centers); }), by_hand);
  report("cost, generated (run)", best_seconds([&] { sink = generated_cost(points, centers); }), by_hand);
  report("gradient", best_seconds([&] { sink = gradient(points, centers).data()[0]; }), by_hand);
  report("gradient and Hessian diagonal",
         best_seconds([&] { sink = std::get<1>(newton(points, centers, ones)).data()[0]; }), by_hand);
  return 0;
}
