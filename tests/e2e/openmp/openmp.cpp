#include "openmp.hpp"

#include <algorithm>
#include <cmath>
#include <omp.h>

namespace openmp {

#pragma soac differentiate(vjp, jvp)
double squares(const double *x, int n) {
  double s = 1;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double largest(const std::vector<double> &x) {
  double m = x[0], by_hand = x[0];
#pragma omp parallel for reduction(max : m, by_hand) schedule(dynamic, 2)
  for (std::size_t i = 0; i < x.size(); ++i) {
    m = std::max(m, std::sin(x[i]));
    if (x[i] > by_hand)
      by_hand = x[i];
  }
  return m * by_hand;
}

#pragma soac differentiate(vjp, jvp)
double smallest(const double *x, int n) {
  double m = 100, other = 100;
#pragma omp parallel for reduction(min : m) reduction(min : other)
  for (int i = 0; i < n; ++i) {
    m = x[i] < m ? x[i] : m;
    other = std::fmin(other, x[i] * x[i]);
  }
  return m + 2 * other;
}

#pragma soac differentiate(vjp, jvp)
double product(const double *x, int n) {
  double p = 1;
#pragma omp parallel for reduction(* : p)
  for (int i = 0; i < n; ++i)
    p *= 1 + x[i] * x[i];
  return p;
}

bool all_positive(const double *x, int n) {
  bool all = true;
#pragma omp parallel for reduction(&& : all)
  for (int i = 0; i < n; ++i)
    all = all && x[i] > 0;
  return all;
}

#pragma soac differentiate(vjp, jvp)
double gated(const double *x, int n) {
  bool any = false;
  int count = 0;
#pragma omp parallel for reduction(|| : any) reduction(+ : count)
  for (int i = 0; i < n; ++i) {
    if (x[i] > 1)
      any = true;
    count += x[i] > 0;
  }
  return all_positive(x, n) || any ? count * x[0] * x[0] : x[1];
}

#pragma soac differentiate(vjp, jvp)
double scratch(const double *x, int n) {
  double t, s = 0, part[2];
#pragma omp parallel for private(t, part) reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    t = std::cos(x[i]);
    part[0] = t;
    part[1] = t * t;
    for (int k = 0; k < 2; ++k)
      s += part[k] * t;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double last(const double *x, int n) {
  double t = 0;
#pragma omp parallel for lastprivate(t)
  for (int i = 0; i < n; ++i)
    t = x[i] * x[i];
  return t + x[0];
}

#pragma soac differentiate(vjp, jvp)
double last_by_hand(const double *x, int n) {
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (i == n - 1)
      t = std::exp(x[i]);
  return t * x[0];
}

#pragma soac differentiate(vjp, jvp)
void matrix(const double *a, const double *b, double *c, int n) {
#pragma omp parallel for collapse(2) default(none) shared(a, b, c, n)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

#pragma soac differentiate(vjp, jvp)
void stencil(const double *u, double *next, int n) {
#pragma omp parallel for num_threads(3)
  for (int i = 1; i < n - 1; ++i)
    next[i] = u[i] + 0.25 * std::sin(u[i - 1] * u[i + 1]);
}

#pragma soac differentiate(vjp, jvp)
void red_black(double *u, int n) {
  for (int color = 1; color <= 2; ++color)
#pragma omp parallel for
    for (int i = color; i < n - 1; i += 2)
      u[i] = 0.5 * u[i - 1] * u[i + 1];
}

#pragma soac differentiate(vjp, jvp)
double histogram(const double *x, const int *bin, double *h, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    h[bin[i]] += x[i] * x[i];
  }
  return h[0] * h[1];
}

#pragma soac differentiate(vjp, jvp)
double guarded(const double *x, int n) {
  double s = 0, p = 1;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const double t = std::exp(x[i]);
#pragma omp critical
    {
      const double u = t * t;
      if (x[i] > 0)
        s += u;
      else
        s = s - t;
    }
#pragma omp atomic update
    p *= x[i];
  }
  return s + p;
}

#pragma soac differentiate(vjp, jvp)
void columns(const double *x, double *total, int n, int m) {
#pragma omp parallel for reduction(+ : total[:m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      total[j] += x[i * m + j] * x[i * m + j];
}

#pragma soac differentiate(vjp, jvp)
void scaled(double *y, const double *x, double a, int n) {
#pragma omp parallel for firstprivate(a) schedule(static)
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

#pragma soac differentiate(vjp, jvp)
double lanes(const double *x, const double *y, int n) {
  double s = 0;
  int i;
#pragma omp simd reduction(+ : s) simdlen(4)
  for (i = 0; i < n; ++i)
    s += x[i] * std::sqrt(y[i]);
  return s * i;
}

#pragma soac differentiate(vjp, jvp)
double lanes_of_threads(const double *x, int n) {
  double s = 0;
#pragma omp parallel for simd reduction(- : s)
  for (int i = 0; i < n; ++i)
    s -= x[i] * x[i] * x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double two_loops(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel reduction(+ : s)
  {
#pragma omp for
    for (int i = 0; i < n; ++i)
      y[i] = x[i] * x[i];
#pragma omp for simd
    for (int i = 0; i < n; ++i)
      s += y[i] * x[n - 1 - i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double counter_outside(const double *x, int n) {
  int i = 7, j;
  double s = 0;
#pragma omp parallel for private(j) reduction(+ : s)
  for (i = n - 1; i >= 0; --i)
    for (j = 0; j < 2; ++j)
      s += x[i] * (j + 1) * x[i];
  return s * i;
}

#pragma soac differentiate(vjp, jvp)
double own_chunks(const double *x, double scale, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    double chunk[3] = {x[i], scale, x[i] * scale};
    for (double &c : chunk)
      c *= c;
    s += chunk[0] + chunk[1] * chunk[2];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double over_elements(const std::vector<double> &x) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (const double &v : x)
    s += v * v;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double nested(const double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    double t = 0;
#pragma omp simd reduction(+ : t)
    for (int j = 0; j < n; ++j)
      t += x[i] * x[j] * j;
    s += t * t;
  }
  return s;
}

static void add(double *cell, int at, double value) {
#pragma omp atomic
  cell[at] += value;
}

#pragma soac differentiate(vjp, jvp)
double deposits(const double *x, double *cell, int n) {
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n; ++i) {
    add(cell, i % 2, 0.5 * x[i]);
    add(cell, (i + 1) % 2, x[i] * x[i]);
  }
  return cell[0] * cell[1];
}

#pragma soac differentiate(vjp, jvp)
double checkpointed(const double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
#pragma soac stripmine(2)
  for (int i = 0; i < n; ++i)
    s += std::tanh(x[i]);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double early_next(const double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    s += x[i] * x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
float mixed(const float *x, int n) {
  float s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += std::exp(0.5 * x[i]);
  return s;
}

} // namespace openmp
