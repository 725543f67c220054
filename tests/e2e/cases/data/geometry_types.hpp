// Records with operators, for more than one group of cases.
#pragma once

#include <cmath>

namespace geometry {

struct Point {
  double x = 0, y = 0;
  Point &operator+=(const Point &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  friend Point operator+(Point a, const Point &b) { return a += b; }
  friend Point operator*(double s, const Point &p) { return {s * p.x, s * p.y}; }
  Point operator-() const { return {-x, -y}; }
  double norm() const { return std::sqrt(x * x + y * y); }
  double operator[](int i) const { return i == 0 ? x : y; }
  double &operator[](int i) { return i == 0 ? x : y; }
  bool operator<(const Point &o) const { return x < o.x; }
};

template <int N> struct Vec {
  double e[N] = {};
  double &operator[](int i) { return e[i]; }
  double operator[](int i) const { return e[i]; }
  static constexpr int size() { return N; }
};
template <int N> Vec<N> operator+(const Vec<N> &a, const Vec<N> &b) {
  Vec<N> r;
  for (int i = 0; i < N; ++i)
    r[i] = a[i] + b[i];
  return r;
}
template <int N> Vec<N> operator*(double s, Vec<N> a) {
  for (double &x : a.e)
    x *= s;
  return a;
}
template <int N> double dot(const Vec<N> &a, const Vec<N> &b) {
  double sum = 0;
  for (int i = 0; i < Vec<N>::size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

template <class T> class Dual {
public:
  Dual(T value, T slope = T(0)) : value_(value), slope_(slope) {}
  T value() const { return value_; }
  T slope() const { return slope_; }
  Dual operator*(const Dual &o) const { return Dual(value_ * o.value_, value_ * o.slope_ + slope_ * o.value_); }
  Dual operator+(const Dual &o) const { return Dual(value_ + o.value_, slope_ + o.slope_); }
  friend Dual sin(const Dual &a) { return Dual(std::sin(a.value_), std::cos(a.value_) * a.slope_); }

private:
  T value_, slope_;
};

} // namespace geometry
