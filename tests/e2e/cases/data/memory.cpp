#include "memory.hpp"

#include <cmath>
#include <soac/soac.hpp>
#include <utility>

#pragma soac differentiate(vjp, jvp)
void prefix_sums(const double *x, double *sums, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    *sums++ = sum += *x++;
}

#pragma soac differentiate(vjp, jvp)
void insertion_sort(std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  for (int i = 1; i < n; ++i) {
    const double v = x[i];
    int j = i - 1;
    while (j >= 0 && x[j] > v) {
      x[j + 1] = x[j];
      --j;
    }
    x[j + 1] = v;
  }
}

#pragma soac differentiate(vjp, jvp)
void bubble_sort_pointers(soac::view<double> v) {
  double *x = v.data();
  const soac::index n = v.size();
  bool swapped;
  do {
    swapped = false;
    for (double *p = x; p + 1 < x + n; ++p)
      if (p[0] > p[1]) {
        std::swap(p[0], p[1]);
        swapped = true;
      }
  } while (swapped);
}

#pragma soac differentiate(vjp, jvp)
void reverse_in_place(double *x, int n) {
  for (int i = 0, j = n - 1; i < j; ++i, --j) {
    const double t = x[i];
    x[i] = x[j];
    x[j] = t * 2;
  }
}

#pragma soac differentiate(vjp, jvp)
void tridiagonal_solve(const double *lower, double *diagonal, const double *upper, double *rhs, int n) {
  for (int i = 1; i < n; ++i) {
    const double w = lower[i - 1] / diagonal[i - 1];
    diagonal[i] -= w * upper[i - 1];
    rhs[i] -= w * rhs[i - 1];
  }
  rhs[n - 1] /= diagonal[n - 1];
  for (int i = n - 2; i >= 0; --i)
    rhs[i] = (rhs[i] - upper[i] * rhs[i + 1]) / diagonal[i];
}

#pragma soac differentiate(vjp, jvp)
void cholesky(double *a, int n) {
  for (int j = 0; j < n; ++j) {
    double d = a[j * n + j];
    for (int k = 0; k < j; ++k)
      d -= a[j * n + k] * a[j * n + k];
    d = std::sqrt(d);
    a[j * n + j] = d;
    for (int i = j + 1; i < n; ++i) {
      double s = a[i * n + j];
      for (int k = 0; k < j; ++k)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / d;
      a[j * n + i] = 0;
    }
  }
}

#pragma soac differentiate(vjp, jvp)
void gauss_seidel(const double *a, const double *b, double *x, int n, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 0; i < n; ++i) {
      double r = b[i];
      for (int j = 0; j < n; ++j)
        if (j != i)
          r -= a[i * n + j] * x[j];
      x[i] = r / a[i * n + i];
    }
}

#pragma soac differentiate(vjp, jvp)
double fixed_1d(double x) {
  double a[5] = {1, x};
  for (int i = 2; i < 5; ++i)
    a[i] = a[i - 1] * x + a[i - 2];
  return a[4] / a[3];
}

#pragma soac differentiate(vjp, jvp)
double fixed_2d(const double *x) {
  double a[2][2] = {{x[0], x[1]}, {x[2], x[3]}}, b[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      b[i][j] = 0;
      for (int k = 0; k < 2; ++k)
        b[i][j] += a[i][k] * a[k][j];
    }
  return b[0][0] * b[1][1] - b[0][1];
}

#pragma soac differentiate(vjp, jvp)
double fixed_3d(double x) {
  double a[2][3][2] = {};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k)
        a[i][j][k] = std::pow(x, i + j) * (k + 1);
  double sum = 0;
  for (const auto &plane : a)
    for (const auto &row : plane)
      for (double v : row)
        sum += v * v;
  return sum + a[1][2][1];
}

#pragma soac differentiate(vjp, jvp)
double partially_initialised(double x, double y) {
  double a[3];
  a[0] = x;
  a[1] = y * a[0];
  a[2] = a[0] + a[1];
  return a[1] * a[2];
}

#pragma soac differentiate(vjp, jvp)
double std_array_local(double x) {
  std::array<double, 4> a{};
  a.fill(x);
  a[1] = a.at(0) * a.front();
  a.back() += 1;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * static_cast<double>(i);
  std::get<2>(a) *= 3;
  return sum * a[2] + a.data()[1];
}

#pragma soac differentiate(vjp, jvp)
double std_array_2d(double x) {
  std::array<std::array<double, 3>, 2> a{{{1, x, x * x}, {x, 2, 3}}};
  a[1] = a[0];
  a[1][2] += x;
  double sum = 0;
  for (const auto &row : a)
    for (const double v : row)
      sum = sum * 0.5 + v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
std::array<double, 3> cross(const std::array<double, 3> &a, const std::array<double, 3> &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

#pragma soac differentiate(vjp, jvp)
void rotate_array(std::array<double, 3> &v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double x = v[0];
  v[0] = c * x - s * v[1];
  v[1] = s * x + c * v[1];
}

#pragma soac differentiate(vjp, jvp)
double vector_local(double x, int n) {
  std::vector<double> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = std::sin(x * i);
  double sum = 0;
  for (double e : v)
    sum += e * e;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double vector_of_zeros(const std::vector<double> &x) {
  std::vector<double> y(x.size(), 1.5);
  y.front() = x.back();
  for (std::size_t i = 1; i < x.size(); ++i)
    y[i] += y[i - 1] * x[i];
  const std::vector<double> z = y;
  y[0] = 100;
  return z[0] * y.back() + z.size();
}

#pragma soac differentiate(vjp, jvp)
double vector_iterators(const std::vector<double> &x) {
  double sum = 0;
  for (auto it = x.begin(); it != x.end(); ++it)
    sum += *it * *it;
  for (auto it = x.cbegin() + 1; it < x.cend(); it += 2)
    sum *= it[0] - it[-1];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> cumulative(const std::vector<double> &x) {
  std::vector<double> y = x;
  for (std::size_t i = 1; i < y.size(); ++i)
    y[i] *= y[i - 1];
  return y;
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> binomial_row(double p, int n) {
  std::vector<double> row(n + 1);
  row[0] = 1;
  for (int i = 1; i <= n; ++i)
    for (int k = i; k >= 0; --k)
      row[k] = row[k] * (1 - p) + (k > 0 ? row[k - 1] * p : 0.0);
  return row;
}

#pragma soac differentiate(vjp, jvp)
double vector_2d(double x, int n) {
  std::vector<double> a(n * n);
  double *const data = a.data();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      data[i * n + j] = i == j ? x : x / (i + j);
  double trace = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      trace += a[i * n + j] * a[j * n + i];
  return trace;
}

#pragma soac differentiate(vjp, jvp)
void vector_in_out(std::vector<double> &x) {
  for (double &v : x)
    v = v * v + x[0];
}

#pragma soac differentiate(vjp, jvp)
double matrix_power(const double *a, int power) {
  double m[2][2] = {{a[0], a[1]}, {a[2], a[3]}};
  double r[2][2] = {{1, 0}, {0, 1}};
  for (; power > 0; power >>= 1) {
    double t[2][2];
    if (power & 1) {
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          t[i][j] = r[i][0] * m[0][j] + r[i][1] * m[1][j];
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          r[i][j] = t[i][j];
    }
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        t[i][j] = m[i][0] * m[0][j] + m[i][1] * m[1][j];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        m[i][j] = t[i][j];
  }
  return r[0][0] + r[0][1] * r[1][0] + r[1][1];
}

#pragma soac differentiate(vjp, jvp)
double pascal_in_place(double x, int n) {
  double row[10] = {1};
  for (int i = 1; i <= n; ++i)
    for (int k = i; k > 0; --k)
      row[k] += x * row[k - 1];
  double sum = 0;
  for (int k = 0; k <= n; ++k)
    sum += row[k] * k;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double levinson(const double *r, int n) {
  std::vector<double> a(n + 1), before(n + 1);
  a[0] = 1;
  double error = r[0];
  for (int i = 1; i <= n; ++i) {
    double acc = r[i];
    for (int j = 1; j < i; ++j)
      acc += a[j] * r[i - j];
    const double k = -acc / error;
    before = a;
    for (int j = 1; j < i; ++j)
      a[j] = before[j] + k * before[i - j];
    a[i] = k;
    error *= 1 - k * k;
  }
  return error;
}

#pragma soac differentiate(vjp, jvp)
double edit_distance(const double *a, const double *b, int n, int m) {
  std::vector<double> previous(m + 1), current(m + 1);
  for (int j = 0; j <= m; ++j)
    previous[j] = j;
  for (int i = 1; i <= n; ++i) {
    current[0] = i;
    for (int j = 1; j <= m; ++j) {
      const double change = previous[j - 1] + std::fabs(a[i - 1] - b[j - 1]);
      const double gap = std::fmin(previous[j], current[j - 1]) + 1;
      current[j] = std::fmin(change, gap);
    }
    std::swap(previous, current);
  }
  return previous[m];
}

#pragma soac differentiate(vjp, jvp)
double ring_buffer(const double *x, int n) {
  double ring[3] = {0, 0, 0};
  double out = 0;
  for (int i = 0; i < n; ++i) {
    ring[i % 3] = x[i] + 0.5 * ring[(i + 2) % 3];
    out += ring[0] * ring[1] + ring[2];
  }
  return out;
}

#pragma soac differentiate(vjp, jvp)
double soac_array_local(double x, int n) {
  soac::array<double, 2> a(n, n);
  for (soac::index i = 0; i < n; ++i)
    for (soac::index j = 0; j <= i; ++j)
      a(i, j) = i == j ? 1.0 : a(i - 1, j) * x + j;
  double sum = 0;
  for (auto row : a)
    for (double v : row)
      sum += v;
  return sum * a.extent(1);
}

#pragma soac differentiate(vjp, jvp)
double lu_determinant(const double *a, int n) {
  std::vector<double> m(a, a + n * n);
  double determinant = 1;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(m[i * n + k]) > std::fabs(m[pivot * n + k]))
        pivot = i;
    if (pivot != k) {
      for (int j = 0; j < n; ++j)
        std::swap(m[k * n + j], m[pivot * n + j]);
      determinant = -determinant;
    }
    determinant *= m[k * n + k];
    for (int i = k + 1; i < n; ++i) {
      const double f = m[i * n + k] / m[k * n + k];
      for (int j = k; j < n; ++j)
        m[i * n + j] -= f * m[k * n + j];
    }
  }
  return determinant;
}

#pragma soac differentiate(vjp, jvp)
double array_of_arrays(double x) {
  std::array<double, 2> points[3] = {{x, 1}, {2, x}, {x, x}};
  double area = 0;
  for (int i = 0; i < 3; ++i) {
    const auto &p = points[i], &q = points[(i + 1) % 3];
    area += p[0] * q[1] - p[1] * q[0];
  }
  return area / 2;
}

#pragma soac differentiate(vjp, jvp)
void jacobi_3d(const double *u, double *v, int n) {
  const auto at = [n](int i, int j, int k) { return (i * n + j) * n + k; };
  for (int i = 1; i + 1 < n; ++i)
    for (int j = 1; j + 1 < n; ++j)
      for (int k = 1; k + 1 < n; ++k)
        v[at(i, j, k)] = (u[at(i - 1, j, k)] + u[at(i + 1, j, k)] + u[at(i, j - 1, k)] + u[at(i, j + 1, k)] +
                          u[at(i, j, k - 1)] * u[at(i, j, k + 1)]) /
                         6;
}

#pragma soac differentiate(vjp, jvp)
double horner_vector(const std::vector<double> &c, double x) {
  double r = 0;
  for (auto it = c.end(); it != c.begin();)
    r = r * x + *--it;
  return r;
}
