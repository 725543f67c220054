#include "loops.hpp"

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
