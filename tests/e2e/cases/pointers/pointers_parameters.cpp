#include "pointers_parameters.hpp"
#include "pointers_parameters.soac.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

// Pointers that may be null.

#pragma soac differentiate(vjp, jvp)
double weighted(const double *x, const double *w, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * (w ? w[i] : 1.0);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double with_slope(double x, double *slope) {
  if (slope != nullptr)
    *slope = 3 * x * x;
  return x * x * x;
}

static double square(double x, double *slope) {
  if (slope)
    *slope = 2 * x;
  return x * x;
}

#pragma soac differentiate(vjp, jvp)
double both_ways(double x) {
  double slope = 0;
  const double y = square(x, &slope);
  return y * slope + square(y, nullptr);
}

#pragma soac differentiate(vjp, jvp)
double last_large(const double *x, int n, double limit) {
  const double *found = nullptr;
  for (int i = 0; i < n; ++i)
    if (x[i] > limit)
      found = &x[i];
  if (!found)
    return limit * limit;
  return *found * limit;
}

#pragma soac differentiate(vjp, jvp)
double neighbours(const double *x, int n) {
  const double *before = nullptr;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (before)
      s += *before * x[i];
    before = &x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double later(const double *x, int n) {
  const double *before = nullptr;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      s += *before * *before * x[i];
    before = x + i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double masked(const double *x, const int *mask, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    if (mask == nullptr || mask[i] != 0)
      s *= x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double early(const double *x, int n) {
  if (!x || n <= 0)
    return 0;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double first_of(const double *x, const double *y, const double *z) {
  const double *p = x ? x : y ? y : z;
  return p == nullptr ? 0.0 : *p * *p;
}

#pragma soac differentiate(vjp, jvp)
void transform(const double *x, double *y, const double *scale, const double *shift, int n) {
  for (int i = 0; i < n; ++i) {
    double v = x[i];
    if (scale)
      v *= *scale;
    if (shift)
      v += shift[i];
    y[i] = v * v;
  }
}

// Ranges as two pointers, first and last: parameters that point into one array.

namespace pointers_ranges {

#pragma soac differentiate(vjp, jvp)
double sum_of_squares(const double *first, const double *last) {
  double s = 0;
  while (first != last) {
    s += *first * *first;
    ++first;
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double alternating(const double *first, const double *last) {
  if (first == last)
    return 0;
  double s = 0;
  for (const double *p = first; p < last; ++p)
    s += ((p - first) % 2 ? -1 : 1) * std::sin(*p) * (last - p);
  return s / (last - first);
}
#pragma soac differentiate(vjp, jvp)
void smooth(double *first, double *last, double k) {
  for (double *p = last; p-- != first;)
    if (p + 1 != last)
      *p += k * p[1];
  std::reverse(first, last);
}
#pragma soac differentiate(vjp, jvp)
double merged(const double *a, const double *a_end, const double *b, const double *b_end) {
  double s = 0;
  while (a < a_end && b < b_end)
    s = *a < *b ? 0.5 * s + *a++ : s * *b++;
  while (a != a_end)
    s += *a++;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double tail(const double *first, const double *middle, const double *last) {
  double s = 1;
  for (const double *p = first; p != middle; ++p)
    s *= *p;
  for (const double *p = middle; p != last; ++p)
    s += *p * *first;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double by_algorithms(double *first, double *last) {
  std::transform(first, last, first, [](double x) { return x * x * x; });
  return std::accumulate(first, last, 1.0) * *std::max_element(first, last);
}
#pragma soac differentiate(vjp, jvp)
double horner(const double *first, const double *last, double x) {
  double r = 0;
  do
    r = r * x + *--last;
  while (last != first);
  return r;
}
#pragma soac differentiate(vjp, jvp)
float length(const float *first, const float *last) {
  float s = 0;
  for (; first != last; first += 1)
    s += *first * *first;
  return std::sqrt(s);
}
#pragma soac differentiate(vjp, jvp)
double until(const double *p, const double *end, double limit) {
  double s = 0;
  for (;;) {
    if (p == end)
      break;
    s += *p * *p;
    ++p;
    if (s > limit)
      return s * limit;
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double apart(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * (a == b ? 1 : b[i]);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double rows_as_one(double x, int step) {
  double a[3][4];
  for (auto &row : a)
    for (double &element : row)
      element = x *= 1.1;
  const double *flat = &a[0][0], *second = a[1], *all = *a;
  double s = second[-1] * second[5] + all[9];
  for (int i = 0; i < 12; i += step)
    s += flat[i] * a[i / 4][i % 4];
  return s;
}
static double row_product(const double *row) { return row[0] * row[1] + row[2]; }
#pragma soac differentiate(vjp, jvp)
double rows_apart(double x) {
  double a[2][3] = {{x, x * x, 1}, {2, x, x}};
  a[0][1] += a[1][0] * x;
  double s = row_product(a[0]) * row_product(a[1]);
  for (int i = 0; i < 2; ++i)
    s += row_product(a[i]);
  return s;
}

/// `m[i]` twice is one row.
#pragma soac differentiate(vjp, jvp)
double rows_between(const std::vector<std::vector<double>> &m, const double (*a)[3], int i, std::size_t j) {
  double sum = std::accumulate(m[i].begin(), m[i].end(), 0.0) * std::accumulate(a[i + 1], a[i + 1] + 3, 0.0);
  for (std::size_t k = 0; k + j < m.size(); ++k)
    sum += std::inner_product(m[k + j].begin(), m[k + j].end(), m[k].begin(), 0.0);
  return sum;
}

} // namespace pointers_ranges
