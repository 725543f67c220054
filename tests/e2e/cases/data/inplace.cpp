#include "inplace.hpp"
#include "inplace.soac.hpp"

#include <algorithm>
#include <cmath>
#include <soac/soac.hpp>

// Loops, locals and pointers, without any combinator.

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

// Kernels that overwrite what they read: in-place loops over pointers, views and vectors.

#pragma soac differentiate(vjp, jvp)
void cholesky(double *a, int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
    const double d = std::sqrt(a[j * n + j]);
    for (int i = j; i < n; ++i)
      a[i * n + j] /= d;
  }
}

#pragma soac differentiate(vjp, jvp)
double log_determinant(const double *a, int n) {
  std::vector<double> l(a, a + n * n);
  cholesky(l.data(), n);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += 2 * std::log(l[i * n + i]);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void solve_tridiagonal(const double *lower, const double *diagonal, const double *upper, double *x, int n) {
  std::vector<double> c(n);
  c[0] = upper[0] / diagonal[0];
  x[0] /= diagonal[0];
  for (int i = 1; i < n; ++i) {
    const double m = 1 / (diagonal[i] - lower[i] * c[i - 1]);
    c[i] = upper[i] * m;
    x[i] = (x[i] - lower[i] * x[i - 1]) * m;
  }
  for (int i = n - 2; i >= 0; --i)
    x[i] -= c[i] * x[i + 1];
}

#pragma soac differentiate(vjp, jvp)
void burgers(double *u, int n, int steps, double nu) {
  for (int t = 0; t < steps; ++t) {
    double before = u[0];
    for (int i = 1; i + 1 < n; ++i) {
      const double here = u[i];
      u[i] = here - 0.1 * here * (here - before) + nu * (u[i + 1] - 2 * here + before);
      before = here;
    }
  }
}

#pragma soac differentiate(vjp, jvp)
double heat_energy(std::vector<double> u, int steps) {
  std::vector<double> next(u.size());
  const int n = static_cast<int>(u.size());
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
    for (int i = 1; i < n - 1; ++i)
      u[i] = next[i];
  }
  double sum = 0;
  for (double x : u)
    sum += x * x;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void gauss_seidel(soac::view<double, 2> u, soac::view<const double, 2> f, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (soac::index i = 1; i + 1 < u.extent(0); ++i)
      for (soac::index j = 1; j + 1 < u.extent(1); ++j) {
        const double average = 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1));
        u(i, j) = average + f(i, j) * std::sin(u(i, j));
      }
}

#pragma soac differentiate(vjp, jvp)
void matrix_product(const double *a, const double *b, double *c, int n, int m, int k) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] = 0;
      for (int l = 0; l < k; ++l)
        c[i * m + j] += a[i * k + l] * b[l * m + j];
    }
}

#pragma soac differentiate(vjp, jvp)
double newton_root(double a, double x) {
  while (std::fabs(x * x - a) > 1e-12)
    x = 0.5 * (x + a / x);
  return x;
}

namespace {
struct State {
  double x, v;
};
State operator+(State a, State b) { return {a.x + b.x, a.v + b.v}; }
State operator*(double s, State a) { return {s * a.x, s * a.v}; }
State pendulum(const double *p, State s) { return {s.v, -p[0] * std::sin(s.x) - p[1] * s.v}; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double runge_kutta(const double *p, double x, double v, double h, int steps) {
  State s{x, v};
  for (int i = 0; i < steps; ++i) {
    const State k1 = pendulum(p, s);
    const State k2 = pendulum(p, s + 0.5 * h * k1);
    const State k3 = pendulum(p, s + 0.5 * h * k2);
    const State k4 = pendulum(p, s + h * k3);
    s = s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return s.x;
}

#pragma soac differentiate(vjp, jvp)
void prefix_products(double *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] *= x[i - 1];
}

#pragma soac differentiate(vjp, jvp)
double swap_elements(const double *x, int n) {
  double y[4] = {x[0], x[1], x[2], x[3]};
  for (int i = 0; i < n; ++i)
    std::swap(y[i % 4], y[(i + 1) % 4]);
  return y[0] + 2 * y[1] * y[2] + 3 * y[3] * y[3];
}

#pragma soac differentiate(vjp, jvp)
void bubble_sort(double *x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j + 1 < n - i; ++j)
      if (x[j] > x[j + 1]) {
        const double t = x[j];
        x[j] = x[j + 1];
        x[j + 1] = t;
      }
  for (int i = 0; i < n; ++i)
    x[i] *= (i + 1) * x[i];
}

#pragma soac differentiate(vjp, jvp)
double collatz_like(double x, int n) {
  int steps = 0;
  while (n != 1) {
    if (n % 2 == 0) {
      n /= 2;
      x = std::sin(x) + 1;
    } else {
      n = 3 * n + 1;
      x *= 1.1;
    }
    if (++steps > 50)
      break;
  }
  return x * steps;
}

#pragma soac differentiate(vjp, jvp)
void lu_pivot(soac::view<double, 2> a) {
  const soac::index n = a.extent(0);
  for (soac::index k = 0; k < n; ++k) {
    soac::index pivot = k;
    for (soac::index i = k + 1; i < n; ++i)
      if (std::fabs(a(i, k)) > std::fabs(a(pivot, k)))
        pivot = i;
    if (pivot != k)
      for (soac::index j = 0; j < n; ++j)
        std::swap(a(k, j), a(pivot, j));
    for (soac::index i = k + 1; i < n; ++i) {
      a(i, k) /= a(k, k);
      for (soac::index j = k + 1; j < n; ++j)
        a(i, j) -= a(i, k) * a(k, j);
    }
  }
}

#pragma soac differentiate(vjp, jvp)
double horner_table(const double *c, const int *order, int n, double x) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (order[i] < 0)
      continue;
    if (order[i] > 100)
      return sum;
    switch (order[i] % 3) {
    case 0: sum = sum * x + c[order[i]]; break;
    case 1: sum += c[order[i]] * x; [[fallthrough]];
    default: sum = std::max(sum, c[0]);
    }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
float single_precision(const float *x, int n, float s) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(-x[i] * x[i] * s);
  return std::log(sum);
}
