#include "pointers_algebra.hpp"
#include "pointers_algebra.soac.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// Linear algebra on raw pointers, as in C: factors and solutions in place, pivots found by value.

// y = A x, row by row.
#pragma soac differentiate(vjp, jvp)
void matvec(const double *a, const double *x, double *y, int rows, int columns) {
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = 0; j < columns; j++)
      sum += a[i * columns + j] * x[j];
    y[i] = sum;
  }
}

#pragma soac differentiate(vjp, jvp)
void forward_substitution(const double *l, double *b, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      b[i] -= l[i * n + j] * b[j];
    b[i] /= l[i * n + i];
  }
}

#pragma soac differentiate(vjp, jvp)
void back_substitution(const double *u, double *b, int n) {
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      b[i] -= u[i * n + j] * b[j];
    b[i] /= u[i * n + i];
  }
}

#pragma soac differentiate(vjp, jvp)
void thomas(const double *a, const double *b, const double *c, double *d, double *work, int n) {
  work[0] = c[0] / b[0];
  d[0] = d[0] / b[0];
  for (int i = 1; i < n; i++) {
    const double m = 1.0 / (b[i] - a[i] * work[i - 1]);
    work[i] = c[i] * m;
    d[i] = (d[i] - a[i] * d[i - 1]) * m;
  }
  for (int i = n - 2; i >= 0; i--)
    d[i] -= work[i] * d[i + 1];
}

#pragma soac differentiate(vjp, jvp)
void lu_pivot(double *a, int *pivots, int n) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
        p = i;
    pivots[k] = p;
    if (p != k)
      for (int j = 0; j < n; j++)
        std::swap(a[k * n + j], a[p * n + j]);
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

#pragma soac differentiate(vjp, jvp)
double solve_gauss(double *a, double *b, int n) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
        p = i;
    if (a[p * n + k] == 0)
      return 0;
    if (p != k) {
      for (int j = k; j < n; j++) {
        const double t = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = t;
      }
      const double t = b[k];
      b[k] = b[p];
      b[p] = t;
    }
    for (int i = k + 1; i < n; i++) {
      const double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++)
        a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  }
  double norm = 0;
  for (int i = n - 1; i >= 0; i--) {
    double s = b[i];
    for (int j = i + 1; j < n; j++)
      s -= a[i * n + j] * b[j];
    b[i] = s / a[i * n + i];
    norm += b[i] * b[i];
  }
  return norm;
}

#pragma soac differentiate(vjp, jvp)
double determinant(double *a, int n) {
  double det = 1;
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
        p = i;
    if (p != k) {
      std::swap_ranges(a + k * n, a + (k + 1) * n, a + p * n);
      det = -det;
    }
    det *= a[k * n + k];
    for (int i = k + 1; i < n; i++) {
      const double f = a[i * n + k] / a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= f * a[k * n + j];
    }
  }
  return det;
}

// The lower factor in place; stops at a pivot that is not positive.
#pragma soac differentiate(vjp, jvp)
int cholesky_checked(double *a, int n) {
  for (int j = 0; j < n; j++) {
    double d = a[j * n + j];
    for (int k = 0; k < j; k++)
      d -= a[j * n + k] * a[j * n + k];
    if (d <= 0)
      return j + 1;
    d = std::sqrt(d);
    a[j * n + j] = d;
    for (int i = j + 1; i < n; i++) {
      double s = a[i * n + j];
      for (int k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / d;
    }
  }
  return 0;
}

// Its rows are `stride` apart. The check of its arguments is long: GCC must not warn of it.
#pragma soac differentiate(vjp, jvp)
double cholesky_apart(const double *a, double *l, int n, int stride) {
  double log_determinant = 0;
  for (int j = 0; j < n; ++j) {
    double d = a[j * stride + j];
    for (int k = 0; k < j; ++k)
      d -= l[j * stride + k] * l[j * stride + k];
    l[j * stride + j] = std::sqrt(d);
    log_determinant += 2 * std::log(l[j * stride + j]);
    for (int i = j + 1; i < n; ++i) {
      double s = a[i * stride + j];
      for (int k = 0; k < j; ++k)
        s -= l[i * stride + k] * l[j * stride + k];
      l[i * stride + j] = s / l[j * stride + j];
    }
  }
  return log_determinant;
}

#pragma soac differentiate(vjp, jvp)
void gauss_seidel(double *u, const double *f, int n, double tolerance) {
  double change = 2 * tolerance;
  while (change > tolerance) {
    change = 0;
    for (int i = 1; i < n - 1; i++) {
      const double next = 0.5 * (u[i - 1] + u[i + 1] - f[i]);
      change = std::max(change, std::fabs(next - u[i]));
      u[i] = next;
    }
  }
}

#pragma soac differentiate(vjp, jvp)
void csr_matvec(const int *row, const int *column, const double *value, const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += value[k] * x[column[k]];
  }
}

#pragma soac differentiate(vjp, jvp)
void jacobi_sweep(const double *u, double *next, const double *f, int n) {
  next[0] = u[0];
  for (int i = 1; i < n - 1; i++)
    next[i] = 0.5 * (u[i - 1] + u[i + 1] - f[i] * u[i]);
  next[n - 1] = u[n - 1];
}

#pragma soac differentiate(vjp, jvp)
int conjugate_gradients(const double *a, const double *b, double *x, double *r, double *p, double *q, int n,
                        double tolerance) {
  double rr = 0;
  for (int i = 0; i < n; i++) {
    double ax = 0;
    for (int j = 0; j < n; j++)
      ax += a[i * n + j] * x[j];
    p[i] = r[i] = b[i] - ax;
    rr += r[i] * r[i];
  }
  int iterations = 0;
  while (rr > tolerance && iterations < 2 * n) {
    double pq = 0;
    for (int i = 0; i < n; i++) {
      q[i] = 0;
      for (int j = 0; j < n; j++)
        q[i] += a[i * n + j] * p[j];
      pq += p[i] * q[i];
    }
    const double alpha = rr / pq;
    double next = 0;
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      next += r[i] * r[i];
    }
    for (int i = 0; i < n; i++)
      p[i] = r[i] + next / rr * p[i];
    rr = next;
    iterations++;
  }
  return iterations;
}

// Orthonormal columns in place (modified Gram-Schmidt).
#pragma soac differentiate(vjp, jvp)
void gram_schmidt(double *a, int rows, int columns) {
  for (int k = 0; k < columns; k++) {
    double norm = 0;
    for (int i = 0; i < rows; i++)
      norm += a[i * columns + k] * a[i * columns + k];
    norm = std::sqrt(norm);
    for (int i = 0; i < rows; i++)
      a[i * columns + k] /= norm;
    for (int j = k + 1; j < columns; j++) {
      double dot = 0;
      for (int i = 0; i < rows; i++)
        dot += a[i * columns + k] * a[i * columns + j];
      for (int i = 0; i < rows; i++)
        a[i * columns + j] -= dot * a[i * columns + k];
    }
  }
}

#pragma soac differentiate(vjp, jvp)
double dot_strided(const double *x, int sx, const double *y, int sy, int n) {
  double s = 0;
  for (int i = 0, ix = 0, iy = 0; i < n; i++, ix += sx, iy += sy)
    s += x[ix] * y[iy];
  return s;
}

#pragma soac differentiate(vjp, jvp)
void floyd(double *d, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}
