#include "macros.hpp"
#include <cmath>

#pragma soac differentiate(vjp, jvp)
double macro_product(double x, double y) { return std::sin(x * y) * x + y; }

#pragma soac differentiate(vjp, jvp)
double macro_sum(const double *p, int n) {
  double total = 1;
  for (int k = 0; k < n; ++k)
    total += std::sin(p[k]) * p[k] * total;
  return total;
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> macro_squares(const std::vector<double> &values) {
  std::vector<double> squares(values.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    squares[k] = values[k] * values[k];
  return squares;
}
