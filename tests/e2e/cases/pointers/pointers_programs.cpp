#include "pointers_programs.hpp"
#include "pointers_programs.soac.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#pragma soac differentiate(vjp, jvp)
double horner(const double *c, int degree, double x) {
  const double *p = c + degree;
  double y = *p;
  while (p != c)
    y = y * x + *--p;
  return y;
}

#pragma soac differentiate(vjp, jvp)
double horner_slope(const double *c, int degree, double x, double *slope) {
  double y = c[degree];
  *slope = 0;
  for (int i = degree - 1; i >= 0; i--) {
    *slope = *slope * x + y;
    y = y * x + c[i];
  }
  return y;
}

#pragma soac differentiate(vjp, jvp)
double clenshaw(const double *c, std::size_t n, double x) {
  double b1 = 0, b2 = 0;
  for (std::size_t k = n - 1; k > 0; --k) {
    const double b = 2 * x * b1 - b2 + c[k];
    b2 = b1;
    b1 = b;
  }
  return x * b1 - b2 + c[0];
}

#pragma soac differentiate(vjp, jvp)
void products(const double *x, double *y, int n) {
  double p = 1;
  for (int i = 0; i < n; ++i)
    y[i] = p *= x[i];
}

#pragma soac differentiate(vjp, jvp)
void products_backwards(const double *x, double *y, std::size_t n) {
  if (n == 0)
    return;
  y[n - 1] = x[n - 1];
  for (std::size_t i = n - 1; i-- != 0;)
    y[i] = x[i] * y[i + 1];
}

#pragma soac differentiate(vjp, jvp)
double divided_differences(const double *x, const double *f, int n, double at, double *work) {
  for (int i = 0; i < n; ++i)
    work[i] = f[i];
  for (int k = 1; k < n; ++k)
    for (int i = n - 1; i >= k; --i)
      work[i] = (work[i] - work[i - 1]) / (x[i] - x[i - k]);
  double y = work[n - 1];
  for (int i = n - 2; i >= 0; --i)
    y = y * (at - x[i]) + work[i];
  return y;
}

#pragma soac differentiate(vjp, jvp)
double b_spline(const double *knots, const double *control, int degree, int span, double x) {
  double d[8];
  for (int j = 0; j <= degree; ++j)
    d[j] = control[j + span - degree];
  for (int r = 1; r <= degree; ++r)
    for (int j = degree; j >= r; --j) {
      const double left = knots[j + span - degree], right = knots[j + 1 + span - r];
      const double alpha = (x - left) / (right - left);
      d[j] = (1 - alpha) * d[j - 1] + alpha * d[j];
    }
  return d[degree];
}

#pragma soac differentiate(vjp, jvp)
void fft(double *re, double *im, unsigned n) {
  for (unsigned i = 1, j = 0; i < n; ++i) {
    unsigned bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      std::swap(re[i], re[j]);
      std::swap(im[i], im[j]);
    }
  }
  for (unsigned length = 2; length <= n; length <<= 1) {
    const double angle = -2 * std::numbers::pi / length;
    for (unsigned i = 0; i < n; i += length)
      for (unsigned k = 0; k < length / 2; ++k) {
        const double c = std::cos(angle * k), s = std::sin(angle * k);
        double *ar = re + i + k, *ai = im + i + k, *br = ar + length / 2, *bi = ai + length / 2;
        const double tr = *br * c - *bi * s, ti = *br * s + *bi * c;
        *br = *ar - tr;
        *bi = *ai - ti;
        *ar += tr;
        *ai += ti;
      }
  }
}

#pragma soac differentiate(vjp, jvp)
void convolve(const double *x, int n, const double *kernel, int k, double *y) {
  for (int i = 0; i < n + k - 1; ++i) {
    y[i] = 0;
    for (int j = std::max(0, i - n + 1); j <= std::min(i, k - 1); ++j)
      y[i] += kernel[j] * x[i - j];
  }
}

#pragma soac differentiate(vjp, jvp)
void conv2d(const double *image, int h, int w, const double *kernel, int kh, int kw, int stride, int padding,
            double *out) {
  const int oh = (h + 2 * padding - kh) / stride + 1, ow = (w + 2 * padding - kw) / stride + 1;
  for (int i = 0; i < oh; ++i)
    for (int j = 0; j < ow; ++j) {
      double s = 0;
      for (int a = 0; a < kh; ++a) {
        const int y = i * stride + a - padding;
        if (y < 0 || y >= h)
          continue;
        for (int b = 0; b < kw; ++b) {
          const int x = j * stride + b - padding;
          if (x >= 0 && x < w)
            s += image[y * w + x] * kernel[a * kw + b];
        }
      }
      out[i * ow + j] = s;
    }
}

#pragma soac differentiate(vjp, jvp)
void max_pool(const double *image, int h, int w, int size, double *out) {
  for (int i = 0; i + size <= h; i += size)
    for (int j = 0; j + size <= w; j += size) {
      const double *best = &image[i * w + j];
      for (int a = 0; a < size; ++a)
        for (int b = 0; b < size; ++b) {
          const double *here = image + (i + a) * w + (j + b);
          if (*here > *best)
            best = here;
        }
      *out++ = *best;
    }
}

#pragma soac differentiate(vjp, jvp)
double bilinear(const double *image, int h, int w, double y, double x) {
  int i = static_cast<int>(y), j = static_cast<int>(x);
  if (i > h - 2)
    i = h - 2;
  if (j > w - 2)
    j = w - 2;
  const double v = y - std::floor(y), u = x - std::floor(x);
  const double *p = image + i * w + j;
  return (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * p[w] + u * p[w + 1]);
}

#pragma soac differentiate(vjp, jvp)
void smooth_histogram(const double *x, int n, double lo, double width, int bins, double *count) {
  for (int b = 0; b < bins; ++b)
    count[b] = 0;
  for (int i = 0; i < n; ++i) {
    const double t = (x[i] - lo) / width;
    const int b = static_cast<int>(std::floor(t));
    const double part = t - std::floor(t);
    if (b >= 0 && b < bins)
      count[b] += 1 - part;
    if (b + 1 >= 0 && b + 1 < bins)
      count[b + 1] += part;
  }
}

#pragma soac differentiate(vjp, jvp)
void heat(double *u, double *v, int n, int m, int steps) {
  double *from = u, *to = v;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      const double *up = from + (i - 1) * m, *row = from + i * m, *down = from + (i + 1) * m;
      double *out = to + i * m;
      for (int j = 1; j < m - 1; ++j)
        out[j] = row[j] + 0.1 * (up[j] + down[j] + row[j - 1] + row[j + 1] - 4 * row[j]) * row[j];
    }
    double *old = from;
    from = to;
    to = old;
  }
}

#pragma soac differentiate(vjp, jvp)
void wave(double *before, double *now, double *after, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      after[i] = 2 * now[i] - before[i] + 0.2 * (now[i - 1] - 2 * now[i] + now[i + 1]) * now[i];
    double *rotated = before;
    before = now;
    now = after;
    after = rotated;
  }
}

#pragma soac differentiate(vjp, jvp)
void median3(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    double a = x[i > 0 ? i - 1 : 0], b = x[i], c = x[i + 1 < n ? i + 1 : n - 1];
    if (a > b)
      std::swap(a, b);
    if (b > c)
      std::swap(b, c);
    y[i] = a > b ? a : b;
  }
}

// Dynamic programming and models.

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
