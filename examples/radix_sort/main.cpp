// Fits a line to points of which a fifth is wrong, by a descent along the derivative of a program that sorts.
#include "radix_sort.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

/// The sort against std::stable_sort, with numbers of both signs, zeros and infinities.
bool sorts() {
  std::vector<double> numbers{3, -1, 0.0, 1e300, -1e-300, HUGE_VAL, -HUGE_VAL, 2.5, -7, 0.5};
  for (int i = 0; i < 500; ++i)
    numbers.push_back(std::sin(static_cast<double>(i * i)) * std::exp(i % 40 - 20));
  const soac::array<double> found = radix_sort(numbers);
  std::stable_sort(numbers.begin(), numbers.end());
  return std::equal(numbers.begin(), numbers.end(), found.begin());
}

} // namespace

int main() {
  constexpr soac::index n = 100, kept = 80;
  constexpr double known_slope = 0.75, known_offset = -2;
  soac::array<double> x(n), y(n);
  for (soac::index i = 0; i < n; ++i) {
    x[i] = 0.1 * static_cast<double>(i);
    y[i] = known_slope * x[i] + known_offset + (i % 5 == 2 ? 10 + std::cos(static_cast<double>(i)) : 0);
  }

  double slope = 0, offset = 0, length = 1e-5;
  auto [value, gradient] = value_and_gradient(slope, offset, x, y, kept);
  for (int i = 0; i < 20000 && value > 1e-20; ++i) {
    const auto [by_slope, by_offset] = gradient;
    const double next_slope = slope - length * by_slope, next_offset = offset - length * by_offset;
    const auto [next_value, next_gradient] = value_and_gradient(next_slope, next_offset, x, y, kept);
    if (i % 500 == 0)
      std::printf("%5d  trimmed squares %.3e  slope %.9f  offset %.9f\n", i, value, slope, offset);
    if (next_value < value) {
      slope = next_slope;
      offset = next_offset;
      value = next_value;
      gradient = next_gradient;
      length *= 1.2;
    } else {
      length *= 0.3;
    }
  }
  std::printf("slope %.9f  offset %.9f\n", slope, offset);

  // Both modes against a central difference, where no two squares change places.
  constexpr double s = 0.7, o = -1.5, h = 1e-6;
  const auto [by_slope, by_offset] = std::get<1>(value_and_gradient(s, o, x, y, kept));
  const double quotient = (trimmed(s + h, o - h, x, y, kept) - trimmed(s - h, o + h, x, y, kept)) / (2 * h);
  const double forward = slope_along(s, o, x, y, kept, 1, -1), reverse = by_slope - by_offset;
  std::printf("derivative along (1, -1): forward %.9f  reverse %.9f  quotient %.9f\n", forward, reverse, quotient);
  return sorts() && std::fabs(slope - known_slope) < 1e-8 && std::fabs(offset - known_offset) < 1e-8 &&
                 std::fabs(forward - quotient) < 1e-5 && std::fabs(reverse - forward) < 1e-10
             ? 0
             : 1;
}
