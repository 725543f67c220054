// For groups of cases whose functions end in one number.
#pragma once

#include <cmath>
#include <vector>

inline double norm(const std::vector<double> &u) {
  double sum = 0;
  for (const double v : u)
    sum += v * v;
  return sum;
}
