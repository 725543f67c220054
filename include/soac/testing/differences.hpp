// Slopes of functions of one number, by central differences, with an estimate of their error.
//
// The differences are extrapolated to step 0 (Ridders). Their error has two parts: what the extrapolation leaves, and
// the rounding of the function's values divided by the step, which is measured (noise).
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace soac::testing::detail {

using scalar_function = std::function<double(double)>;

struct slope_estimate {
  double value = 0;
  double error = std::numeric_limits<double>::infinity(); ///< with the part of rounding
  double rounding = 0;                                    ///< that part
};

/// How far rounding moves values of g near 0: differences of order 3 to 6 of values so near to each other that a smooth
/// function's would vanish (Hamming; Moré and Wild, Estimating Computational Noise).
inline double noise_of(const scalar_function &g, double spacing) {
  constexpr int points = 9;
  double values[points];
  for (int i = 0; i < points; ++i)
    values[i] = g((i - points / 2) * spacing);
  double noise = 0, scale = 1;
  for (int order = 1; order <= 6; ++order) {
    scale *= order / (2.0 * (2 * order - 1)); // (order!)^2 / (2 order)!
    double sum = 0;
    for (int i = 0; i + order < points; ++i) {
      values[i] = values[i + 1] - values[i];
      sum += values[i] * values[i];
    }
    if (order >= 3)
      noise = std::fmax(noise, std::sqrt(scale * sum / (points - order)));
  }
  return noise;
}

/// dg/dh at 0, where values of g are good up to `noise`: the best entry of Ridders' table.
inline slope_estimate differentiate_numerically(const scalar_function &g, double first_step, double noise = 0) {
  constexpr int rows = 12;
  constexpr double ratio = 1.7;
  double table[rows][rows];
  slope_estimate best;
  double h = first_step;
  for (int i = 0; i < rows; ++i, h /= ratio) {
    table[0][i] = (g(h) - g(-h)) / (2 * h);
    double factor = ratio * ratio;
    const double rounding = 2 * noise / h; // the extrapolation's weights add up to less than 2
    for (int j = 1; j <= i; ++j, factor *= ratio * ratio) {
      table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
      const double left =
          std::fmax(std::fabs(table[j][i] - table[j - 1][i]), std::fabs(table[j][i] - table[j - 1][i - 1]));
      if (left + rounding <= best.error)
        best = {table[j][i], left + rounding, rounding};
    }
  }
  return best;
}

} // namespace soac::testing::detail
