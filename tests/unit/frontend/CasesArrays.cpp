// Arrays: pointers, C arrays, std::array, std::vector, std::span, soac::array and soac::view, aliases, iterators.
#include "Cases.h"

#include <soac/soac.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace {

double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
double pointerArithmetic(const double *x, int n) {
  double s = *x + *(x + 2) - x[n - 1];
  const double *end = x + n;
  for (const double *p = x + 1; p != end; ++p)
    s += *p * 0.5;
  for (const double *p = x; p < end; p += 3)
    s -= *p;
  const double *q = x;
  s += *q++;
  s += *++q * 10;
  q += 2;
  s += q[-1] * 100 + static_cast<double>(q - x);
  const double *last = &x[n - 1];
  return s + last[-2] + *last;
}
void scaleInPlace(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= 1.0 + i;
}
void prefixSums(double *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] += x[i - 1];
}
void reverseInPlace(double *x, int n) {
  for (int i = 0, j = n - 1; i < j; ++i, --j) {
    const double t = x[i];
    x[i] = x[j];
    x[j] = t;
  }
}
void insertionSort(double *x, int n) {
  for (int i = 1; i < n; ++i) {
    const double v = x[i];
    int j = i - 1;
    while (j >= 0 && x[j] > v) {
      x[j + 1] = x[j];
      --j;
    }
    x[j + 1] = v;
  }
}
void addTo(double &target, double v) { target += v; }
void references(double *x, int n) {
  double &first = x[0];
  first = first * 2;
  addTo(x[1], first);
  addTo(first, 5);
  double local = x[2];
  double &alias = local;
  alias += 1;
  double *p = &local;
  *p *= 3;
  x[n - 1] = local;
  std::swap(x[3], x[4]);
}
double cArrays(const double *x, int n) {
  double a[4] = {x[0], x[1]};
  double m[3][4];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      m[i][j] = x[i * 4 + j] + a[j];
  double s = 0;
  for (int j = 0; j < 4; ++j) {
    double *row = m[1];
    row[j] += 0.5;
    s += row[j] * m[2][j];
  }
  const double *flat = &m[0][0];
  (void)n;
  return s + flat[2] + sizeof(a) / sizeof(a[0]);
}
double initialised(const double *x, int) {
  const double w[] = {0.5, 0.25, 0.125};
  int order[3] = {2, 0, 1};
  double m[2][2] = {{1, x[0]}, {x[1]}};
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += w[order[i]] * x[i];
  return s + m[0][1] * m[1][0] + m[1][1];
}
double standardArrays(const double *x, int n) {
  std::array<double, 3> a{x[0], x[1], x[2]}, b{};
  b.fill(2);
  for (std::size_t i = 0; i < a.size(); ++i)
    b[i] += a[i] * a[2 - i];
  auto c = b;
  c[0] = 7;
  std::swap(a, c);
  std::array<std::array<double, 2>, 2> m{{{1, 2}, {3, x[3]}}};
  m[0][1] *= 2;
  double s = n;
  for (double v : b)
    s += v;
  for (auto &row : m)
    for (double &v : row)
      v += s;
  return s + a[0] + c.front() + b.back() + m[1][1] + std::get<1>(b);
}
double vectors(const double *x, int n) {
  std::vector<double> v(n), w(3, x[1]), copy(x, x + n);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = x[i] * 2 + copy[i];
  std::vector<double> u = v;
  u[0] = 100;
  v = std::move(u);
  std::vector<double> list{x[0], 2.0, x[2]};
  double s = w[2] + list[1] + static_cast<double>(list.size());
  for (const double &e : v)
    s += e;
  for (auto it = list.begin(); it != list.end(); ++it)
    s += *it * 0.5;
  return s + std::accumulate(v.begin(), v.end(), 0.0) + std::inner_product(list.begin(), list.end(), w.begin(), 1.0) + v.back();
}
double vectorOfVectors(const double *x, int n) {
  std::vector<std::vector<double>> a(3, std::vector<double>(4, 0.5));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      a[i][j] += x[(i * 4 + j) % n];
  double s = 0;
  for (const auto &row : a)
    for (double v : row)
      s = s * 0.9 + v;
  return s + a[1].size();
}
double total(std::span<const double> s) {
  double t = 0;
  for (double v : s)
    t += v;
  return t + s.size() * 0.5;
}
double spans(const double *x, int n) {
  std::span<const double> s(x, static_cast<std::size_t>(n));
  std::vector<double> v{1, 2, 3};
  std::span<double> w = v;
  w[1] = x[0];
  return total(s) + total(v) + v[1] + s[2];
}
double soacArrays(const double *x, int n) {
  soac::array<double, 2> m(3, 4);
  soac::array<double> v(n);
  for (soac::index i = 0; i < m.extent(0); ++i)
    for (soac::index j = 0; j < m.extent(1); ++j)
      m(i, j) = x[i * 4 + j] * (1 + i);
  for (soac::index i = 0; i < v.size(); ++i)
    v[i] = x[i];
  v[2] += m(1, 2);
  auto row = m[1];
  row[0] = 5;
  row[3] += row[0];
  soac::array<double, 2> copy = m;
  m(1, 0) = 77;
  double s = copy(1, 0) + m(1, 3) + row[0] + static_cast<double>(m.size());
  for (const double e : v)
    s += e;
  return s;
}
double trace(soac::view<const double, 2> a) {
  double s = 0;
  for (soac::index i = 0; i < a.extent(0); ++i)
    s += a(i, i) * a[i][0];
  return s;
}
double viewsOfPointers(const double *x, int n) {
  soac::view<const double, 2> a(x, 3, n / 3);
  soac::view<const double> tail(x + 4, n - 4);
  double s = trace(a) + tail[1] + static_cast<double>(tail.size());
  auto second = a[1];
  for (soac::index j = 0; j < second.size(); ++j)
    s += second[j] * 0.1;
  return s;
}
void matrixProduct(double *x, int n) {
  // x holds a (2x2), b (2x2), c (2x2)
  double *a = x, *b = x + 4, *c = x + 8;
  (void)n;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      c[i * 2 + j] = 0;
      for (int k = 0; k < 2; ++k)
        c[i * 2 + j] += a[i * 2 + k] * b[k * 2 + j];
    }
}
void luDecomposition(double *x, int) {
  const int n = 3;
  double (*a)[3] = nullptr;
  (void)a;
  for (int k = 0; k < n; ++k) {
    x[k * n + k] += 5;
    for (int i = k + 1; i < n; ++i) {
      x[i * n + k] /= x[k * n + k];
      for (int j = k + 1; j < n; ++j)
        x[i * n + j] -= x[i * n + k] * x[k * n + j];
    }
  }
}
double searched(const double *x, int n) {
  int best = 0;
  for (int i = 1; i < n; ++i)
    if (x[i] > x[best])
      best = i;
  return x[best] * 10 + best;
}
double doubleBuffer(const double *x, int n) {
  std::vector<double> now(x, x + n), next(n);
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = 0.5 * now[i] + 0.25 * (now[(i + 1) % n] + now[(i + n - 1) % n]);
    std::swap(now, next);
  }
  return now[0] - now[3] * 2;
}
double freshVectorInLoop(const double *x, int n) {
  double s = 0;
  for (int t = 1; t < 4; ++t) {
    std::vector<double> w(t);
    for (int i = 0; i < t; ++i)
      w[i] = x[i] * t;
    s += w[t - 1] + n;
  }
  return s;
}
double writeUnderControl(const double *x, int n) {
  double bins[4] = {};
  for (int i = 0; i < n; ++i) {
    const int k = static_cast<int>(std::fabs(x[i]) * 2);
    if (k < 0 || k >= 4)
      continue;
    bins[k] += x[i];
    if (bins[k] > 3)
      bins[0] = -bins[k];
  }
  return bins[0] + 10 * bins[1] + 100 * bins[2] + 1000 * bins[3];
}
double stackOfInts(const double *x, int n) {
  int order[12];
  for (int i = 0; i < n; ++i)
    order[i] = i;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (x[order[j]] < x[order[i]])
        std::swap(order[i], order[j]);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s = s * 0.5 + x[order[i]];
  return s;
}
double standardAlgorithms(const double *x, int n) {
  std::vector<double> v(x, x + n);
  std::fill(v.begin(), v.begin() + 2, 1.5);
  double s = 0;
  std::for_each(v.begin(), v.end(), [&](double e) { s += e * e; });
  std::transform(v.begin(), v.end(), v.begin(), [](double e) { return e + 1; });
  return s + v[0] + v[n - 1];
}
double scratch(const double *x, int n) {
  double tmp[3];
  double s = 0;
  for (int i = 0; i + 2 < n; ++i) {
    for (int k = 0; k < 3; ++k)
      tmp[k] = x[i + k] * (k + 1);
    s += tmp[0] * tmp[1] - tmp[2];
  }
  return s;
}

} // namespace

std::vector<cases::Case> cases::arrayCases() {
#define CASE(f) make(#f, f)
  return {CASE(sum), CASE(pointerArithmetic), CASE(scaleInPlace), CASE(prefixSums), CASE(reverseInPlace), CASE(insertionSort),
          CASE(references), CASE(cArrays), CASE(initialised), CASE(standardArrays), CASE(vectors), CASE(vectorOfVectors),
          CASE(spans), CASE(soacArrays), CASE(viewsOfPointers), CASE(matrixProduct), CASE(luDecomposition), CASE(searched),
          CASE(doubleBuffer), CASE(freshVectorInLoop), CASE(writeUnderControl), CASE(stackOfInts),
          CASE(standardAlgorithms), CASE(scratch)};
}
