// Points at which the cases are checked: numbers without ties or zeros.
#pragma once

#include <soac/soac.hpp>

#include <cmath>
#include <vector>

namespace points {

/// n numbers.
inline soac::array<double, 1> line(int n, double shift = 0.0) {
  soac::array<double, 1> a(n);
  for (int i = 0; i < n; ++i)
    a(i) = 0.3 + 0.7 * std::sin(1.7 * i + shift) + 0.05 * i;
  return a;
}

/// n rows of m numbers.
inline soac::array<double, 2> grid(int n, int m, double shift = 0.0) {
  soac::array<double, 2> a(n, m);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a(i, j) = 0.9 * std::sin(1.3 * i + 2.1 * j + shift) + 0.1 * j;
  return a;
}

/// n tables of m rows of k numbers.
inline soac::array<double, 3> cube(int n, int m, int k) {
  soac::array<double, 3> a(n, m, k);
  for (int i = 0; i < a.size(); ++i)
    a.data()[i] = std::sin(2.3 * i + 0.4);
  return a;
}

inline std::vector<double> list(const soac::array<double, 1> &a) { return {a.begin(), a.end()}; }

} // namespace points
