#include "calls.hpp"

#include "calls.soac.hpp"

#include <cmath>
#include <stdexcept>

namespace calls {
namespace {

// An array is changed, element by element, by what another one holds.
void smooth(double *a, const double *b, int n, double w) {
  for (int i = 1; i < n - 1; ++i) {
    const double t = w * (b[i - 1] - 2 * b[i] + b[i + 1]);
    a[i] = a[i] + t * t + std::sin(b[i]) * w;
    if (a[i] > 3.0)
      a[i] = std::sqrt(a[i]);
  }
  a[0] = b[1] * b[2];
}

// A sum, and the largest element so far.
double energy(const double *a, int n, double &peak) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += a[i] * a[i] * (1 + 0.1 * a[i]);
    if (a[i] > peak)
      peak = a[i];
    if (a[i] < -1)
      s -= std::exp(a[i]);
  }
  return s;
}

// All of an array is read, and all of it is changed.
void step(double *u, double *rate, int n, double nu, double dt) {
  for (int i = 0; i < n; ++i) {
    const double left = u[i == 0 ? n - 1 : i - 1], right = u[i == n - 1 ? 0 : i + 1];
    rate[i] = nu * (left - 2 * u[i] + right) - u[i] * (right - left) * 0.5;
  }
  for (int i = 0; i < n; ++i)
    u[i] += dt * rate[i] * (1 + 0.01 * u[i]);
}

// One row of a matrix is changed by another one.
void subtract_row(std::vector<double> &m, int columns, int from, int to, double w) {
  const double factor = m[from * columns] * w / (1 + m[to * columns] * m[to * columns]);
  for (int j = 0; j < columns; ++j) {
    m[to * columns + j] -= factor * m[from * columns + j];
    if (m[to * columns + j] > 2)
      m[to * columns + j] = 2 + 0.1 * std::log(m[to * columns + j] - 1);
  }
}

struct Matrix {
  double m[9];
  double &operator()(int i, int j) { return m[3 * i + j]; }
  double operator()(int i, int j) const { return m[3 * i + j]; }
};

Matrix product(const Matrix &a, const Matrix &b) {
  Matrix r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double s = 0;
      for (int k = 0; k < 3; ++k)
        s += a(i, k) * b(k, j);
      r(i, j) = s;
    }
  return r;
}

Matrix rotation(const std::array<double, 3> &w) {
  const double n = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + 1e-6);
  const double x = w[0] / n, y = w[1] / n, z = w[2] / n, s = std::sin(n), c = std::cos(n);
  return {{x * x + (1 - x * x) * c, x * y * (1 - c) - z * s, x * z * (1 - c) + y * s, x * y * (1 - c) + z * s,
           y * y + (1 - y * y) * c, y * z * (1 - c) - x * s, x * z * (1 - c) - y * s, z * y * (1 - c) + x * s,
           z * z + (1 - z * z) * c}};
}

// Two arrays that are read, and may be one.
double correlation(const double *a, const double *b, int n, double w) {
  double s = 0, t = 0;
  for (int i = 0; i < n; ++i) {
    const double d = a[i] - b[n - 1 - i];
    s += d * d * w + a[i] * b[i];
    t += std::cos(a[i]) * std::sin(b[i] * w) + (a[i] > b[i] ? a[i] * w : b[i]);
  }
  return s * t + s / (1 + t * t);
}

class Oscillator {
public:
  Oscillator(double x, double v) : x(x), v(v) {}
  void advance(double dt, double damping) {
    const double force = -std::sin(x) * (1 + 0.1 * x * x) - damping * v * (1 + v * v);
    const double middle = x + 0.5 * dt * v, half = v + 0.5 * dt * force;
    const double again = -std::sin(middle) * (1 + 0.1 * middle * middle) - damping * half * (1 + half * half);
    x += dt * half;
    v += dt * again;
    if (x > 2)
      x = 2 + std::tanh(x - 2);
  }
  double energy() const { return 0.5 * v * v + 1 - std::cos(x); }

private:
  double x, v;
};

bool split(double x, double y, double &low, double &high) {
  const double r = std::sqrt(x * x + y * y + 0.1), p = std::atan2(y, x) + 0.1 * r, q = std::exp(-r * 0.2);
  low = r * std::cos(p) * q - 0.5 * x * y + r * q;
  high = r * std::sin(p) * q + 0.5 * x * y * r - std::log(1 + r * r) * p;
  if (low > high) {
    const double t = low;
    low = high;
    high = t;
  }
  return low * high > 0.1;
}

void relax(std::vector<double> &a, double w, int sweeps) {
  for (int k = 0; k < sweeps; ++k) {
    smooth(a.data(), a.data() + 1, static_cast<int>(a.size()) - 1, w / (1 + k));
    for (double &v : a)
      v = v * (1 - 0.1 * w) + 0.01 * std::sin(v) * w + (v > 1 ? 0.1 * std::sqrt(v) : 0.05 * v * v);
  }
}

double root_mean(const std::vector<double> &x, double w, int power) {
  if (power < 1)
    throw std::domain_error("power");
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double v = x[i] * w + 0.1 * std::sin(x[i]) * (1 + w) - 0.01 * x[i] * x[i];
    s += std::pow(v * v + 0.1, 0.5 * power) + (v > 1 ? std::log(v) : 0.5 * v * v * w);
  }
  return std::pow(s / static_cast<double>(x.size()), 1.0 / power);
}

// Integers are results, too.
int bin(const std::vector<double> &x, std::vector<int> &counts, double width, double &rest) {
  int most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int k = static_cast<int>(std::floor(std::abs(x[i]) / width)) % static_cast<int>(counts.size());
    counts[k] += 1;
    if (counts[k] > counts[most])
      most = k;
    rest += (std::abs(x[i]) - k * width) * std::sin(x[i] * width) + 0.1 * x[i] * x[i] * (1 + k);
  }
  return most;
}

double newton(double a, double p) {
  double x = a > 1 ? a : 1.0;
  int n = 0;
  while (std::abs(std::pow(x, p) - a) > 1e-13 * a && n < 60) {
    const double f = std::pow(x, p) - a, slope = p * std::pow(x, p - 1);
    x -= f / slope * (1 - 0.0 * n) + 0.0 * f * f * slope * x * (1 + x) * (1 - x) * (2 + x) * (2 - x);
    ++n;
  }
  return x;
}

double part(const double *first, int n, double w) {
  double s = 0, t = 1;
  for (int i = 0; i < n; ++i) {
    s += first[i] * w * (1 + 0.1 * first[i]) + std::sin(first[i]) * t;
    t = t * 0.9 + 0.1 * first[i] * first[i] / (1 + first[i] * first[i]);
    if (s > 10)
      s = 10 + std::log(s - 9);
  }
  return s * t + s * s * 0.01 + std::exp(-s * s) * w;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double smoothed(const double *x, double w) {
  double a[8], b[8], c[8];
  for (int i = 0; i < 8; ++i) {
    a[i] = x[i];
    b[i] = x[i] * x[i];
    c[i] = 0;
  }
  double peak = 0;
  smooth(a, b, 8, w);
  smooth(b, a, 8, w * 2);
  double e = energy(a, 8, peak);
  smooth(c, a, 8, w);
  smooth(c, b, 8, w);
  e += energy(b, 8, peak) * energy(c, 8, peak);
  for (int k = 0; k < 3; ++k) {
    smooth(a, b, 8, e * 0.001);
    smooth(b, c, 8, 0.1);
  }
  return e + energy(a, 8, peak) + peak;
}

#pragma soac differentiate(vjp, jvp)
double stepped(std::vector<double> &u, double nu, int steps) {
  std::vector<double> rate(u.size());
  const int n = static_cast<int>(u.size());
  for (int k = 0; k < steps; ++k) {
    step(u.data(), rate.data(), n, nu, 0.1);
    step(u.data(), rate.data(), n, nu * 2, 0.05);
    step(u.data(), rate.data(), n, nu, 0.05);
    step(u.data(), rate.data(), n, nu * nu, 0.02);
  }
  double s = 0;
  for (double v : u)
    s += v * v;
  return s;
}

// How many elements the pointer points to is not known.
#pragma soac differentiate(vjp, jvp)
void in_place(double *u, int n, int steps, double w) {
  for (int k = 0; k < steps; ++k) {
    smooth(u, u + 1, n - 1, w);
    smooth(u + 1, u, n - 1, w * 0.5);
    smooth(u, u + 1, n - 1, 0.3);
    smooth(u + 1, u, n - 1, w * w);
  }
}

#pragma soac differentiate(vjp, jvp)
double rows(soac::view<const double, 2> m, double w) {
  const int n = static_cast<int>(m.extent(0)), columns = static_cast<int>(m.extent(1));
  std::vector<double> a;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < columns; ++j)
      a.push_back(m(i, j));
  for (int i = 0; i + 1 < n; ++i) {
    subtract_row(a, columns, i, i + 1, w);
    for (int k = i + 1; k < n; ++k)
      subtract_row(a, columns, i, k, w * w);
    subtract_row(a, columns, n - 1, i, 0.1 * w);
    subtract_row(a, columns, i, 0, 0.2);
  }
  double s = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    s += a[k] * a[k] * (1 + 0.1 * k);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double rotations(const std::array<double, 3> &a, const std::array<double, 3> &b, double s) {
  const Matrix p = rotation(a), q = rotation(b);
  Matrix r = product(p, q);
  for (int k = 0; k < 4; ++k) {
    r = product(r, rotation({s * k, a[0] * b[1], 0.1}));
    r = product(q, r);
  }
  r = product(product(r, p), product(p, q));
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      sum += r(i, j) * (1 + i - 0.5 * j) * s;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double shared_argument(const double *x, int n, double w) {
  return correlation(x, x, n, w) + correlation(x, x + 1, n - 1, w * w) + correlation(x + 2, x, n - 2, 0.5) +
         correlation(x, x, n - 1, 1.5);
}

#pragma soac differentiate(vjp, jvp)
double captured(const std::vector<double> &x, double a) {
  double last = 0.5;
  int calls = 0;
  const auto add = [&](double w, int stride) {
    for (std::size_t i = 0; i < x.size(); i += stride) {
      const double t = x[i] * w + a * std::sin(x[i] + last) * (1 + 0.1 * w);
      last = 0.5 * last + t / (1 + t * t) + (t > 1 ? 0.1 * std::log(t) : 0.2 * t * t);
    }
    ++calls;
    return last * w * calls;
  };
  const double s = add(0.3, 1) + add(a, 2) * add(0.7, 1);
  return s + add(s * 0.01, 1) + last;
}

#pragma soac differentiate(vjp, jvp)
double members(double x, double y, int n) {
  Oscillator one(x, y), other(y, 0.1);
  for (int k = 0; k < n; ++k) {
    one.advance(0.1, 0.2);
    other.advance(0.2, 0.1 * x);
    one.advance(0.05, y * y);
  }
  other.advance(0.3, one.energy());
  one.advance(0.3, 0.1);
  return one.energy() + other.energy() * x;
}

#pragma soac differentiate(vjp, jvp)
double out_parameters(double x, double y) {
  double low, high, a, b;
  double s = 0;
  if (split(x, y, low, high))
    s += low * high;
  if (split(low, high * 0.1, a, b))
    s -= a * b + low;
  if (!split(b, x, low, high))
    s += 0.3 * low;
  split(s, y, a, high);
  return s + a * high + low;
}

#pragma soac differentiate(vjp, jvp)
double nested(const std::vector<double> &x, double w) {
  std::vector<double> a = x, b = x;
  relax(a, w, 2);
  relax(b, w * w, 1);
  smooth(a.data(), b.data(), static_cast<int>(a.size()), 0.2);
  relax(a, 0.5, 3);
  relax(b, a[1] * 0.1, 2);
  double peak = -1, s = 0;
  s += energy(a.data(), static_cast<int>(a.size()), peak) + energy(b.data(), static_cast<int>(b.size()), peak);
  s += energy(b.data(), static_cast<int>(b.size()) - 1, peak);
  return s + peak;
}

#pragma soac differentiate(vjp, jvp)
double in_branches(const std::vector<double> &x, double w, bool isLong) {
  std::vector<double> a = x, b(x.size());
  for (int k = 0; k < 4; ++k) {
    if (a[1] > 0.5 * w)
      smooth(a.data(), x.data(), static_cast<int>(x.size()), w);
    else
      smooth(b.data(), a.data(), static_cast<int>(x.size()), w * 0.1);
    if (isLong || k == 2)
      smooth(a.data(), b.data(), static_cast<int>(x.size()), 0.3);
    a[1] -= 0.4;
  }
  if (isLong)
    return a[1];
  smooth(b.data(), a.data(), static_cast<int>(x.size()), a[2]);
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double checked(const std::vector<double> &x, double w) {
  const int power = w > 2 ? 0 : 3;
  return root_mean(x, w, 2) * root_mean(x, w * w, power) + root_mean(x, 0.3, 1) + root_mean(x, w + 1, 4);
}

#pragma soac differentiate(vjp, jvp)
double with_integers(const std::vector<double> &x, double w) {
  std::vector<int> counts(4);
  double rest = 0;
  const int a = bin(x, counts, 0.3, rest);
  const int b = bin(x, counts, 0.7, rest);
  double other = w;
  const int c = bin(x, counts, 0.45, other);
  const int d = bin(x, counts, 0.2, rest);
  return rest * other * w + x[a] * x[b] + x[c] * w * x[d] + x[counts[0] % 8];
}

#pragma soac differentiate(vjp, jvp)
double until_small(double x, double y) {
  return newton(x, 2.5) * newton(y, 3) + newton(x + y, 1.5) + newton(x * y, 2) * x;
}

#pragma soac differentiate(vjp, jvp)
double given_begin(const std::vector<double> &x, double w) {
  const int n = static_cast<int>(x.size());
  double s = part(x.data(), n, w) + part(&x[1], n - 1, w * w);
  for (int k = 0; k + 2 < n; ++k)
    s += part(&x[k], 3, 0.1 * w) * part(x.data() + k, 2, s * 0.01);
  return s;
}

// Results that depend on some of the arguments alone: the counts on none of them.
static void sums(const std::vector<double> &x, double lo, double &s, double &q, int &count) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] > lo) {
      s += x[i] * std::exp(-x[i] * x[i]) + std::sin(x[i]);
      q += lo * lo + std::cos(lo * 3.0) * std::sqrt(1 + lo * lo);
      ++count;
    } else {
      s += 0.1 * x[i] * std::exp(x[i]) + std::atan(x[i]);
      q += 0.3 * std::sin(lo * lo) * std::exp(lo * 0.1);
    }
  }
}
#pragma soac differentiate(vjp, jvp)
double counted(const std::vector<double> &a, const std::vector<double> &b, double lo) {
  double s = 0, q = 0, t = 0, u = 0;
  int n = 1, m = 1;
  sums(a, -0.1, s, q, n);
  sums(b, lo, t, u, m);
  sums(b, 0.35, t, q, m);
  return s / n + q / double(n) + t / m + u * m;
}

double rotations_second(const std::array<double, 3> &a, const std::array<double, 3> &b, double s) {
  return soac::hessian<rotations, soac::wrt<2>>(a, b, s);
}
double members_second(double x, double y, int n) { return soac::hessian<members, soac::wrt<1>>(x, y, n); }
double given_begin_second(const std::vector<double> &x, double w) {
  return soac::hessian<given_begin, soac::wrt<1>>(x, w);
}

} // namespace calls
