#include "textbook_algebra.hpp"
#include "textbook_algebra.soac.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

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
