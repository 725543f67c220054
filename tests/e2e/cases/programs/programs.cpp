#include "programs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#pragma soac differentiate(vjp, jvp)
void matrix_multiply(const double *a, const double *b, double *c, int n, int m, int k) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j) {
      double sum = 0;
      for (int l = 0; l < m; ++l)
        sum += a[i * m + l] * b[l * k + j];
      c[i * k + j] = sum;
    }
}

// Gaussian elimination without exchanges, back substitution, and the sum of the squares of the solution.
#pragma soac differentiate(vjp, jvp)
double solve_and_dot(const double *a, const double *b, int n) {
  std::vector<double> m(a, a + n * n), x(b, b + n);
  for (int p = 0; p < n; ++p)
    for (int r = p + 1; r < n; ++r) {
      const double factor = m[r * n + p] / m[p * n + p];
      for (int c = p; c < n; ++c)
        m[r * n + c] -= factor * m[p * n + c];
      x[r] -= factor * x[p];
    }
  double sum = 0;
  for (int r = n - 1; r >= 0; --r) {
    for (int c = r + 1; c < n; ++c)
      x[r] -= m[r * n + c] * x[c];
    x[r] /= m[r * n + r];
    sum += x[r] * x[r];
  }
  return sum;
}

static double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

#pragma soac differentiate(vjp, jvp)
double black_scholes(double spot, double strike, double rate, double volatility, double time) {
  const double spread = volatility * std::sqrt(time);
  const double d1 = (std::log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / spread;
  return spot * normal_cdf(d1) - strike * std::exp(-rate * time) * normal_cdf(d1 - spread);
}

#pragma soac differentiate(vjp, jvp)
double heat(std::vector<double> u, double conductivity, int steps) {
  const int n = static_cast<int>(u.size());
  for (int t = 0; t < steps; ++t) {
    std::vector<double> next = u;
    for (int i = 1; i < n - 1; ++i)
      next[i] = u[i] + conductivity * (u[i - 1] - 2 * u[i] + u[i + 1]);
    u = next;
  }
  double energy = 0;
  for (double v : u)
    energy += v * v;
  return energy;
}

#pragma soac differentiate(vjp, jvp)
double square_root_by_newton(double a) {
  double x = a;
  while (std::abs(x * x - a) > 1e-12)
    x = 0.5 * (x + a / x);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double simpson(double a, double b, int n) {
  const double h = (b - a) / (2 * n);
  const auto f = [](double x) { return std::exp(-x * x) * std::cos(x); };
  double sum = f(a) + f(b);
  for (int i = 1; i < 2 * n; i++)
    sum += (i % 2 == 1 ? 4 : 2) * f(a + i * h);
  return sum * h / 3;
}

#pragma soac differentiate(vjp, jvp)
double log_sum_exp(std::span<const double> x) {
  double largest = -std::numeric_limits<double>::infinity();
  for (double v : x)
    largest = std::max(largest, v);
  double sum = 0;
  for (double v : x)
    sum += std::exp(v - largest);
  return largest + std::log(sum);
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> softmax(const std::vector<double> &x) {
  std::vector<double> y(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = std::exp(x[i]);
    sum += y[i];
  }
  for (double &v : y)
    v /= sum;
  return y;
}

#pragma soac differentiate(vjp, jvp)
double gravity(soac::view<const Body> bodies) {
  double energy = 0;
  for (soac::index i = 0; i < bodies.size(); ++i)
    for (soac::index j = i + 1; j < bodies.size(); ++j) {
      double r2 = 0.01;
      for (int d = 0; d < 3; ++d) {
        const double delta = bodies[i].position[d] - bodies[j].position[d];
        r2 += delta * delta;
      }
      energy -= bodies[i].mass * bodies[j].mass / std::sqrt(r2);
    }
  return energy;
}

static Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }

#pragma soac differentiate(vjp, jvp)
double orbit(Complex c, int steps) {
  Complex z{0, 0};
  for (int i = 0; i < steps; ++i) {
    z = z * z + c;
    if (z.re * z.re + z.im * z.im > 4)
      break;
  }
  return z.re * z.re + z.im * z.im;
}

#pragma soac differentiate(vjp, jvp)
double warping_distance(std::span<const double> a, std::span<const double> b) {
  const std::size_t n = a.size(), m = b.size();
  std::vector<double> previous(m + 1, 1e30), current(m + 1, 1e30);
  previous[0] = 0;
  for (std::size_t i = 1; i <= n; ++i) {
    current[0] = 1e30;
    for (std::size_t j = 1; j <= m; ++j) {
      const double d = a[i - 1] - b[j - 1];
      current[j] = d * d + std::min(previous[j], std::min(current[j - 1], previous[j - 1]));
    }
    std::swap(previous, current);
  }
  return previous[m];
}

#pragma soac differentiate(vjp, jvp)
double clipped(const double *x, int n, double low, double high) {
  double product = 1;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    if (x[i] > 100)
      return product;
    product *= std::clamp(x[i], low, high);
  }
  return product;
}

#pragma soac differentiate(vjp, jvp)
void convolve(soac::view<const double> signal, soac::view<const double> kernel, soac::view<double> out) {
  for (soac::index i = 0; i < out.extent(0); ++i) {
    out[i] = 0;
    for (soac::index j = 0; j < kernel.extent(0); ++j)
      if (i + j < signal.extent(0))
        out[i] += signal[i + j] * kernel[j];
  }
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> distances(soac::view<const double, 2> a, soac::view<const double, 2> b) {
  return soac::map(
      [&](auto p) {
        return soac::map(
            [&](auto q) { return std::sqrt(soac::sum(soac::map([](double x, double y) { return (x - y) * (x - y); }, p, q))); }, b);
      },
      a);
}

#pragma soac differentiate(vjp, jvp)
double two_layers(soac::view<const double, 2> w1, soac::view<const double> b1, soac::view<const double> w2,
                  soac::view<const double> x) {
  auto hidden = soac::map([&](auto row, double bias) { return std::tanh(soac::dot(row, x) + bias); }, w1, b1);
  return soac::dot(w2, hidden);
}

#pragma soac differentiate(vjp, jvp)
double determinant(soac::view<const double, 2> a) {
  soac::array<double, 2> m(a);
  const soac::index n = m.extent(0);
  double result = 1;
  for (soac::index p = 0; p < n; ++p) {
    result *= m(p, p);
    for (soac::index r = p + 1; r < n; ++r) {
      const double factor = m(r, p) / m(p, p);
      for (soac::index c = p; c < n; ++c)
        m(r, c) -= factor * m(p, c);
    }
  }
  return result;
}

#pragma soac differentiate(vjp, jvp)
float single_precision(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::sin(x[i]) * x[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double first_above(const double *x, int n, double threshold) {
  int i = 0;
  while (i < n && x[i] <= threshold)
    ++i;
  return i < n ? x[i] * x[i] : threshold;
}
