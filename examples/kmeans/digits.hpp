// The handwritten digits: points of 64 grey values, the first centers, and pictures of centers.
#pragma once

#include <soac/soac.hpp>

#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace digits {

inline constexpr soac::index pixels = 64, side = 8, k = 10;

inline soac::array<double, 2> read_points(const std::string &file) {
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
inline soac::array<double, 2> first_centers(soac::view<const double, 2> points) {
  soac::array<double, 2> centers(k, pixels);
  for (soac::index c = 0; c < k; ++c)
    for (soac::index j = 0; j < pixels; ++j)
      centers(c, j) = points(c * (points.extent(0) / k), j);
  return centers;
}

/// Ten pictures of 8x8 squares, dark where there is ink.
inline void draw(const soac::array<double, 2> &centers, const std::string &file) {
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

} // namespace digits
