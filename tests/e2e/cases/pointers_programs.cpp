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
