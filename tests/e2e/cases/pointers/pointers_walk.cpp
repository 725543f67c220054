#include "pointers_walk.hpp"
#include "pointers_walk.soac.hpp"

#include <cmath>

#pragma soac differentiate(vjp, jvp)
double walk_sum(const double *p, int n) {
  double s = 0;
  while (n-- > 0) {
    s += *p * *p;
    p++;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double walk_end(const double *p, int n) {
  const double *end = p + n;
  double s = 0;
  while (p != end)
    s += std::sin(*p++);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double walk_while(const double *p, int n) {
  double s = 0;
  for (const double *q = p; q < p + n; ++q)
    s += *q * static_cast<double>(q - p);
  return s;
}

#pragma soac differentiate(vjp, jvp)
void copy_walk(const double *src, double *dst, int n) {
  while (n--)
    *dst++ = 2 * *src++;
}

#pragma soac differentiate(vjp, jvp)
double difference(const double *a, int n) {
  const double *m = a;
  for (int i = 1; i < n; i++)
    if (a[i] > *m)
      m = &a[i];
  return *m * static_cast<double>(m - a);
}

static double row_sum(const double *row, int m) {
  double s = 0;
  for (int j = 0; j < m; j++)
    s += row[j] * row[j];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double rows(const double *a, int n, int m) {
  double p = 1;
  for (int i = 0; i < n; i++)
    p *= row_sum(a + i * m, m);
  return p;
}

static void scale_row(double *row, double f, int m) {
  for (int j = 0; j < m; j++)
    row[j] *= f * row[j];
}

#pragma soac differentiate(vjp, jvp)
void row_update(double *a, int n, int m) {
  for (int i = 1; i < n; i++) {
    double *row = a + i * m;
    scale_row(row, row[-1], m);
  }
}

#pragma soac differentiate(vjp, jvp)
void particles(particle *p, int n, double dt) {
  for (int i = 0; i < n; i++) {
    if (p[i].kind == 0)
      continue;
    p[i].x += dt * p[i].y * p[i].m;
    p[i].y -= dt * p[i].x;
  }
}

#pragma soac differentiate(vjp, jvp)
double particle_sum(const particle *p, int n) {
  double s = 0;
  for (const particle *q = p; q != p + n; ++q)
    s += q->x * q->y * q->m;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double sum_array(const double a[], int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double choose(const double *a, const double *b, int n, bool c) {
  const double *p = a;
  if (c)
    p = b;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * p[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double two_ends(double *p, int n) {
  double *lo = p, *hi = p + n - 1;
  while (lo < hi) {
    const double t = *lo;
    *lo++ = *hi * t;
    *hi-- = t;
  }
  return p[0] * p[n - 1];
}
