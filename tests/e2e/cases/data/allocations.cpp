#include "allocations.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace allocations {

#pragma soac differentiate(vjp, jvp)
double with_malloc(const double *x, int n) {
  double *square = (double *)malloc(n * sizeof(double));
  if (square == NULL)
    return -1;
  for (int i = 0; i < n; ++i)
    square[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += square[i] * square[n - 1 - i];
  free(square);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double with_calloc(const double *x, int n) {
  auto *bins = static_cast<double *>(std::calloc(3, sizeof(double)));
  for (int i = 0; i < n; ++i)
    bins[i % 3] += x[i] * x[i];
  const double r = bins[0] * bins[1] + std::sin(bins[2]);
  std::free(bins);
  return r;
}

#pragma soac differentiate(vjp, jvp)
double with_new(const double *x, int n) {
  double *prefix = new double[n + 1];
  prefix[0] = 0;
  for (int i = 0; i < n; ++i)
    prefix[i + 1] = prefix[i] + x[i] * prefix[i] + x[i];
  const double r = prefix[n] * prefix[n / 2];
  delete[] prefix;
  return r;
}

#pragma soac differentiate(vjp, jvp)
double with_values(double x, int n) {
  double *zero = new double[n]();
  double *given = new double[3]{x, 2 * x, 3};
  double *small = new double[2];
  small[0] = std::cos(x);
  small[1] = small[0] * 2;
  zero[n - 1] = given[1] * given[0];
  double s = small[1];
  for (int i = 0; i < n; ++i)
    s += zero[i] * given[2];
  delete[] small;
  delete[] given;
  delete[] zero;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double with_unique(const double *x, int n) {
  std::unique_ptr<double[]> a(new double[n]);
  auto b = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i) {
    a[i] = std::exp(x[i]);
    b[i] += a[i] * x[0];
  }
  double s = 0;
  const double *p = b.get();
  for (int i = 0; i < n; ++i)
    s += a[i] * p[n - 1 - i];
  return a ? s : 0;
}

static std::unique_ptr<double[]> squares(const double *x, int n) {
  auto result = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i)
    result[i] = x[i] * x[i];
  return result;
}

static double total(std::unique_ptr<double[]> values, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += values[i] * values[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double moved(const double *x, int n) {
  std::unique_ptr<double[]> first = squares(x, n);
  std::unique_ptr<double[]> second = std::move(first);
  if (first)
    return 0;
  second[0] *= x[n - 1];
  first.reset(new double[1]);
  first[0] = x[0];
  const double one = first[0];
  first.reset();
  return total(std::move(second), n) * one;
}

#pragma soac differentiate(vjp, jvp)
double smoothed(const double *x, int n, int steps) {
  double *from = (double *)malloc(sizeof(double) * n);
  double *to = (double *)malloc(sizeof *to * n);
  memcpy(from, x, n * sizeof(double));
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i) {
      const double left = from[i > 0 ? i - 1 : i], right = from[i + 1 < n ? i + 1 : i];
      to[i] = from[i] + 0.25 * left * right;
    }
    std::swap(from, to);
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += from[i] * from[i];
  free(from);
  free(to);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double walked(const double *x, int n) {
  double *begin = new double[n], *end = begin + n;
  for (double *p = begin; p != end; ++p)
    *p = *x++ * 3;
  double s = 1;
  for (const double *p = begin; p < end; ++p)
    s *= 1 + *p;
  delete[] begin;
  return s;
}

static void fill(double *to, const double *from, int n) {
  for (int i = 0; i < n; ++i)
    to[i] = std::sin(from[i]);
}
static double *allocated(int n) { return static_cast<double *>(std::malloc(static_cast<std::size_t>(n) * sizeof(double))); }

#pragma soac differentiate(vjp, jvp)
double helped(const double *x, int n) {
  double *a = allocated(n);
  double *b = allocated(n + 1);
  fill(a, x, n);
  fill(b + 1, a, n);
  b[0] = a[0];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i] * b[i + 1];
  free(b);
  free(a);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double matrix(const double *x, int n, int m) {
  double *a = (double *)malloc(n * m * sizeof(double));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * m + j] = x[i] * x[j] + i;
  double s = 0;
  for (int j = 0; j < m; ++j) {
    double column = 1;
    for (int i = 0; i < n; ++i)
      column *= a[i * m + j];
    s += column;
  }
  free(a);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double freed_between(const double *x, int n) {
  double *a = new double[n];
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * x[i];
  const double first = a[0];
  delete[] a;
  if (n > 100) {
    a = nullptr;
    delete[] a;
    return 0;
  }
  a = new double[2];
  a[0] = first * x[n - 1];
  a[1] = a[0] * first;
  const double r = a[1];
  delete[] a;
  return r;
}

#pragma soac differentiate(vjp, jvp)
double of_records(const double *x, int n) {
  auto *bodies = static_cast<body *>(std::malloc(n * sizeof(body)));
  body *const rest = new body[2];
  for (int i = 0; i < n; ++i) {
    bodies[i].position[0] = x[i];
    bodies[i].position[1] = x[i] * x[i];
    bodies[i].mass = 1 + i;
  }
  rest[0] = bodies[n - 1];
  double s = 0;
  for (const body *p = bodies; p != bodies + n; ++p)
    s += p->mass * p->position[0] * p->position[1] * rest->position[1];
  delete[] rest;
  std::free(bodies);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double in_a_loop(const double *x, int n) {
  double s = 0;
  for (int k = 1; k <= n; ++k) {
    auto part = std::make_unique<double[]>(k);
    double *copy = new double[k];
    for (int i = 0; i < k; ++i) {
      part[i] = x[i] * (1 + s);
      copy[i] = part[i] * part[0];
    }
    s += copy[k - 1];
    delete[] copy;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double grid(double x, int n) {
  double *u = (double *)calloc(n, sizeof(double));
  u[0] = x;
  for (int i = 1; i < n; ++i)
    u[i] = std::sin(u[i - 1]) + x * u[i];
  const double r = u[n - 1];
  free(u);
  return r;
}

#pragma soac differentiate(vjp, jvp)
double byte_count(const double *x, int n) {
  const std::size_t bytes = sizeof(double) * n;
  double *a = (double *)malloc(bytes);
  memset(a, 0, bytes);
  a[n - 1] = x[0] * x[0];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * x[i];
  free(a);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double of_one(double x) {
  auto *b = static_cast<body *>(std::malloc(sizeof(body)));
  b->mass = x;
  b->position[0] = x * x;
  const double r = b->mass * b->position[0];
  std::free(b);
  return r;
}

// Gaussian elimination in memory of its own.
#pragma soac differentiate(vjp, jvp)
void solved(const double *a, const double *b, double *x, int n) {
  double *m = (double *)malloc(n * n * sizeof(double));
  memcpy(m, a, n * n * sizeof(double));
  memcpy(x, b, n * sizeof(double));
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double f = m[i * n + k] / m[k * n + k];
      for (int j = k; j < n; ++j)
        m[i * n + j] -= f * m[k * n + j];
      x[i] -= f * x[k];
    }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= m[i * n + j] * x[j];
    x[i] /= m[i * n + i];
  }
  free(m);
}

#pragma soac differentiate(vjp, jvp)
double checked_memory(const double *x, int n) {
  double *a = (double *)malloc(sizeof(double) * n), *b = new double[n];
  if (!a || b == nullptr) {
    free(a);
    delete[] b;
    return 0;
  }
  for (int i = 0; i < n; ++i) {
    a[i] = x[i];
    b[i] = a[i] * a[i] * a[0];
  }
  const double r = b[n - 1];
  free(a);
  delete[] b;
  return r;
}

#pragma soac differentiate(vjp, jvp)
double swapped_owners(double x, double y) {
  auto a = std::make_unique<double[]>(2), b = std::make_unique<double[]>(3);
  a[0] = x;
  b[0] = y;
  a.swap(b);
  a[2] = a[0] * b[0];
  return a[2] * b[0] + a[0];
}

namespace {

/// Gives its memory back by itself.
class Matrix {
public:
  Matrix(int rows, int columns) : elements(new double[rows * columns]), rows(rows), columns(columns) {
    for (int i = 0; i < rows * columns; ++i)
      elements[i] = 0;
  }
  Matrix(const Matrix &other) : Matrix(other.rows, other.columns) {
    for (int i = 0; i < rows * columns; ++i)
      elements[i] = other.elements[i];
  }
  Matrix(Matrix &&other) noexcept : elements(other.elements), rows(other.rows), columns(other.columns) {
    other.elements = nullptr;
  }
  Matrix &operator=(const Matrix &other) {
    if (this != &other)
      for (int i = 0; i < rows * columns; ++i)
        elements[i] = other.elements[i];
    return *this;
  }
  ~Matrix() {
    delete[] elements;
    elements = nullptr;
  }

  double &operator()(int i, int j) { return elements[i * columns + j]; }
  double operator()(int i, int j) const { return elements[i * columns + j]; }
  double trace() const {
    double s = 0;
    for (int i = 0; i < rows; ++i)
      s += (*this)(i, i);
    return s;
  }
  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    Matrix c(a.rows, b.columns);
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j < b.columns; ++j)
        for (int k = 0; k < a.columns; ++k)
          c(i, j) += a(i, k) * b(k, j);
    return c;
  }

private:
  double *elements;
  int rows, columns;
};

Matrix outer(const double *x, int n) {
  Matrix m(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      m(i, j) = x[i] * x[j] + i - j;
  return m;
}
double trace_of_square(Matrix m) {
  m(0, 0) *= 2;
  return (m * m).trace();
}

struct Buffer {
  double *data = nullptr;
  explicit Buffer(int n) : data(static_cast<double *>(std::malloc(n * sizeof(double)))) {}
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() {
    if (data)
      std::free(data);
  }
};

} // namespace

#pragma soac differentiate(vjp, jvp)
double products(const double *x, int n) {
  const Matrix a = outer(x, n), b = a * a;
  const Matrix c = std::move(b) * outer(x, n) * a;
  return c.trace();
}

#pragma soac differentiate(vjp, jvp)
double copies(const double *x, int n) {
  Matrix a = outer(x, n);
  Matrix b(a);
  b(0, 1) *= x[0];
  const double before = trace_of_square(b);
  a = b * b;
  a = a;
  return before * a.trace() + trace_of_square(a) + b.trace();
}

#pragma soac differentiate(vjp, jvp)
double in_each_trip(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    Buffer powers(n);
    powers.data[0] = s;
    for (int j = 1; j < n; ++j)
      powers.data[j] = powers.data[j - 1] * x[i];
    if (powers.data[n - 1] > 2)
      continue;
    s += powers.data[i] * powers.data[n - 1];
    if (s > 5)
      return s * x[i];
  }
  return s;
}

} // namespace allocations
