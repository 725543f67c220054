// Calls whose arguments share memory.
#include "overlap.hpp"

#pragma soac differentiate(vjp, jvp)
void add_squares(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_squares_of_views(double a, soac::view<const double> x, soac::view<double> y) {
  for (soac::index i = 0; i < x.size(); ++i)
    y[i] += a * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_squares_of_spans(double a, std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] += a * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_squares_of_vectors(double a, const std::vector<double> &x, std::vector<double> &y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] += a * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_squares_of_arrays(double a, const soac::array<double> &x, soac::array<double> &y) {
  for (soac::index i = 0; i < x.size(); ++i)
    y[i] += a * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_squares_of_fixed(double a, const std::array<double, 3> &x, std::array<double, 3> &y) {
  for (std::size_t i = 0; i < 3; ++i)
    y[i] += a * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_squares_of_c_arrays(double a, const double (&x)[3], double (&y)[3]) {
  for (std::size_t i = 0; i < 3; ++i)
    y[i] += a * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_squares_of_pairs(double a, const std::vector<Pair> &x, std::vector<Pair> &y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i].x += a * x[i].x * x[i].y;
    y[i].y += a * x[i].y * x[i].y;
  }
}

#pragma soac differentiate(vjp, jvp)
void add_squares_of_complex(double a, const std::complex<double> *x, std::complex<double> *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_squares_to_field(const Field &field, soac::view<const double> x) {
  for (soac::index i = 0; i < x.size(); ++i)
    field.values[i] += field.scale * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void add_row(std::vector<std::vector<double>> &rows, soac::view<const double> row) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j)
      rows[i][j] *= row[static_cast<soac::index>(j)];
}

#pragma soac differentiate(vjp, jvp)
double square_second(const double &a, double &b) {
  b = b * b;
  return a * b;
}

#pragma soac differentiate(vjp, jvp)
double square_second_pair(const Pair &a, Pair &b) {
  b.x = b.x * b.y;
  return a.x * b.x;
}

#pragma soac differentiate(vjp, jvp)
double square_in_place(double &a, double &b) {
  a = a * a;
  b = b * a;
  return a + b;
}

// Columns of a row-major matrix.
#pragma soac differentiate(vjp, jvp)
void scale_columns(const double *from, double *to, int rows, int columns, int stride) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      to[i * stride + j] = to[i * stride + j] * from[i * stride + j];
}

#pragma soac differentiate(vjp, jvp)
void scale_view(soac::view<const double, 2> from, soac::view<double, 2> to) {
  for (soac::index i = 0; i < from.extent(0); ++i)
    for (soac::index j = 0; j < from.extent(1); ++j)
      to(i, j) = to(i, j) * from(i, j);
}

// x[0] .. x[n - 1], read up to y[n - 1]
#pragma soac differentiate(vjp, jvp)
void differences(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= (i > 0 ? x[i - 1] : x[n - 1]) - x[i];
}

#pragma soac differentiate(vjp, jvp)
void one_or_other(const double *from, double *to, int n, bool isInPlace) {
  for (int i = 0; i < n; ++i)
    if (isInPlace)
      to[i] *= to[i];
    else
      to[i] = from[i] * from[i];
}

#pragma soac differentiate(vjp, jvp)
void gather(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[i]];
}

#pragma soac differentiate(vjp, jvp)
void clamp_backwards(const double *x, double *y, int n) {
  for (int i = n - 1; i >= 0; i -= 2)
    y[i] = y[i] * x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
double inner(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double inner_of_views(soac::view<const double> x, soac::view<const double> y) { return soac::dot(x, y); }

#pragma soac differentiate(vjp, jvp)
double inner_of_vectors(const std::vector<double> &x, const std::vector<double> &y) { return soac::dot(x, y); }

#pragma soac differentiate(vjp, jvp)
double inner_of_pairs(const std::vector<Pair> &x, const std::vector<Pair> &y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i].x * y[i].y + x[i].y * y[i].x;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double product(const double &x, const double &y) { return x * y; }

#pragma soac differentiate(vjp, jvp)
double product_of_pairs(const Pair &a, const Pair &b) { return a.x * b.x + a.y * b.y; }

#pragma soac differentiate(vjp, jvp)
double scaled_sum(double a, const std::vector<double> &x) {
  double sum = 0;
  for (double v : x)
    sum += a * v;
  return sum;
}
