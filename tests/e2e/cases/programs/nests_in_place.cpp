#include "nests_in_place.hpp"

#include "nests_in_place.soac.hpp"

#include <algorithm>
#include <cmath>

namespace nests_in_place {

#pragma soac differentiate(vjp, jvp)
double relaxed(int n, int sweeps, const double *f, double *u) {
  for (int t = 0; t < sweeps; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const double v = u[i * n + j];
        const double r = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - 4 * v -
                         f[i * n + j] * v * v;
        u[i * n + j] = v + r / (4 + 2 * f[i * n + j] * v);
      }
  double s = 0;
  for (int i = 0; i < n * n; ++i)
    s += u[i] * u[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double shortest(int n, numbers d) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
  double s = 0;
  for (int i = 0; i < n * n; ++i)
    s += d[i] * (i % 5);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double fields(int n, int steps, numbers e, numbers h, const numbers &sigma) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      h[i] = h[i] * std::exp(-sigma[i] * h[i] * h[i]) + 0.5 * (e[i + 1] - e[i]);
    for (int i = 1; i < n; ++i)
      e[i] = e[i] / (1 + sigma[i] * e[i] * e[i]) + 0.5 * (h[i] - h[i - 1]) * e[i];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += e[i] * e[i] + h[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double red_black(int n, int sweeps, numbers u, double w) {
  for (int t = 0; t < sweeps; ++t)
    for (int color = 0; color < 2; ++color)
      for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j)
          if ((i + j) % 2 == color) {
            const double m = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
            u[i * n + j] += w * (std::sin(m) - u[i * n + j] * u[i * n + j]);
          }
  double s = 0;
  for (double x : u)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double two_stages(int n, int steps, numbers u) {
  for (int t = 0; t < steps; ++t) {
    const double c = 0.1 / (1 + t);
    for (int i = 1; i < n; ++i)
      u[i] = u[i] - c * u[i] * (u[i] - u[i - 1]);
    for (int i = n - 2; i >= 0; --i)
      u[i] = u[i] + c * u[i + 1] * u[i];
    for (int i = 0; i < n; ++i)
      u[i] = std::sin(u[i]);
  }
  double s = 0;
  for (double x : u)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double history(int n, int steps, numbers u) {
  numbers all(steps * n);
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n; ++i) {
      u[i] = u[i] * u[i - 1] + 0.3 * u[i];
      all[t * n + i] = std::exp(u[i]);
    }
  double s = 0;
  for (double x : all)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double converged(int n, double tolerance, numbers u) {
  double change = 1;
  int rounds = 0;
  while (change > tolerance && rounds < 50) {
    change = 0;
    for (int i = 1; i < n - 1; ++i) {
      const double next = 0.5 * std::tanh(u[i - 1] + u[i + 1]) + 0.1 * u[i] * u[i];
      change += std::abs(next - u[i]);
      u[i] = next;
    }
    ++rounds;
  }
  double s = 0;
  for (double x : u)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double triangle(int n, numbers a) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n - k - 1; ++i)
      a[i] = a[i] * (1 - a[i + 1]) + 0.5 * a[i + 1] * a[i + 1];
  return a[0];
}

#pragma soac differentiate(vjp, jvp)
double boundary(int n, int steps, numbers u) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      u[i] = u[i] + 0.2 * u[i] * (u[i + 1] - u[i - 1]);
    u[0] = u[1] * u[1];
    u[n - 1] = u[n - 2];
  }
  double s = 0;
  for (double x : u)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double old_and_new(int n, int steps, numbers u) {
  for (int t = 0; t < steps; ++t) {
    const numbers before = u;
    for (int i = 1; i < n - 1; ++i)
      u[i] = before[i] + 0.1 * before[i - 1] * before[i + 1];
  }
  double s = 0;
  for (double x : u)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double four_levels(int n, int sweeps, int rounds, numbers u) {
  for (int t = 0; t < sweeps; ++t)
    for (int r = 0; r < rounds; ++r) {
      for (int i = 1; i < n; ++i)
        for (int j = 1; j < n - r % 2; ++j)
          u[i * n + j] = 0.3 * u[i * n + j] * u[i * n + j] + 0.2 * u[(i - 1) * n + j] + 0.4 * u[i * n + j - 1];
      for (int i = 0; i < n * n; ++i)
        u[i] = std::cos(u[i]) * (1 + 0.1 * r);
    }
  double s = 0;
  for (double x : u)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double alternating(int n, int steps, numbers u) {
  for (int t = 0; t < steps; ++t)
    if (t % 2 == 0)
      for (int i = 1; i < n; ++i)
        u[i] = u[i] * u[i - 1] + 0.2;
    else
      for (int i = n - 2; i >= 0; --i)
        u[i] = std::sin(u[i] + u[i + 1] * u[i]);
  double s = 0;
  for (double x : u)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double mixed_rows(int n, int steps, std::vector<numbers> u) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < n; ++j)
        u[i][j] = u[i][j] * u[i - 1][j] + 0.1 * u[i][(j + t) % n];
  double s = 0;
  for (const auto &row : u)
    for (double x : row)
      s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double counters(int n, int steps, numbers u, std::vector<int> hits) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n; ++i) {
      hits[i] += 1 + t % 2;
      u[i] = u[i] * u[i - 1] * hits[i] * 0.1 + 0.4;
    }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] * u[i] * hits[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double bubble(int n, numbers x, const numbers &w) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i + 1 < n - k; ++i) {
      const double a = std::min(x[i], x[i + 1]), b = std::max(x[i], x[i + 1]);
      x[i] = a;
      x[i + 1] = b;
    }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i] * x[i] * x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double knapsack(int n, int capacity, const numbers &v) {
  numbers best(capacity + 1, 0.0);
  for (int i = 0; i < n; ++i)
    for (int c = capacity; c >= i % 4 + 1; --c)
      best[c] = std::max(best[c], best[c - i % 4 - 1] + v[i]);
  return best[capacity];
}

#pragma soac differentiate(vjp, jvp)
double eliminated(int n, numbers a) {
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i)
      a[i * n + k] /= a[k * n + k];
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j] * a[i * n + j];
  }
  double s = 0;
  for (double x : a)
    s += x * x;
  return s;
}

namespace {
double swept(const numbers &start) {
  numbers u = start;
  for (int t = 0; t < 3; ++t)
    for (std::size_t i = 1; i < u.size(); ++i)
      u[i] = u[i] * u[i - 1] + 0.4 * u[i] * u[i];
  return u.back();
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double curvature(const numbers &u, const numbers &v) { // of second order
  const numbers h = soac::hvp<swept>(u, v);
  double s = 0;
  for (std::size_t i = 0; i < h.size(); ++i)
    s += h[i] * v[i];
  return s;
}

} // namespace nests_in_place
