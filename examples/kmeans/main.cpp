// Finds ten centers of the handwritten digits by Newton's method and draws them.
//
//   kmeans [digits.csv]
//
// A step is centers -= gradient / Hessian diagonal, coordinate by coordinate. Once no point changes its nearest center
// the cost is quadratic, so the step after that lands on the minimum.
#include "kmeans.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

namespace {

constexpr soac::index pixels = 64, side = 8, k = 10;

soac::array<double, 2> read_points(const std::string &file) {
  std::ifstream in(file);
  if (!in)
    throw std::runtime_error("cannot read " + file);
  std::vector<double> numbers;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word;
    for (soac::index i = 0; i < pixels && std::getline(words, word, ','); ++i)
      numbers.push_back(std::stod(word));
  }
  return soac::array<double, 2>(numbers.data(), static_cast<soac::index>(numbers.size()) / pixels, pixels);
}

/// Points spread evenly over the file.
soac::array<double, 2> first_centers(soac::view<const double, 2> points) {
  soac::array<double, 2> centers(k, pixels);
  for (soac::index c = 0; c < k; ++c)
    for (soac::index j = 0; j < pixels; ++j)
      centers(c, j) = points(c * (points.extent(0) / k), j);
  return centers;
}

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

/// Ten pictures of 8x8 squares, dark where there is ink.
void draw(const soac::array<double, 2> &centers, const std::string &file) {
  constexpr int square = 10, gap = 10, width = side * square + gap;
  std::ofstream svg(file);
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << k * width + gap << "\" height=\"" << width + gap
      << "\">\n<rect width=\"100%\" height=\"100%\" fill=\"#eee\"/>\n";
  for (soac::index c = 0; c < k; ++c)
    for (soac::index j = 0; j < pixels; ++j) {
      const int grey = 255 - static_cast<int>(std::lround(centers(c, j) * 255 / 16));
      svg << "<rect x=\"" << gap + c * width + j % side * square << "\" y=\"" << gap + j / side * square
          << "\" width=\"" << square << "\" height=\"" << square << "\" fill=\"rgb(" << grey << ',' << grey << ','
          << grey << ")\"/>\n";
    }
  svg << "</svg>\n";
  if (!svg.flush())
    throw std::runtime_error("cannot write " + file);
}

} // namespace

int main(int argc, char **argv) {
  try {
    const auto points = read_points(argc > 1 ? argv[1] : KMEANS_DATA);
    auto centers = first_centers(points);
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
    draw(centers, "kmeans-centers.svg");
    std::puts(converged ? "converged; the centers are in kmeans-centers.svg" : "not converged");
    return converged ? 0 : 1;
  } catch (const std::exception &error) {
    std::cerr << "kmeans: " << error.what() << '\n';
    return 1;
  }
}
