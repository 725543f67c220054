#include "matrices.hpp"
#include "matrices.soac.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace {

double dot(const std::vector<double> &a, const std::vector<double> &b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> times(const std::vector<double> &a, const std::vector<double> &x) {
  const std::size_t n = x.size();
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      y[i] += a[i * n + j] * x[j];
  return y;
}

Matrix3 operator*(const Matrix3 &a, const Matrix3 &b) {
  Matrix3 c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

void factorise(std::vector<double> &a, int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      a[j * n + j] -= a[j * n + k] * a[j * n + k];
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double cholesky_log_determinant(std::vector<double> a, int n) {
  factorise(a, n);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += 2 * std::log(a[i * n + i]);
  return sum;
}

// The squared residual of a x = b in the least-squares sense.
#pragma soac differentiate(vjp, jvp)
double householder_least_squares(soac::view<const double, 2> a, soac::view<const double> b) {
  soac::array<double, 2> r(a);
  soac::array<double> y(b);
  const auto rows = r.extent(0), columns = r.extent(1);
  soac::array<double> v(rows);
  for (soac::index k = 0; k < columns; ++k) {
    double norm = 0;
    for (soac::index i = k; i < rows; ++i)
      norm += r(i, k) * r(i, k);
    norm = std::sqrt(norm);
    const double alpha = r(k, k) > 0 ? -norm : norm;
    double length = 0;
    for (soac::index i = k; i < rows; ++i) {
      v(i) = r(i, k) - (i == k ? alpha : 0.0);
      length += v(i) * v(i);
    }
    for (soac::index j = k; j <= columns; ++j) {
      double projection = 0;
      for (soac::index i = k; i < rows; ++i)
        projection += v(i) * (j < columns ? r(i, j) : y(i));
      projection *= 2 / length;
      for (soac::index i = k; i < rows; ++i)
        (j < columns ? r(i, j) : y(i)) -= projection * v(i);
    }
  }
  double residual = 0;
  for (soac::index i = columns; i < rows; ++i)
    residual += y(i) * y(i);
  return residual;
}

#pragma soac differentiate(vjp, jvp)
double determinant_with_pivots(Matrix3 a) {
  double determinant = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < 3; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k]))
        pivot = i;
    if (pivot != k) {
      std::swap(a[pivot], a[k]);
      determinant = -determinant;
    }
    determinant *= a[k][k];
    for (std::size_t i = k + 1; i < 3; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < 3; ++j)
        a[i][j] -= factor * a[k][j];
    }
  }
  return determinant;
}

#pragma soac differentiate(vjp, jvp)
double largest_eigenvalue(soac::view<const double, 2> a, int iterations) {
  const auto n = a.extent(0);
  std::vector<double> x(n, 1.0), y(n);
  double eigenvalue = 0;
  for (int it = 0; it < iterations; ++it) {
    double norm = 0;
    for (soac::index i = 0; i < n; ++i) {
      y[i] = 0;
      for (soac::index j = 0; j < n; ++j)
        y[i] += a(i, j) * x[j];
      norm += y[i] * y[i];
    }
    norm = std::sqrt(norm);
    eigenvalue = 0;
    for (soac::index i = 0; i < n; ++i) {
      eigenvalue += x[i] * y[i];
      x[i] = y[i] / norm;
    }
  }
  return eigenvalue;
}

#pragma soac differentiate(vjp, jvp)
double jacobi_eigenvalues(Matrix3 a, int sweeps) {
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        if (std::abs(a[p][q]) < 1e-14)
          continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; ++k) {
          const double akp = a[k][p], akq = a[k][q];
          a[k][p] = c * akp - s * akq;
          a[k][q] = s * akp + c * akq;
        }
        for (int k = 0; k < 3; ++k) {
          const double apk = a[p][k], aqk = a[q][k];
          a[p][k] = c * apk - s * aqk;
          a[q][k] = s * apk + c * aqk;
        }
      }
  return a[0][0] + 2 * a[1][1] * a[1][1] + 3 * std::exp(0.1 * a[2][2]);
}

#pragma soac differentiate(vjp, jvp)
double conjugate_gradients(const std::vector<double> &a, const std::vector<double> &b, double tolerance) {
  std::vector<double> x(b.size(), 0.0), r = b, p = r;
  double rr = dot(r, r);
  for (std::size_t it = 0; it < 2 * b.size() && rr > tolerance * tolerance; ++it) {
    const std::vector<double> ap = times(a, p);
    const double alpha = rr / dot(p, ap);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * ap[i];
    }
    const double next = dot(r, r);
    for (std::size_t i = 0; i < p.size(); ++i)
      p[i] = r[i] + next / rr * p[i];
    rr = next;
  }
  return dot(x, x);
}

#pragma soac differentiate(vjp, jvp)
double gram_schmidt(std::vector<std::array<double, 3>> v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    auto &own = v[i];
    for (std::size_t j = 0; j < i; ++j) {
      const auto &before = v[j];
      double projection = 0;
      for (int k = 0; k < 3; ++k)
        projection += own[k] * before[k];
      for (int k = 0; k < 3; ++k)
        own[k] -= projection * before[k];
    }
    double norm = 0;
    for (const double x : own)
      norm += x * x;
    norm = std::sqrt(norm);
    for (double &x : own)
      x /= norm;
  }
  return v.back()[0] + 2 * v.front()[1] + 3 * v[1][2];
}

// Scaling and squaring of a Taylor series, with a matrix class.
#pragma soac differentiate(vjp, jvp)
double matrix_exponential(double angle, double decay, double time) {
  Matrix a(2, 2);
  a(0, 0) = a(1, 1) = -decay;
  a(0, 1) = -angle;
  a(1, 0) = angle;
  int squarings = 3;
  a *= time / (1 << squarings);
  Matrix term = Matrix::identity(2), sum = Matrix::identity(2);
  for (int k = 1; k <= 10; ++k) {
    term = term * a;
    term *= 1.0 / k;
    sum += term;
  }
  while (squarings--)
    sum = sum * sum;
  return sum(0, 0) + 2 * sum(1, 0);
}

#pragma soac differentiate(vjp, jvp)
double back_substitution(const double *u, const double *b, int n) {
  std::vector<double> x(n);
  for (unsigned i = n; i-- > 0;) {
    double rest = b[i];
    for (int j = i + 1; j < n; ++j)
      rest -= u[i * n + j] * x[j];
    x[i] = rest / u[i * n + i];
  }
  return std::accumulate(x.begin(), x.end(), 0.0);
}

#pragma soac differentiate(vjp, jvp)
double inverse_trace(soac::array<double, 2> a) {
  const auto n = a.extent(0);
  soac::array<double, 2> inverse(n, n);
  for (soac::index i = 0; i < n; ++i)
    inverse(i, i) = 1;
  for (soac::index k = 0; k < n; ++k) {
    const double pivot = a(k, k);
    for (soac::index j = 0; j < n; ++j) {
      a(k, j) /= pivot;
      inverse(k, j) /= pivot;
    }
    for (soac::index i = 0; i < n; ++i) {
      if (i == k)
        continue;
      const double f = a(i, k);
      for (soac::index j = 0; j < n; ++j) {
        a(i, j) -= f * a(k, j);
        inverse(i, j) -= f * inverse(k, j);
      }
    }
  }
  double trace = 0;
  for (soac::index i = 0; i < n; ++i)
    trace += inverse(i, i);
  return trace;
}

#pragma soac differentiate(vjp, jvp)
double quadratic_form(const double (&a)[3][3], const double *x) {
  double sum = 0;
  const double *p = &a[0][0];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      sum += x[i] * *p++ * x[j];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double power_trace(const Matrix3 &a, unsigned exponent) {
  Matrix3 result{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, square = a;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1u)
      result = result * square;
    square = square * square;
  }
  return result[0][0] + result[1][1] + result[2][2];
}

#pragma soac differentiate(vjp, jvp)
double log_gaussian(const std::vector<double> &x, const std::vector<double> &mean, const std::vector<double> &covariance) {
  const int n = static_cast<int>(x.size());
  auto l = covariance;
  factorise(l, n);
  std::vector<double> z(n);
  double sum = -0.5 * n * std::log(2 * 3.14159265358979323846);
  for (int i = 0; i < n; i++) {
    double rest = x[i] - mean[i];
    for (int k = 0; k < i; k++)
      rest -= l[i * n + k] * z[k];
    z[i] = rest / l[i * n + i];
    sum -= std::log(l[i * n + i]) + 0.5 * z[i] * z[i];
  }
  return sum;
}

// |L x|^2, of which each row is summed up, where L lies column by column and has no diagonal.
#pragma soac differentiate(vjp, jvp)
double packed_columns(const std::vector<double> &lower, const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double square = 0;
  for (int i = 0; i < n; ++i) {
    double row = std::sin(x[i]);
    for (int j = 0; j < i; ++j)
      row += lower[j * (2 * n - j - 1) / 2 + i - j - 1] * x[j] * x[j];
    square += row * row;
  }
  return square;
}

#pragma soac differentiate(vjp, jvp)
double packed_columns_by_maps(soac::view<const double> lower, soac::view<const double> x) {
  const soac::index n = x.size();
  return soac::sum(soac::map(
      [&](soac::index i, double own) {
        double row = std::sin(own);
        for (soac::index j = 0; j < i; ++j)
          row += lower[j * (2 * n - j - 1) / 2 + i - j - 1] * x[j] * x[j];
        return row * row;
      },
      soac::iota(n), x));
}

// The rotation nearest to a 2 by 2 matrix, by averaging with the inverse transpose.
#pragma soac differentiate(vjp, jvp)
double polar_rotation(double a, double b, double c, double d) {
  double change;
  int guard = 0;
  do {
    const double determinant = a * d - b * c;
    const double e = 0.5 * (a + d / determinant), f = 0.5 * (b - c / determinant);
    const double g = 0.5 * (c - b / determinant), h = 0.5 * (d + a / determinant);
    change = std::abs(e - a) + std::abs(f - b) + std::abs(g - c) + std::abs(h - d);
    std::tie(a, b, c, d) = std::tuple(e, f, g, h);
  } while (change > 1e-10 && ++guard < 30);
  return std::atan2(c, a);
}
