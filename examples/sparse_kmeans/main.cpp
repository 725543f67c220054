// Finds the topics of texts: each text is a row with the few words that it has, each topic a center. Newton's method,
// as in the dense example.
#include "sparse_kmeans.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace {

constexpr soac::index topics = 4, words = 200, texts = 800, words_of_topic = 50;

/// Text i speaks of topic i mod 4: it counts about 12 of that topic's words.
Sparse make_texts() {
  std::uint64_t state = 20221;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  Sparse result;
  result.starts.push_back(0);
  for (soac::index i = 0; i < texts; ++i) {
    for (soac::index w = 0; w < words_of_topic; ++w)
      if (random(4) == 0) {
        result.columns.push_back(i % topics * words_of_topic + w);
        result.values.push_back(1 + static_cast<double>(random(5)));
      }
    result.starts.push_back(static_cast<soac::index>(result.columns.size()));
  }
  return result;
}

/// The mean of the texts of each topic: where their centers belong.
soac::array<double, 2> means(const Sparse &points) {
  soac::array<double, 2> result(topics, words);
  for (soac::index i = 0; i < texts; ++i)
    for (soac::index k = points.starts[i]; k < points.starts[i + 1]; ++k)
      result(i % topics, points.columns[k]) += points.values[k] / (texts / topics);
  return result;
}

} // namespace

int main() {
  const Sparse points = make_texts();
  const soac::array<double, 2> expected = means(points);
  soac::array<double, 2> centers(topics, words); // begin with the first text of each topic
  for (soac::index c = 0; c < topics; ++c)
    for (soac::index k = points.starts[c]; k < points.starts[c + 1]; ++k)
      centers(c, points.columns[k]) = points.values[k];
  std::printf("%d numbers in %d texts\n", static_cast<int>(points.values.size()), static_cast<int>(texts));
  for (int iteration = 0; iteration < 20; ++iteration) {
    const auto [gradient, curvature] = derivatives(points, centers);
    double slope = 0, distance = 0;
    for (soac::index i = 0; i < centers.size(); ++i) {
      slope += gradient.data()[i] * gradient.data()[i];
      distance = std::fmax(distance, std::fabs(centers.data()[i] - expected.data()[i]));
    }
    std::printf("%2d  cost %14.6f  |gradient| %.2e  farthest from a mean %.2e\n", iteration, cost(points, centers),
                std::sqrt(slope), distance);
    if (slope < 1e-16)
      return distance < 1e-12 && curvature(0, 0) == 2.0 * texts / topics ? 0 : 1;
    for (soac::index i = 0; i < centers.size(); ++i)
      if (curvature.data()[i] != 0)
        centers.data()[i] -= gradient.data()[i] / curvature.data()[i];
  }
  std::puts("not converged");
  return 1;
}
