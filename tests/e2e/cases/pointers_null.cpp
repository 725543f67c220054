#include "pointers_null.hpp"
#include "pointers_null.soac.hpp"

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
