#include "numerics.hpp"

#include <cmath>
#include <utility>

#pragma soac differentiate(vjp, jvp)
double golden_section(double a, double b) {
  const auto f = [&](double t) { return (t - a) * (t - a) + std::exp(b * t); };
  double low = -2, high = 2;
  for (int i = 0; i < 10; ++i) {
    const double m1 = high - (high - low) * 0.618, m2 = low + (high - low) * 0.618;
    (f(m1) < f(m2) ? high : low) = f(m1) < f(m2) ? m2 : m1;
  }
  return f(low) + f(high);
}

#pragma soac differentiate(vjp, jvp)
double secant(double x0, double x1) {
  const auto f = [](double t) { return t * t * t - 2; };
  double f0 = f(x0), f1 = f(x1);
  for (int i = 0; i < 4; ++i) {
    const double x2 = x1 - f1 * (x1 - x0) / (f1 - f0);
    x0 = std::exchange(x1, x2);
    f0 = std::exchange(f1, f(x2));
  }
  return x1;
}

#pragma soac differentiate(vjp, jvp)
double logistic_map(double r, double x, int n) {
  while (n-- > 0)
    x = r * x * (1 - x);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double kahan_sum(const double *x, int n) {
  double sum = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    const double y = x[i] * x[i] - lost;
    const double t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double welford(const double *x, int n) {
  double mean = 0, m2 = 0;
  for (int i = 0; i < n; ++i) {
    const double delta = x[i] - mean;
    mean += delta / (i + 1);
    m2 += delta * (x[i] - mean);
  }
  return n > 1 ? m2 / (n - 1) : 0.0;
}

#pragma soac differentiate(vjp, jvp)
double clenshaw(const double *c, int n, double x) {
  double b1 = 0, b2 = 0;
  for (int k = n - 1; k > 0; --k) {
    const double b0 = 2 * x * b1 - b2 + c[k];
    b2 = b1;
    b1 = b0;
  }
  return x * b1 - b2 + c[0];
}

#pragma soac differentiate(vjp, jvp)
double bessel_series(double x) {
  double term = 1, sum = 1;
  const double q = -x * x / 4;
  for (int k = 1; k < 100 && std::abs(term) > 1e-18; ++k) {
    term *= q / (double(k) * k);
    sum += term;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double spline(const double *x, const double *y, int n, double at) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    const int mid = (low + high) / 2;
    if (x[mid] <= at)
      low = mid;
    else
      high = mid;
  }
  const double h = x[high] - x[low], t = (at - x[low]) / h;
  const double m0 = low > 0 ? (y[high] - y[low - 1]) / (x[high] - x[low - 1]) : (y[high] - y[low]) / h;
  const double m1 = high + 1 < n ? (y[high + 1] - y[low]) / (x[high + 1] - x[low]) : (y[high] - y[low]) / h;
  const double t2 = t * t, t3 = t2 * t;
  return y[low] * (2 * t3 - 3 * t2 + 1) + m0 * h * (t3 - 2 * t2 + t) + y[high] * (3 * t2 - 2 * t3) + m1 * h * (t3 - t2);
}

namespace {
struct Quaternion {
  double w, x, y, z;
  Quaternion operator*(const Quaternion &q) const {
    return {w * q.w - x * q.x - y * q.y - z * q.z, w * q.x + x * q.w + y * q.z - z * q.y,
            w * q.y - x * q.z + y * q.w + z * q.x, w * q.z + x * q.y - y * q.x + z * q.w};
  }
  Quaternion conjugate() const { return {w, -x, -y, -z}; }
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double quaternion_angle(double a, double b, double c) {
  const Quaternion q{a, b, c, 1}, v{0, 1, 2, 3};
  const Quaternion r = q * v * q.conjugate();
  return r.x * r.y - r.z + r.w;
}
