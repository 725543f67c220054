#include "textbook_methods.hpp"
#include "textbook_methods.soac.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

// Linear algebra and transforms from textbooks: factorisations, iterations, a Fourier transform.

namespace textbook_algebra {

using std::size_t;

#pragma soac differentiate(vjp, jvp)
double lu_logdet(const std::vector<double> &m, int n) {
  std::vector<double> a = m;
  double ld = 0;
  for (int k = 0; k < n; ++k) {
    int piv = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[piv * n + k]))
        piv = i;
    if (piv != k)
      for (int j = 0; j < n; ++j)
        std::swap(a[k * n + j], a[piv * n + j]);
    ld += std::log(std::fabs(a[k * n + k]));
    for (int i = k + 1; i < n; ++i) {
      double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
    }
  }
  return ld;
}

#pragma soac differentiate(vjp, jvp)
void givens_qr(double A[3][3], double rhs[3]) {
  for (int j = 0; j < 3; ++j)
    for (int i = 2; i > j; --i) {
      double r = std::hypot(A[i - 1][j], A[i][j]);
      if (r == 0.0)
        continue;
      double c = A[i - 1][j] / r, s = A[i][j] / r;
      for (int k = 0; k < 3; ++k) {
        double u = A[i - 1][k], v = A[i][k];
        A[i - 1][k] = c * u + s * v;
        A[i][k] = -s * u + c * v;
      }
      double u = rhs[i - 1], v = rhs[i];
      rhs[i - 1] = c * u + s * v;
      rhs[i] = -s * u + c * v;
    }
  for (int i = 2; i >= 0; --i) {
    for (int k = i + 1; k < 3; ++k)
      rhs[i] -= A[i][k] * rhs[k];
    rhs[i] /= A[i][i];
  }
}

#pragma soac differentiate(vjp, jvp)
std::array<double, 3> gauss_seidel(const std::array<std::array<double, 3>, 3> &A, const std::array<double, 3> &b,
                                   int sweeps) {
  std::array<double, 3> x{};
  while (sweeps-- > 0)
    for (std::size_t i = 0; i < 3; ++i) {
      double s = b[i];
      for (std::size_t j = 0; j < 3; ++j)
        if (j != i)
          s -= A[i][j] * x[j];
      x[i] = s / A[i][i];
    }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double power_iteration(const double (&A)[2][2], int iters) {
  double v[2] = {1, 0.3}, lambda = 0;
  for (int k = 0; k < iters; k++) {
    double w[2] = {A[0][0] * v[0] + A[0][1] * v[1], A[1][0] * v[0] + A[1][1] * v[1]};
    lambda = std::sqrt(w[0] * w[0] + w[1] * w[1]);
    for (int i = 0; i < 2; ++i)
      v[i] = w[i] / lambda;
  }
  return lambda;
}

#pragma soac differentiate(vjp, jvp)
void fft(std::complex<double> *a, int n) {
  for (int i = 1, j = 0; i < n; ++i) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j)
      std::swap(a[i], a[j]);
  }
  for (int len = 2; len <= n; len <<= 1) {
    double ang = -2 * M_PI / len;
    std::complex<double> wl(std::cos(ang), std::sin(ang));
    for (int i = 0; i < n; i += len) {
      std::complex<double> w(1);
      for (int j = 0; j < len / 2; ++j) {
        std::complex<double> u = a[i + j], v = a[i + j + len / 2] * w;
        a[i + j] = u + v;
        a[i + j + len / 2] = u - v;
        w *= wl;
      }
    }
  }
}

#pragma soac differentiate(vjp, jvp)
double matrix_chain(const std::vector<double> &dims) {
  const int n = (int)dims.size() - 1;
  std::vector<double> m(n * n, 0.0);
  for (int len = 2; len <= n; len++)
    for (int i = 0; i + len - 1 < n; i++) {
      int j = i + len - 1;
      m[i * n + j] = 1e300;
      for (int k = i; k < j; k++) {
        double q = m[i * n + k] + m[(k + 1) * n + j] + dims[i] * dims[k + 1] * dims[j + 1];
        if (q < m[i * n + j])
          m[i * n + j] = q;
      }
    }
  return m[n - 1];
}

#pragma soac differentiate(vjp, jvp)
void jacobi_eigen(double *a, int n, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        double apq = a[p * n + q];
        if (apq == 0.0)
          continue;
        double th = (a[q * n + q] - a[p * n + p]) / (2 * apq);
        double t = (th >= 0 ? 1 : -1) / (std::fabs(th) + std::sqrt(th * th + 1)), c = 1 / std::sqrt(t * t + 1),
               sn = t * c;
        for (int k = 0; k < n; ++k) {
          double x = a[k * n + p], y = a[k * n + q];
          a[k * n + p] = c * x - sn * y;
          a[k * n + q] = sn * x + c * y;
        }
        for (int k = 0; k < n; ++k) {
          double x = a[p * n + k], y = a[q * n + k];
          a[p * n + k] = c * x - sn * y;
          a[q * n + k] = sn * x + c * y;
        }
      }
}

#pragma soac differentiate(vjp, jvp)
double householder_norm(std::vector<std::vector<double>> A) {
  const size_t m = A.size(), n = A[0].size();
  double prod = 1;
  for (size_t k = 0; k < n; ++k) {
    double nrm = 0;
    for (size_t i = k; i < m; ++i)
      nrm += A[i][k] * A[i][k];
    nrm = std::sqrt(nrm);
    double alpha = A[k][k] > 0 ? -nrm : nrm;
    std::vector<double> v(m, 0.0);
    for (size_t i = k; i < m; ++i)
      v[i] = A[i][k];
    v[k] -= alpha;
    double vv = std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
    for (size_t j = k; j < n; ++j) {
      double d = 0;
      for (size_t i = k; i < m; ++i)
        d += v[i] * A[i][j];
      for (size_t i = k; i < m; ++i)
        A[i][j] -= 2 * d / vv * v[i];
    }
    prod *= A[k][k];
  }
  return prod;
}

} // namespace textbook_algebra

// Numerical analysis from textbooks, as one writes it without a thought of derivatives: quadrature, roots, series, splines, steps
// in time.

namespace textbook_analysis {

struct Phase {
  double q, p;
};

namespace quad {
constexpr std::array<double, 5> nodes{0.0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                                      -0.9061798459386640};
constexpr std::array<double, 5> weights{0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891,
                                        0.2369268850561891};
template <typename F> double gauss5(F &&f, double a, double b) {
  const double c = 0.5 * (b + a), h = 0.5 * (b - a);
  double s = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    s += weights[i] * f(c + h * nodes[i]);
  return s * h;
}
} // namespace quad

#pragma soac differentiate(vjp, jvp)
double gauss_integral(double a, double b, double k) {
  return quad::gauss5([k](double x) { return std::exp(-k * x * x) * std::sin(x); }, a, b);
}

#pragma soac differentiate(vjp, jvp)
double simpson(double a, double b, int n, double p) {
  auto f = [&p](auto x) { return std::pow(x, p) / (1 + x); };
  double h = (b - a) / n, s = f(a) + f(b);
  for (int i = 1; i < n; i += 2)
    s += 4 * f(a + i * h);
  for (int i = 2; i < n - 1; i += 2)
    s += 2 * f(a + i * h);
  return s * h / 3;
}

#pragma soac differentiate(vjp, jvp)
double newton_sqrt(double a) {
  double x = a > 1 ? a : 1;
  for (int it = 0; it < 100; ++it) {
    double next = 0.5 * (x + a / x);
    if (std::fabs(next - x) < 1e-15 * x)
      return next;
    x = next;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double secant(double a) {
  auto f = [a](double x) { return x * x * x - a; };
  double x0 = 1.0, x1 = 2.0;
  int guard = 0;
  do {
    double d = f(x1) - f(x0);
    if (d == 0)
      break;
    double x2 = x1 - f(x1) * (x1 - x0) / d;
    x0 = x1;
    x1 = x2;
  } while (std::abs(x1 - x0) > 1e-13 && ++guard < 60);
  return x1;
}

#pragma soac differentiate(vjp, jvp)
double bisect_then_newton(double a) {
  double lo = 0, hi = 10;
  for (int i = 0; i < 20; i++) {
    double mid = (lo + hi) / 2;
    if (std::cosh(mid) < a)
      lo = mid;
    else
      hi = mid;
  }
  double x = 0.5 * (lo + hi);
  for (int i = 0; i < 4; i++)
    x -= (std::cosh(x) - a) / std::sinh(x);
  return x;
}

#pragma soac differentiate(vjp, jvp)
void leapfrog(double *q, double *p, double dt, int steps, double omega) {
  Phase s{*q, *p};
  for (int i = 0; i < steps; ++i) {
    s.p -= 0.5 * dt * omega * omega * s.q;
    s.q += dt * s.p;
    s.p -= 0.5 * dt * omega * omega * s.q;
  }
  *q = s.q;
  *p = s.p;
}

#pragma soac differentiate(vjp, jvp)
double bezier(const double *ctrl, int n, double t) {
  double tmp[16];
  std::copy(ctrl, ctrl + n, tmp);
  for (int level = n - 1; level > 0; --level)
    for (int i = 0; i < level; ++i)
      tmp[i] = (1 - t) * tmp[i] + t * tmp[i + 1];
  return tmp[0];
}

#pragma soac differentiate(vjp, jvp)
double kepler(double M, double e) {
  double E = M;
  double dE;
  int it = 0;
  do {
    dE = (E - e * std::sin(E) - M) / (1.0 - e * std::cos(E));
    E -= dE;
  } while (std::fabs(dE) > 1e-14 && ++it < 50);
  return E;
}

#pragma soac differentiate(vjp, jvp)
double spline(const std::vector<double> &x, const std::vector<double> &y, double t) {
  int n = (int)x.size();
  std::vector<double> m(n, 0.0), u(n, 0.0);
  for (int i = 1; i < n - 1; ++i) {
    double sig = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]), p = sig * m[i - 1] + 2;
    m[i] = (sig - 1) / p;
    u[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
    u[i] = (6 * u[i] / (x[i + 1] - x[i - 1]) - sig * u[i - 1]) / p;
  }
  for (int k = n - 2; k >= 0; --k)
    m[k] = m[k] * m[k + 1] + u[k];
  int lo = 0, hi = n - 1;
  while (hi - lo > 1) {
    int k = (hi + lo) >> 1;
    if (x[k] > t)
      hi = k;
    else
      lo = k;
  }
  double h = x[hi] - x[lo], a = (x[hi] - t) / h, b = (t - x[lo]) / h;
  return a * y[lo] + b * y[hi] + ((a * a * a - a) * m[lo] + (b * b * b - b) * m[hi]) * (h * h) / 6;
}

#pragma soac differentiate(vjp, jvp)
double bessel_j(int n, double x) {
  double term = 1;
  for (int k = 1; k <= n; ++k)
    term *= x / 2 / k;
  double sum = term;
  for (int m = 1; std::fabs(term) > 1e-18 * std::fabs(sum); ++m) {
    term *= -(x / 2) * (x / 2) / (m * (m + n));
    sum += term;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double incomplete_gamma(double a, double x) {
  if (x < a + 1) {
    double ap = a, del = 1 / a, sum = del;
    for (;;) {
      ap += 1;
      del *= x / ap;
      sum += del;
      if (std::fabs(del) < std::fabs(sum) * 1e-17)
        return sum * std::exp(-x + a * std::log(x) - std::lgamma(a));
    }
  }
  double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int i = 1; i < 500; ++i) {
    double an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (std::fabs(d) < 1e-300)
      d = 1e-300;
    c = b + an / c;
    if (std::fabs(c) < 1e-300)
      c = 1e-300;
    d = 1 / d;
    double del = d * c;
    h *= del;
    if (std::fabs(del - 1) < 1e-16)
      break;
  }
  return 1 - std::exp(-x + a * std::log(x) - std::lgamma(a)) * h;
}

#pragma soac differentiate(vjp, jvp)
double lanczos_gamma(double z) {
  static const double g[] = {676.5203681218851,  -1259.1392167224028,  771.32342877765313,    -176.61502916214059,
                             12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
  z -= 1;
  double x = 0.99999999999980993;
  int i = 0;
  for (double c : g)
    x += c / (z + ++i);
  double t = z + 8 - 0.5;
  return std::sqrt(2 * M_PI) * std::pow(t, z + 0.5) * std::exp(-t) * x;
}

#pragma soac differentiate(vjp, jvp)
SIR epidemic(SIR y, double beta, double gamma, double dt, int n) {
  auto f = [=](const SIR &v) -> SIR { return {-beta * v.s * v.i, beta * v.s * v.i - gamma * v.i, gamma * v.i}; };
  auto axpy = [](SIR a, double h, SIR k) {
    a.s += h * k.s;
    a.i += h * k.i;
    a.r += h * k.r;
    return a;
  };
  while (n-- > 0) {
    SIR k1 = f(y), k2 = f(axpy(y, dt / 2, k1));
    y = axpy(y, dt, k2);
  }
  return y;
}

#pragma soac differentiate(vjp, jvp)
double continued_fraction(double x, int depth) {
  double f = 0;
  for (int k = depth; k >= 1; --k)
    f = x * x / ((2 * k + 1) - f);
  return x / (1 - f);
}

#pragma soac differentiate(vjp, jvp)
double rosenbrock_descent(double a, double b, double lr) {
  double x = -1.2, y = 1;
  for (int it = 0; it < 30; ++it) {
    const double gx = -2 * (a - x) - 4 * b * x * (y - x * x), gy = 2 * b * (y - x * x);
    x -= lr * gx;
    y -= lr * gy;
  }
  return (a - x) * (a - x) + b * (y - x * x) * (y - x * x);
}

} // namespace textbook_analysis
