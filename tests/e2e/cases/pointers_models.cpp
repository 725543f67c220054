#include "pointers_models.hpp"
#include "pointers_models.soac.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

static double soft_min(double a, double b) { return -std::log(std::exp(-a) + std::exp(-b)); }

#pragma soac differentiate(vjp, jvp)
double soft_edit_distance(const double *a, int n, const double *b, int m, double *rows) {
  double *above = rows, *row = rows + m + 1;
  for (int j = 0; j <= m; ++j)
    above[j] = j;
  for (int i = 1; i <= n; ++i) {
    row[0] = i;
    for (int j = 1; j <= m; ++j) {
      const double change = (a[i - 1] - b[j - 1]) * (a[i - 1] - b[j - 1]);
      row[j] = soft_min(soft_min(above[j], row[j - 1]) + 1, above[j - 1] + change);
    }
    std::swap(above, row);
  }
  return above[m];
}

#pragma soac differentiate(vjp, jvp)
double viterbi_soft(const double *start, const double *step, const double *emit, int states, int times, double *from,
                    double *to) {
  for (int s = 0; s < states; ++s)
    from[s] = start[s] + emit[s];
  for (int t = 1; t < times; ++t) {
    for (int s = 0; s < states; ++s) {
      double top = from[0] + step[s];
      for (int r = 1; r < states; ++r)
        top = std::max(top, from[r] + step[r * states + s]);
      double sum = 0;
      for (int r = 0; r < states; ++r)
        sum += std::exp(from[r] + step[r * states + s] - top);
      to[s] = top + std::log(sum) + emit[t * states + s];
    }
    std::swap(from, to);
  }
  double sum = 0;
  for (int s = 0; s < states; ++s)
    sum += std::exp(from[s]);
  return std::log(sum);
}

#pragma soac differentiate(vjp, jvp)
double best_path(const double *cost, int n, int m, double *table) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double best = 0;
      if (i > 0 && j > 0)
        best = std::min({table[(i - 1) * m + j], table[i * m + j - 1], table[(i - 1) * m + j - 1]});
      else if (i > 0)
        best = table[(i - 1) * m];
      else if (j > 0)
        best = table[j - 1];
      table[i * m + j] = best + cost[i * m + j];
    }
  return table[n * m - 1];
}

#pragma soac differentiate(vjp, jvp)
double kalman(const double *z, int n, double q, double r) {
  double x[2] = {z[0], 0}, p[2][2] = {{1, 0}, {0, 1}};
  double likelihood = 0;
  for (int k = 0; k < n; ++k) {
    x[0] += x[1];
    p[0][0] += p[0][1] + p[1][0] + p[1][1] + q;
    p[0][1] += p[1][1];
    p[1][0] += p[1][1];
    p[1][1] += q;
    const double residual = z[k] - x[0], s = p[0][0] + r;
    const double gain[2] = {p[0][0] / s, p[1][0] / s};
    likelihood += residual * residual / s + std::log(s);
    for (int i = 0; i < 2; ++i)
      x[i] += gain[i] * residual;
    const double row[2] = {p[0][0], p[0][1]};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        p[i][j] -= gain[i] * row[j];
  }
  return likelihood;
}

#pragma soac differentiate(vjp, jvp)
double rnn(const double *wx, const double *wh, const double *x, int times, int hidden, double *h, double *next) {
  for (int t = 0; t < times; ++t) {
    for (int i = 0; i < hidden; ++i) {
      double a = wx[i] * x[t];
      for (int j = 0; j < hidden; ++j)
        a += wh[i * hidden + j] * h[j];
      next[i] = std::tanh(a);
    }
    std::swap(h, next);
  }
  double s = 0;
  for (int i = 0; i < hidden; ++i)
    s += h[i] * (i + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double softmax_cross_entropy(const double *logits, const int *label, int n, int classes) {
  double loss = 0;
  const double *row = logits;
  for (int i = 0; i < n; ++i, row += classes) {
    const double top = *std::max_element(row, row + classes);
    double sum = 0;
    for (int c = 0; c < classes; ++c)
      sum += std::exp(row[c] - top);
    loss += std::log(sum) + top - row[label[i]];
  }
  return loss / n;
}

#pragma soac differentiate(vjp, jvp)
double nbody(double *position, double *velocity, const double *mass, int n, double dt, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (i == j)
          continue;
        double d[2], r2 = 0.1;
        for (int k = 0; k < 2; ++k) {
          d[k] = position[2 * j + k] - position[2 * i + k];
          r2 += d[k] * d[k];
        }
        const double f = mass[j] / (r2 * std::sqrt(r2));
        for (int k = 0; k < 2; ++k)
          velocity[2 * i + k] += dt * f * d[k];
      }
    for (int i = 0; i < 2 * n; ++i)
      position[i] += dt * velocity[i];
  }
  double energy = 0;
  for (int i = 0; i < n; ++i)
    energy += mass[i] * (velocity[2 * i] * velocity[2 * i] + velocity[2 * i + 1] * velocity[2 * i + 1]) / 2;
  return energy;
}

#pragma soac differentiate(vjp, jvp)
double lennard_jones(const double *x, const int *start, const int *neighbour, int n) {
  double energy = 0;
  for (int i = 0; i < n; ++i)
    for (const int *p = neighbour + start[i], *end = neighbour + start[i + 1]; p != end; ++p) {
      const double *a = x + 3 * i, *b = x + 3 * *p;
      const double dx = a[0] - b[0], dy = a[1] - b[1], dz = a[2] - b[2];
      const double s = 1 / (dx * dx + dy * dy + dz * dz), s3 = s * s * s;
      energy += 4 * (s3 * s3 - s3);
    }
  return energy;
}

#pragma soac differentiate(vjp, jvp)
void assemble(const double *nodes, const int *elements, int count, double *stiffness, int n) {
  for (int e = 0; e < count; ++e) {
    const int *v = elements + 3 * e;
    double b[3], c[3];
    for (int i = 0; i < 3; ++i) {
      const double *p = nodes + 2 * v[(i + 1) % 3], *q = nodes + 2 * v[(i + 2) % 3];
      b[i] = p[1] - q[1];
      c[i] = q[0] - p[0];
    }
    const double twice = b[0] * c[1] - b[1] * c[0];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        stiffness[v[i] * n + v[j]] += (b[i] * b[j] + c[i] * c[j]) / (2 * twice);
  }
}

static void field(const double *y, double *dy, int n) {
  for (int i = 0; i < n; ++i)
    dy[i] = y[(i + 1) % n] * (1 - y[i]);
}

#pragma soac differentiate(vjp, jvp)
void runge_kutta(double *y, int n, double h, int steps, double *k1, double *k2, double *work) {
  for (int s = 0; s < steps; ++s) {
    field(y, k1, n);
    for (int i = 0; i < n; ++i)
      work[i] = y[i] + h * k1[i];
    field(work, k2, n);
    for (int i = 0; i < n; ++i)
      y[i] += h / 2 * (k1[i] + k2[i]);
  }
}

#pragma soac differentiate(vjp, jvp)
void qr_step(double *d, double *e, int n) {
  double c = 1, s = 0;
  const double shift = d[n - 1];
  double g = d[0] - shift, z = e[0];
  for (int k = 0; k < n - 1; ++k) {
    const double r = std::hypot(g, z);
    c = g / r;
    s = z / r;
    if (k > 0)
      e[k - 1] = r;
    const double dk = d[k], ek = e[k], dn = d[k + 1];
    d[k] = c * c * dk + 2 * c * s * ek + s * s * dn;
    d[k + 1] = s * s * dk - 2 * c * s * ek + c * c * dn;
    e[k] = c * s * (dn - dk) + (c * c - s * s) * ek;
    if (k < n - 2) {
      g = e[k];
      z = s * e[k + 1];
      e[k + 1] *= c;
    }
  }
}

#pragma soac differentiate(vjp, jvp)
double area(const double *xy, int n) {
  double s = 0;
  const double *last = xy + 2 * (n - 1);
  for (const double *p = xy; n-- > 0; p += 2) {
    s += last[0] * p[1] - p[0] * last[1];
    last = p;
  }
  return s / 2;
}

#pragma soac differentiate(vjp, jvp)
double trapezoid(const double *x, const double *y, unsigned long n) {
  double s = 0;
  while (--n)
    s += (x[n] - x[n - 1]) * (y[n] + y[n - 1]) * 0.5;
  return s;
}
