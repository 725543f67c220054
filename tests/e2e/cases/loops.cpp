#include "loops.hpp"

#include "loops.soac.hpp"

#include <soac/soac.hpp>

#include <cmath>

#pragma soac differentiate(vjp, jvp)
double rosenbrock(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; ++i) {
    const double a = 1 - x[i], b = x[i + 1] - x[i] * x[i];
    sum += a * a + 100 * b * b;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double horner(double x, const double *coefficients, int n) {
  double value = 0;
  for (int i = n - 1; i >= 0; --i)
    value = value * x + coefficients[i];
  return value;
}

#pragma soac differentiate(vjp, jvp)
void scale_and_add(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

#pragma soac differentiate(vjp, jvp)
void flat_nest(double *a, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * m + j] = std::sin(a[i * m + j] + 0.5 * a[j]);
}

// Two columns of indices under three loops, of which the inner ones begin at 1.
#pragma soac differentiate(vjp, jvp)
double rows_and_columns(const std::vector<double> &x, int steps, int n, int m) {
  soac::array<double, 2> a(n + 2, m + 2);
  for (int i = 0; i < n + 2; ++i)
    for (int j = 0; j < m + 2; ++j)
      a(i, j) = x[static_cast<std::size_t>(i + 2 * j) % x.size()];
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= m; ++j)
        a(i, j) = 0.4 * std::sin(a(i - 1, j) * a(i, j + 1)) + 0.3 * a(i, j) * a(i + 1, j - 1);
  double sum = 0;
  for (int i = 0; i < n + 2; ++i)
    for (int j = 0; j < m + 2; ++j)
      sum += a(i, j) * a(i, j) * (i + 1) * (j + 2);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double slope_of_rows_and_columns(const std::vector<double> &x, int steps, int n, int m) {
  double sum = 0;
  for (const double slope : soac::gradient<rows_and_columns>(x, steps, n, m))
    sum += slope * slope;
  return sum;
}

// Two updates in an iteration.
#pragma soac differentiate(vjp, jvp)
void pairs(double *a, int n, int m) {
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < m; ++i) {
      const double x = a[i], y = a[i + 1];
      a[i + 1] = x * y;
      a[2 * m - i] = std::sin(x) + y * a[2 * m - i];
    }
}

#pragma soac differentiate(vjp, jvp)
void in_strips(double *a, int n, int m) {
#pragma soac stripmine(2)
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < m; ++i)
      a[m - 1 - i] = std::sin(a[i] * a[m - 1 - i]);
}

// The inner count changes.
#pragma soac differentiate(vjp, jvp)
void triangle(double *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      a[j] = std::sin(a[i]) * a[j];
}
