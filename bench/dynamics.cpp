#include "dynamics.hpp"

#include "dynamics.soac.hpp"

static void slope(const vector &x, const vector &y, vector &result) {
  const int n = static_cast<int>(x.size());
  result[0] = x[0];
  for (int i = 1; i < n; ++i)
    result[i] = x[i] * y[i - 1];
}

double chain(const vector &x, int steps) {
  const int n = static_cast<int>(x.size());
  vector y(n), k1(n), k2(n), k3(n), k4(n), between(n);
  const double h = 2.0 / steps;
  for (int t = 0; t < steps; ++t) {
    slope(x, y, k1);
    for (int i = 0; i < n; ++i)
      between[i] = y[i] + h * k1[i] / 2;
    slope(x, between, k2);
    for (int i = 0; i < n; ++i)
      between[i] = y[i] + h * k2[i] / 2;
    slope(x, between, k3);
    for (int i = 0; i < n; ++i)
      between[i] = y[i] + h * k3[i];
    slope(x, between, k4);
    for (int i = 0; i < n; ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y[n - 1];
}
double run_chain(const vector &x, int steps) { return soac::run<chain>(x, steps); }
vector gradient_chain(const vector &x, int steps) { return soac::gradient<chain, soac::wrt<0>>(x, steps); }

/// Of the rows from `row` on and the columns that `used` does not have.
static double minor(const vector &matrix, int n, int row, unsigned used) {
  if (row == n)
    return 1;
  double sum = 0, sign = 1;
  for (int c = 0; c < n; ++c)
    if (!(used & (1u << c))) {
      sum += sign * matrix[row * n + c] * minor(matrix, n, row + 1, used | (1u << c));
      sign = -sign;
    }
  return sum;
}

double determinant(const vector &matrix, int n) { return minor(matrix, n, 0, 0); }
double run_determinant(const vector &matrix, int n) { return soac::run<determinant>(matrix, n); }
vector gradient_determinant(const vector &matrix, int n) { return soac::gradient<determinant, soac::wrt<0>>(matrix, n); }
