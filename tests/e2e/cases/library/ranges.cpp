#include "ranges.hpp"
#include "ranges.soac.hpp"

#include <array>
#include <complex>

namespace ranges {

namespace {

double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}
void scale(double *x, int n, double k) {
  for (int i = 0; i < n; ++i)
    x[i] *= k;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double row(double x) {
  const double m[2][3] = {{x, 1, 2}, {1, 2, x * x}};
  const std::vector<double> v(m[1], m[1] + 3);
  return v[2] * v[2] + v[1] * x;
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> row_returned(double x) {
  const double m[2][3] = {{x, 1, 2}, {1, x, x * x}};
  return std::vector<double>(m[1], m[1] + 3);
}

#pragma soac differentiate(vjp, jvp)
double all_rows(double x) {
  const double m[2][3] = {{x, 1, 2}, {1, 2, x * x}};
  const std::vector<double> v(&m[0][0], &m[0][0] + 6);
  return v[5] * v[0] * v[1];
}

#pragma soac differentiate(vjp, jvp)
double row_of_rows(double x) {
  double m[2][3][2] = {};
  m[1][2][1] = x;
  m[1][2][0] = x * x;
  const std::vector<double> v(m[1][2], m[1][2] + 2);
  return v[1] * v[0];
}

#pragma soac differentiate(vjp, jvp)
double one_object(double x) {
  const double *p = &x;
  std::vector<double> v(p, p + 1);
  v.insert(v.end(), &x, &x + 1);
  return v[0] * v[1];
}

#pragma soac differentiate(vjp, jvp)
double one_object_or_none(double x, int n) {
  std::vector<double> v(3, x);
  v.assign(&x, &x + n % 2);
  double s = 1;
  for (const double e : v)
    s += e * e;
  return s + static_cast<double>(v.size()) * x;
}

#pragma soac differentiate(vjp, jvp)
double rows_of_a_member(const Frame &f) {
  const std::vector<double> v(f.m[1], f.m[1] + 3);
  std::vector<double> w;
  w.assign(f.m[0] + 1, f.m[0] + 3);
  return v[2] * v[0] * w[1] + f.s * w[0];
}

#pragma soac differentiate(vjp, jvp)
double rows_from_rows(double x) {
  const double m[2][3] = {{x, 1, 2}, {1, 2, x * x}};
  std::vector<std::vector<double>> rows;
  rows.push_back({m[1], m[1] + 3});
  rows.push_back({m[0], m[0] + 3});
  return rows[0][2] * rows[1][0];
}

#pragma soac differentiate(vjp, jvp)
double records(double x) {
  Particle p[3];
  p[1].x = x;
  p[2].v[1] = x * x;
  const std::vector<Particle> v(p + 1, p + 3);
  Particle q;
  q.y = x;
  const std::vector<Particle> w(&q, &q + 1);
  return v[0].x * v[1].v[1] * w[0].y;
}

// New elements have what the class gives its members.
#pragma soac differentiate(vjp, jvp)
double resized_records(double x, int n) {
  std::vector<Particle> r;
  r.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    r[i].y = x * i;
    r[i].v[1] *= x;
  }
  r.resize(static_cast<std::size_t>(n + 1));
  double s = 0;
  for (const Particle &p : r)
    s += p.x * p.y * p.y + p.v[1] * p.v[0];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double cleared_records(double x, int n) {
  std::vector<Particle> r;
  for (int i = 0; i < n; ++i) {
    r.clear();
    Particle p;
    p.x = x * i;
    p.v[0] = x;
    r.push_back(p);
  }
  double s = 0;
  for (const Particle &p : r)
    s += p.x * p.v[0] + static_cast<double>(r.size());
  return s;
}

#pragma soac differentiate(vjp, jvp)
double resized_complex(double x, int n) {
  std::vector<std::complex<double>> z;
  z.resize(static_cast<std::size_t>(n));
  z[0] = {x, 2};
  z.clear();
  z.resize(2);
  z[1] = {x, x};
  return std::norm(z[1] * z[1] + z[0]);
}

#pragma soac differentiate(vjp, jvp)
double resized_arrays(double x, int n) {
  std::vector<std::array<double, 3>> z;
  z.resize(static_cast<std::size_t>(n));
  z[0][1] = x;
  z.resize(static_cast<std::size_t>(n + 2));
  z[n][2] = x;
  double s = 0;
  for (const std::array<double, 3> &a : z)
    s += a[1] * a[1] + a[2];
  return s;
}

// Loops that run once, over an object as if it were an array.
#pragma soac differentiate(vjp, jvp)
double single(double x, double y) {
  scale(&y, 1, x);
  return sum(&x, 1) * y + sum(&y, 0);
}

#pragma soac differentiate(vjp, jvp)
double assigned_list(double x, double y) {
  std::vector<double> v(4, x);
  v.assign({x, y, x * y});
  return v[0] * v[2] * static_cast<double>(v.size());
}

} // namespace ranges
