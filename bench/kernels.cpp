#include "kernels.hpp"

#include <cmath>

#pragma soac differentiate(vjp, jvp)
void axpy(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

#pragma soac differentiate(vjp, jvp)
double dot_product(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void stencil(int n, const double *u, double *v) {
  for (int i = 1; i < n - 1; ++i)
    v[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
}

#pragma soac differentiate(vjp, jvp)
void matrix_vector(int m, int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j)
      sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}

#pragma soac differentiate(vjp, jvp)
void matrix_product(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

#pragma soac differentiate(vjp, jvp)
void distances(int n, int d, const double *points, double *out) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double square = 0;
      for (int k = 0; k < d; ++k) {
        const double difference = points[i * d + k] - points[j * d + k];
        square += difference * difference;
      }
      out[i * n + j] = std::sqrt(square + 1e-9);
    }
}

#pragma soac differentiate(vjp, jvp)
void accelerations(int n, const double *position, const double *mass, double *out) {
  for (int i = 0; i < n; ++i) {
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; ++j) {
      const double dx = position[3 * j] - position[3 * i];
      const double dy = position[3 * j + 1] - position[3 * i + 1];
      const double dz = position[3 * j + 2] - position[3 * i + 2];
      const double square = dx * dx + dy * dy + dz * dz + 1e-3;
      const double weight = mass[j] / (square * std::sqrt(square));
      ax += weight * dx;
      ay += weight * dy;
      az += weight * dz;
    }
    out[3 * i] = ax;
    out[3 * i + 1] = ay;
    out[3 * i + 2] = az;
  }
}
