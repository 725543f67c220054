#include "pointers_aim.hpp"
#include "pointers_aim.soac.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#pragma soac differentiate(vjp, jvp)
_Pragma("soac differentiate(vjp, jvp)")


#pragma soac differentiate(vjp, jvp)
double swap_pointers(double *a, double *b, int n, int steps) {
  double *cur = a, *nxt = b;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i + 1 < n; ++i) nxt[i] = 0.5 * cur[i] + 0.25 * (cur[i-1] * cur[i+1]);
    std::swap(cur, nxt);
  }
  double s = 0;
  for (int i = 0; i < n; ++i) s += cur[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double swap_temp(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i + 1 < n; ++i) b[i] = 0.5 * a[i] + 0.25 * (a[i-1] * a[i+1]);
    double *tmp = a; a = b; b = tmp;
  }
  double s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double choose_parity(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    double *cur = (t % 2) ? a : b;
    double *nxt = (t % 2) ? b : a;
    for (int i = 1; i + 1 < n; ++i) nxt[i] = 0.5 * cur[i] + 0.25 * (cur[i-1] * cur[i+1]);
  }
  return a[1] + b[2];
}

#pragma soac differentiate(vjp, jvp)
double advance_rows(const double *p, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) s += p[j] * p[j] * (i + 1);
    p += m;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double walked_rows(double x, int n) {
  double a[4][3] = {};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    a[i][i % 3] = x * (i + 1);
    for (int pass = 0; pass < 2; ++pass) {
      double *p = a[i];
      while (p != a[i] + 3) s = std::sin(s + *p++);
      for (const double *q = a[pass]; q < a[pass] + 3; ++q) s += *q * *q;
    }
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double local_rows(const double *x, int n) {
  double a[3][4] = {};
  for (int i = 0; i < 3; ++i) {
    double *row = a[i];
    for (int j = 0; j < 4; ++j) row[j] = x[(i + j) % n] * x[i % n];
  }
  double s = 0;
  for (int i = 0; i < 3; ++i) for (int j = 0; j < 4; ++j) s += a[i][j] * (j + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double reaim_if(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double *p = a;
    if (a[i] > b[i]) p = b;
    s += p[i] * p[0];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double reaim_carried(const double *a, const double *b, int n) {
  double s = 0;
  const double *p = a;
  for (int i = 0; i < n; ++i) {
    s += p[i] * p[0];
    if (a[i] > b[i]) p = b; else p = a;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double swap_vectors(const std::vector<double> &x, int steps) {
  std::vector<double> cur = x, nxt(x.size());
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i < x.size(); ++i) nxt[i] = cur[i] * cur[(i + 1) % x.size()];
    std::swap(cur, nxt);
  }
  double s = 0;
  for (double v : cur) s += v;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double swap_members(const std::vector<double> &x, int steps) {
  std::vector<double> cur = x, nxt(x.size());
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i < x.size(); ++i) nxt[i] = cur[i] * cur[(i + 1) % x.size()];
    cur.swap(nxt);
  }
  double s = 0;
  for (double v : cur) s += v;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double swap_arrays(soac::view<const double> x, int steps) {
  soac::array<double> cur(x), nxt(x.extent(0));
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < x.extent(0); ++i) nxt[i] = cur[i] * cur[(i + 1) % x.extent(0)];
    std::swap(cur, nxt);
  }
  double s = 0;
  for (double v : cur) s += v;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double swap_std_arrays(const std::array<double, 4> &x, int steps) {
  std::array<double, 4> cur = x, nxt{};
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 4; ++i) nxt[i] = cur[i] * cur[(i + 1) % 4];
    std::swap(cur, nxt);
  }
  return cur[0] + cur[2];
}

#pragma soac differentiate(vjp, jvp)
double swap_c_arrays(const double *x, int steps) {
  double cur[4], nxt[4];
  for (int i = 0; i < 4; ++i) cur[i] = x[i];
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 4; ++i) nxt[i] = cur[i] * cur[(i + 1) % 4];
    std::swap(cur, nxt);
  }
  return cur[0] + cur[2];
}

#pragma soac differentiate(vjp, jvp)
double swap_view(soac::view<double> a, soac::view<double> b, int steps) {
  soac::view<double> cur = a, nxt = b;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < a.extent(0); ++i) nxt[i] = cur[i] * cur[(i + 1) % a.extent(0)];
    std::swap(cur, nxt);
  }
  return cur[0] + cur[1];
}

#pragma soac differentiate(vjp, jvp)
double swap_span(std::span<double> a, std::span<double> b, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] * a[(i + 1) % a.size()];
    std::swap(a, b);
  }
  return a[0] + a[1];
}

#pragma soac differentiate(vjp, jvp)
double leapfrog(double *a, double *b, double *c, int n, int steps) {
  double *p = a, *q = b, *r = c;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) r[i] = 2 * q[i] - p[i] * 0.5 * q[i];
    double *old = p; p = q; q = r; r = old;
  }
  return q[0] + q[n - 1];
}

#pragma soac differentiate(vjp, jvp)
double local_double(const double *x, int steps) {
  double buf[2][4] = {};
  for (int i = 0; i < 4; ++i) buf[0][i] = x[i];
  double *cur = buf[0], *nxt = buf[1];
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 4; ++i) nxt[i] = cur[i] * cur[(i + 1) % 4];
    std::swap(cur, nxt);
  }
  return cur[0] + cur[3];
}

#pragma soac differentiate(vjp, jvp)
double parity_index(const double *x, int steps) {
  double buf[2][4] = {};
  for (int i = 0; i < 4; ++i) buf[0][i] = x[i];
  int c = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 4; ++i) buf[1 - c][i] = buf[c][i] * buf[c][(i + 1) % 4];
    c = 1 - c;
  }
  return buf[c][0] + buf[c][3];
}

#pragma soac differentiate(vjp, jvp)
double vec_data(const std::vector<double> &x, int steps) {
  std::vector<double> u = x, v(x.size());
  double *cur = u.data(), *nxt = v.data();
  const int n = static_cast<int>(x.size());
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) nxt[i] = cur[i] * cur[(i + 1) % n];
    std::swap(cur, nxt);
  }
  double s = 0;
  for (int i = 0; i < n; ++i) s += cur[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
void out_in(double *out, const double *in, double *tmp, int n, int steps) {
  const double *src = in; double *dst = out;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) dst[i] = src[i] * src[n - 1 - i];
    src = dst;
    dst = dst == out ? tmp : out;
  }
}

#pragma soac differentiate(vjp, jvp)
double rows_ptr(const double *x, int n) {
  double work[8] = {};
  double *w = work;
  for (int i = 0; i < n && i < 2; ++i) { for (int j = 0; j < 4; ++j) w[j] = x[i] * (j+1); w += 4; }
  double s = 0; for (double v : work) s += v * v; return s;
}

static double helper(double x, double *grad) { if (grad) *grad = 3 * x; return x * x; }

#pragma soac differentiate(vjp, jvp)
double opt_helper(double x) { double g = 0; double y = helper(x, &g); return y * g + helper(y, nullptr); }

#pragma soac differentiate(vjp, jvp)
double view_reaim(soac::view<const double, 2> m, int n) {
  double s = 0;
  soac::view<const double> row = m[0];
  for (int i = 0; i < n; ++i) { s += row[0] * row[1]; row = m[i]; }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double span_sub(std::span<const double> x) {
  double s = 0;
  while (!x.empty()) { s += x[0] * x.size(); x = x.subspan(1); }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double largest_of_two(const double *a, const double *b, int n) {
  const double *best = &a[0];
  for (int i = 0; i < n; ++i) { if (a[i] > *best) best = &a[i]; if (b[i] > *best) best = &b[i]; }
  return *best * 2;
}

#pragma soac differentiate(vjp, jvp)
double linked(const double *v, const int *next, int n) {
  const double *p = v; double s = 0; int i = 0;
  while (i >= 0 && n-- > 0) { p = v + i; s = s * 0.5 + *p; i = next[i]; }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double stays_aimed(const double *a, const double *b, const int *c, int n) {
  const double *p = a; double s = 0;
  for (int i = 0; i < n; ++i) { if (c[i]) p = b; s += *p; }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double ended_early(const double *a, const double *b, const double *x, int n) {
  const double *p = a;
  for (int i = 0; i < n; ++i) { if (x[i] > 1) { p = b; break; } }
  return p[0] * x[0];
}

#pragma soac differentiate(vjp, jvp)
double ended_later(const double *a, const double *b, const double *x, int n) {
  const double *p = a; double s = 0;
  for (int i = 0; i < n; ++i) { if (x[i] > 1) { p = b; break; } s += x[i]; }
  return p[0] * s;
}

static const double *pick(const double *a, const double *b, const double *x, int n) {
  for (int i = 0; i < n; ++i) { if (x[i] > 1) return b; }
  return a;
}

#pragma soac differentiate(vjp, jvp)
double picked(const double *a, const double *b, const double *x, int n) {
  return *pick(a, b, x, n) * x[0];
}

static void through(int layers, int n, const double *w, double *states, double *x) {
  double *from = x;
  for (int i = 0; i < layers * n; i += n) {
    for (int j = 0; j < n; ++j)
      states[i + j] += from[j] * w[i + j];
    from = &states[i];
  }
  for (int j = 0; j < n; ++j)
    x[j] = from[j] * from[j];
}

/// A pointer into a vector or into what a parameter points to.
#pragma soac differentiate(vjp, jvp)
double layer_by_layer(int layers, int n, const double *w, double *states, const double *input) {
  std::vector<double> x(input, input + n);
  for (int t = 0; t < 2; ++t)
    through(layers, n, w, states, x.data());
  double sum = 0;
  for (const double e : x)
    sum += e;
  return sum;
}

namespace {
struct Pair {
  double weight = 1, values[2] = {};
};
} // namespace

/// Two pointers into one row, which is named twice.
#pragma soac differentiate(vjp, jvp)
double rows_by_computed_index(const double *a, int n) {
  double rows[3][3] = {{a[0], a[1]}, {a[2]}, {a[1], 1, a[0]}};
  std::reverse(std::begin(rows[(n + 1) % 3]), std::end(rows[(n + 1) % 3]));
  const int places[2] = {2, 0};
  std::reverse(std::begin(rows[places[n % 2]]), std::end(rows[places[n % 2]]));
  std::vector<Pair> pairs(2);
  pairs[1].values[1] = a[2];
  Pair *last = &pairs[n % 2];
  double sum = rows[(n + 1) % 3][2] * a[1];
  for (double *p = last->values; p != last->values + 2; ++p)
    for (double *q = rows[n % 3]; q != rows[n % 3] + 3; ++q)
      sum += *p * *q * a[0];
  return sum;
}

/// Pointers into a member of one of the records behind a pointer.
#pragma soac differentiate(vjp, jvp)
double of_members(const aimed_body *bodies, int n) {
  double sum = 0;
  for (const double *p = bodies[1].at; p != bodies[1].at + 3; ++p)
    sum += *p * bodies[0].mass;
  return sum * std::inner_product(std::begin(bodies[n].at), std::end(bodies[n].at), std::begin(bodies[0].at), sum);
}

/// From both ends of the array that a pointer has been aimed at.
#pragma soac differentiate(vjp, jvp)
double ends_of_aimed(const double *a, int n) {
  double v[3] = {a[0], a[1] * a[2], a[1]}, w[3] = {a[2], a[0], a[0]};
  double *from = v, *to = w;
  for (int i = 0; i < n; ++i) {
    to[i % 3] += from[1] * a[i % 3];
    std::swap(from, to);
  }
  double sum = 0;
  for (double *p = from, *q = from + 2; p < q; ++p, --q)
    sum += *p * *q * (q - p);
  return sum;
}
