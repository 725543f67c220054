#include "pointers_numeric.hpp"
#include "pointers_numeric.soac.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

static void lotka(const double *y, const double *p, double *dy) {
  dy[0] = p[0] * y[0] - p[1] * y[0] * y[1];
  dy[1] = p[2] * y[0] * y[1] - p[3] * y[1];
}

#pragma soac differentiate(vjp, jvp)
void rk4_step(double *state, const double *p, double h, int steps) {
  double k1[2], k2[2], k3[2], k4[2], y[2];
  for (int s = 0; s < steps; s++) {
    lotka(state, p, k1);
    for (int i = 0; i < 2; i++)
      y[i] = state[i] + 0.5 * h * k1[i];
    lotka(y, p, k2);
    for (int i = 0; i < 2; i++)
      y[i] = state[i] + 0.5 * h * k2[i];
    lotka(y, p, k3);
    for (int i = 0; i < 2; i++)
      y[i] = state[i] + h * k3[i];
    lotka(y, p, k4);
    for (int i = 0; i < 2; i++)
      state[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
}

#pragma soac differentiate(vjp, jvp)
double nbody_energy(const double *x, const double *m, double *force, int n) {
  double energy = 0;
  for (int i = 0; i < 3 * n; i++)
    force[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double d[3], r2 = 1e-3;
      for (int k = 0; k < 3; k++) {
        d[k] = x[3 * j + k] - x[3 * i + k];
        r2 += d[k] * d[k];
      }
      const double r = std::sqrt(r2), f = m[i] * m[j] / (r2 * r);
      energy -= m[i] * m[j] / r;
      for (int k = 0; k < 3; k++) {
        force[3 * i + k] += f * d[k];
        force[3 * j + k] -= f * d[k];
      }
    }
  return energy;
}

#pragma soac differentiate(vjp, jvp)
void stencil(const double *in, double *out, int rows, int columns) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++)
      out[i * columns + j] =
          0.25 *
          (in[(i - 1) * columns + j] + in[(i + 1) * columns + j] + in[i * columns + j - 1] + in[i * columns + j + 1]) *
          in[i * columns + j];
}

#pragma soac differentiate(vjp, jvp)
double polynomial(const double *c, int degree, double x) {
  double y = c[degree];
  for (int i = degree - 1; i >= 0; i--)
    y = y * x + c[i];
  return y;
}

#pragma soac differentiate(vjp, jvp)
double bilinear(const double *table, int rows, int columns, double x, double y) {
  int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
  i = std::min(std::max(i, 0), rows - 2);
  j = std::min(std::max(j, 0), columns - 2);
  const double u = x - i, v = y - j;
  const double *p = table + i * columns + j;
  return (1 - u) * ((1 - v) * p[0] + v * p[1]) + u * ((1 - v) * p[columns] + v * p[columns + 1]);
}

// A root of c0 + c1 x + c2 x^2 + x^3 between lo and hi.
#pragma soac differentiate(vjp, jvp)
double bisection(const double *c, double lo, double hi) {
  while (hi - lo > 1e-3) {
    const double mid = 0.5 * (lo + hi);
    if (((mid + c[2]) * mid + c[1]) * mid + c[0] > 0)
      hi = mid;
    else
      lo = mid;
  }
  double x = 0.5 * (lo + hi);
  for (int i = 0; i < 4; i++)
    x -= (((x + c[2]) * x + c[1]) * x + c[0]) / ((3 * x + 2 * c[2]) * x + c[1]);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double newton(const double *c, int degree, double x) {
  for (;;) {
    double p = c[degree], d = 0;
    for (int i = degree; i-- > 0;) {
      d = d * x + p;
      p = p * x + c[i];
    }
    const double move = p / d;
    x -= move;
    if (std::fabs(move) < 1e-13)
      break;
  }
  return x;
}

static double integrand(const double *p, double x) { return p[0] * std::exp(-p[1] * x) * std::sin(p[2] * x); }

#pragma soac differentiate(vjp, jvp)
double simpson(const double *p, double a, double b, int n) {
  const double h = (b - a) / n;
  double s = integrand(p, a) + integrand(p, b);
  for (int i = 1; i < n; i++)
    s += (i % 2 ? 4 : 2) * integrand(p, a + i * h);
  return s * h / 3;
}

// Natural cubic spline: second derivatives m by elimination, then the value.
#pragma soac differentiate(vjp, jvp)
double cubic_spline(const double *x, const double *y, double *m, double *work, int n, double at) {
  m[0] = work[0] = 0;
  for (int i = 1; i < n - 1; i++) {
    const double sig = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
    const double p = sig * m[i - 1] + 2;
    m[i] = (sig - 1) / p;
    work[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
    work[i] = (6 * work[i] / (x[i + 1] - x[i - 1]) - sig * work[i - 1]) / p;
  }
  m[n - 1] = 0;
  for (int k = n - 2; k >= 0; k--)
    m[k] = m[k] * m[k + 1] + work[k];
  int lo = 0, hi = n - 1;
  while (hi - lo > 1) {
    const int mid = (hi + lo) / 2;
    if (x[mid] > at)
      hi = mid;
    else
      lo = mid;
  }
  const double h = x[hi] - x[lo], a = (x[hi] - at) / h, b = (at - x[lo]) / h;
  return a * y[lo] + b * y[hi] + ((a * a * a - a) * m[lo] + (b * b * b - b) * m[hi]) * h * h / 6;
}

#pragma soac differentiate(vjp, jvp)
void convolution(const double *x, int n, const double *k, int m, double *y) {
  for (int i = 0; i < n + m - 1; i++)
    y[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i + j] += x[i] * k[j];
}

#pragma soac differentiate(vjp, jvp)
void softmax(double *x, int n) {
  double top = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > top)
      top = x[i];
  double sum = 0;
  for (int i = 0; i < n; i++) {
    x[i] = std::exp(x[i] - top);
    sum += x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
}

// The coefficients of p(x + a), by Horner's scheme in place.
#pragma soac differentiate(vjp, jvp)
void taylor_shift(double *c, int n, double a) {
  for (int k = 0; k < n; k++)
    for (int i = n - 2; i >= k; i--)
      c[i] += a * c[i + 1];
}

#pragma soac differentiate(vjp, jvp)
void smooth(double *x, int n, double alpha) {
  for (int i = 1; i < n; i++)
    x[i] = alpha * x[i] + (1 - alpha) * x[i - 1];
}
