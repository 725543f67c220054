#include "pointers_kernels.hpp"
#include "pointers_kernels.soac.hpp"

#include <cmath>
#include <utility>

#pragma soac differentiate(vjp, jvp)
double dot(int n, const double *__restrict x, int incx, const double *__restrict y, int incy) {
  double s = 0;
  int ix = incx < 0 ? (1 - n) * incx : 0, iy = incy < 0 ? (1 - n) * incy : 0;
  while (n-- > 0) {
    s += x[ix] * y[iy];
    ix += incx;
    iy += incy;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
void axpy(int n, double alpha, const double *__restrict x, double *__restrict y) {
  if (n <= 0 || alpha == 0.0)
    return;
  const int rest = n % 4;
  for (int i = 0; i < rest; ++i)
    y[i] += alpha * x[i];
  for (int i = rest; i < n; i += 4) {
    y[i] += alpha * x[i];
    y[i + 1] += alpha * x[i + 1];
    y[i + 2] += alpha * x[i + 2];
    y[i + 3] += alpha * x[i + 3];
  }
}

#pragma soac differentiate(vjp, jvp)
double nrm2(std::size_t n, const double *x) {
  double scale = 0, ssq = 1;
  for (std::size_t i = 0; i < n; ++i)
    if (x[i] != 0) {
      const double a = std::fabs(x[i]);
      if (scale < a) {
        ssq = 1 + ssq * (scale / a) * (scale / a);
        scale = a;
      } else {
        ssq += (a / scale) * (a / scale);
      }
    }
  return scale * std::sqrt(ssq);
}

#pragma soac differentiate(vjp, jvp)
double asum(unsigned n, const double *x) {
  double s = 0;
  for (unsigned i = n; i-- > 0;)
    s += std::fabs(x[i]);
  return s;
}

#pragma soac differentiate(vjp, jvp)
void scal(unsigned n, double alpha, double *x) {
  for (double *end = x + n; x < end; ++x)
    *x *= alpha;
}

#pragma soac differentiate(vjp, jvp)
void rot(int n, double *x, double *y, double c, double s) {
  for (int i = 0; i < n; ++i) {
    const double temp = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
    x[i] = temp;
  }
}

#pragma soac differentiate(vjp, jvp)
void gemv(int m, int n, double alpha, const double *a, int lda, const double *x, double beta, double *y) {
  for (int i = 0; i < m; ++i)
    y[i] *= beta;
  for (int j = 0; j < n; ++j) {
    const double temp = alpha * x[j];
    const double *column = a + static_cast<std::ptrdiff_t>(j) * lda;
    for (int i = 0; i < m; ++i)
      y[i] += temp * column[i];
  }
}

#pragma soac differentiate(vjp, jvp)
void gemv_transposed(int m, int n, const double *a, const double *x, double *y) {
  for (int j = 0; j < n; ++j)
    y[j] = 0;
  for (int i = 0; i < m; ++i, a += n)
    for (int j = 0; j < n; ++j)
      y[j] += a[j] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void ger(int m, int n, double alpha, const double *x, const double *y, double *a) {
  for (int i = 0; i < m; ++i) {
    double *row = &a[i * n];
    const double t = alpha * x[i];
    for (int j = 0; j < n; ++j)
      row[j] += t * y[j];
  }
}

#pragma soac differentiate(vjp, jvp)
void symv(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; ++i)
    y[i] = 0;
  for (int i = 0, k = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j, ++k) {
      y[i] += a[k] * x[j];
      y[j] += a[k] * x[i];
    }
    y[i] += a[k++] * x[i];
  }
}

#pragma soac differentiate(vjp, jvp)
void gemm(int m, int n, int k, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p) {
      const double aip = a[i * k + p];
      for (int j = 0; j < n; ++j)
        c[i * n + j] += aip * b[p * n + j];
    }
}

#pragma soac differentiate(vjp, jvp)
void syrk(int n, int k, const double *a, double *c) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = 0;
      for (int p = 0; p < k; ++p)
        s += a[i * k + p] * a[j * k + p];
      c[i * n + j] = c[j * n + i] = s;
    }
}

#pragma soac differentiate(vjp, jvp)
void trsv_lower(int n, const double *l, double *b) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      b[i] -= l[i * n + j] * b[j];
    b[i] /= l[i * n + i];
  }
}

#pragma soac differentiate(vjp, jvp)
void trsv_upper(std::size_t n, const double *u, double *b) {
  for (std::size_t i = n; i-- > 0;) {
    double s = b[i];
    for (std::size_t j = i + 1; j < n; ++j)
      s -= u[i * n + j] * b[j];
    b[i] = s / u[i * n + i];
  }
}

#pragma soac differentiate(vjp, jvp)
void lu(int n, double *a) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[pivot * n + k]))
        pivot = i;
    if (pivot != k)
      for (int j = 0; j < n; ++j)
        std::swap(a[k * n + j], a[pivot * n + j]);
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

#pragma soac differentiate(vjp, jvp)
void cholesky(int n, double *a) {
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

#pragma soac differentiate(vjp, jvp)
double quadratic(int n, const double *a, const double *x) {
  double s = 0;
  const double *p = a;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      s += x[i] * *p++ * x[j];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double det3(const double a[3][3]) {
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

#pragma soac differentiate(vjp, jvp)
void times3(const double (*a)[3], const double *x, double *y) {
  for (int i = 0; i < 3; ++i) {
    const double *row = a[i];
    y[i] = 0;
    for (int j = 0; j < 3; ++j)
      y[i] += row[j] * x[j];
  }
}

#pragma soac differentiate(vjp, jvp)
void transpose3(double a[3][3]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) {
      const double t = a[i][j];
      a[i][j] = a[j][i] * 2;
      a[j][i] = t * t;
    }
}

static double row_dot(const double (*rows)[2], const double *x, int column) {
  return x[0] * rows[0][column] + x[1] * rows[1][column] + x[2] * rows[2][column];
}

#pragma soac differentiate(vjp, jvp)
double trace_of_product(const double a[2][3], const double (*b)[2]) {
  return row_dot(b, a[0], 0) + row_dot(b, a[1], 1);
}

#pragma soac differentiate(vjp, jvp)
void csr(int rows, const int *start, const int *column, const double *value, const double *x, double *y) {
  for (int i = 0; i < rows; ++i) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; ++k)
      s += value[k] * x[column[k]];
    y[i] = s;
  }
}

#pragma soac differentiate(vjp, jvp)
void csc(int columns, const int *start, const int *row, const double *value, const double *x, double *y) {
  for (int j = 0; j < columns; ++j)
    for (int k = start[j]; k != start[j + 1]; ++k)
      y[row[k]] += value[k] * x[j];
}

#pragma soac differentiate(vjp, jvp)
void coo(int count, const int *row, const int *column, const double *value, const double *x, double *y) {
  for (int k = 0; k < count; k++)
    y[row[k]] += value[k] * x[column[k]];
}

#pragma soac differentiate(vjp, jvp)
void ellpack(int rows, int width, const int *column, const double *value, const double *x, double *y) {
  for (int i = 0; i < rows; ++i) {
    y[i] = 0;
    for (int k = 0; k < width; ++k) {
      const int j = column[k * rows + i];
      if (j < 0)
        break;
      y[i] += value[k * rows + i] * x[j];
    }
  }
}

#pragma soac differentiate(vjp, jvp)
double banded(int n, int bandwidth, const double *a, const double *x) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const int from = i - bandwidth < 0 ? 0 : i - bandwidth, to = i + bandwidth >= n ? n - 1 : i + bandwidth;
    for (int j = from; j <= to; ++j)
      s += a[i * (2 * bandwidth + 1) + j - i + bandwidth] * x[j] * x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
void sparse_lower(int n, const int *start, const int *column, const double *value, double *x) {
  for (int i = 0; i < n; ++i) {
    int k = start[i];
    for (; column[k] < i; ++k)
      x[i] -= value[k] * x[column[k]];
    x[i] /= value[k];
  }
}

#pragma soac differentiate(vjp, jvp)
void jacobi(int n, int sweeps, const double *b, double *x, double *work) {
  double *from = x, *to = work;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int i = 0; i < n; ++i) {
      const double left = i > 0 ? from[i - 1] : 0.0, right = i + 1 < n ? from[i + 1] : 0.0;
      to[i] = 0.4 * (b[i] + left * right);
    }
    std::swap(from, to);
  }
  if (from != x)
    for (int i = 0; i < n; ++i)
      x[i] = from[i];
}

#pragma soac differentiate(vjp, jvp)
void gauss_seidel(int n, int sweeps, const double *a, const double *b, double *x) {
  while (sweeps--)
    for (int i = 0; i < n; ++i) {
      double sigma = b[i];
      for (int j = 0; j < n; ++j)
        if (j != i)
          sigma -= a[i * n + j] * x[j];
      x[i] = sigma / a[i * n + i];
    }
}

static double inner(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double conjugate_gradient(int n, int steps, const double *a, const double *b, double *x, double *r, double *p,
                          double *q) {
  for (int i = 0; i < n; ++i) {
    x[i] = 0;
    r[i] = p[i] = b[i];
  }
  double rho = inner(n, r, r);
  for (int k = 0; k < steps && rho > 1e-20; ++k) {
    for (int i = 0; i < n; ++i)
      q[i] = inner(n, a + i * n, p);
    const double alpha = rho / inner(n, p, q);
    for (int i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    const double next = inner(n, r, r);
    for (int i = 0; i < n; ++i)
      p[i] = r[i] + next / rho * p[i];
    rho = next;
  }
  return inner(n, x, b);
}

#pragma soac differentiate(vjp, jvp)
double power_method(int n, int steps, const double *a, double *x, double *y) {
  double lambda = 0;
  for (int k = 0; k < steps; ++k) {
    lambda = 0;
    for (int i = 0; i < n; ++i) {
      y[i] = inner(n, a + i * n, x);
      lambda += y[i] * y[i];
    }
    lambda = std::sqrt(lambda);
    for (int i = 0; i < n; ++i)
      y[i] /= lambda;
    double *t = x;
    x = y;
    y = t;
  }
  return lambda;
}

#pragma soac differentiate(vjp, jvp)
void thomas(int n, const double *a, double *b, const double *c, double *d) {
  for (int i = 1; i < n; ++i) {
    const double w = a[i] / b[i - 1];
    b[i] -= w * c[i - 1];
    d[i] -= w * d[i - 1];
  }
  d[n - 1] /= b[n - 1];
  for (int i = n - 2; i >= 0; --i)
    d[i] = (d[i] - c[i] * d[i + 1]) / b[i];
}

#pragma soac differentiate(vjp, jvp)
double newton(double x, int steps) {
  double y = x;
  for (int i = 0; i < steps; ++i) {
    double f, df;
    f = y * y - x;
    df = 2 * y;
    y -= f / df;
  }
  return y;
}
