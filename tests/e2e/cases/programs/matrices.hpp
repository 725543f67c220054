// Dense linear algebra as people write it: in place, with pivots, until convergence.
#pragma once

#include <array>
#include <soac/soac.hpp>
#include <vector>

/// Row-major, with bounds known at run time only.
class Matrix {
public:
  Matrix(int rows, int columns, double value = 0.0) : rows_(rows), columns_(columns), data_(rows * columns, value) {}
  static Matrix identity(int n) {
    Matrix m(n, n);
    for (int i = 0; i < n; ++i)
      m(i, i) = 1;
    return m;
  }
  double &operator()(int i, int j) { return data_[i * columns_ + j]; }
  double operator()(int i, int j) const { return data_[i * columns_ + j]; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Matrix &operator+=(const Matrix &other) {
    for (std::size_t k = 0; k < data_.size(); ++k)
      data_[k] += other.data_[k];
    return *this;
  }
  Matrix &operator*=(double s) {
    for (double &x : data_)
      x *= s;
    return *this;
  }
  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    Matrix c(a.rows_, b.columns_);
    for (int i = 0; i < a.rows_; ++i)
      for (int k = 0; k < a.columns_; ++k)
        for (int j = 0; j < b.columns_; ++j)
          c(i, j) += a(i, k) * b(k, j);
    return c;
  }

private:
  int rows_, columns_;
  std::vector<double> data_;
};

using Matrix3 = std::array<std::array<double, 3>, 3>;

double cholesky_log_determinant(std::vector<double> a, int n);
double householder_least_squares(soac::view<const double, 2> a, soac::view<const double> b);
double determinant_with_pivots(Matrix3 a);
double largest_eigenvalue(soac::view<const double, 2> a, int iterations);
double jacobi_eigenvalues(Matrix3 a, int sweeps);
double conjugate_gradients(const std::vector<double> &a, const std::vector<double> &b, double tolerance);
double gram_schmidt(std::vector<std::array<double, 3>> v);
double matrix_exponential(double angle, double decay, double time);
double back_substitution(const double *u, const double *b, int n);
double inverse_trace(soac::array<double, 2> a);
double quadratic_form(const double (&a)[3][3], const double *x);
double power_trace(const Matrix3 &a, unsigned exponent);
double packed_columns(const std::vector<double> &lower, const std::vector<double> &x);
double packed_columns_by_maps(soac::view<const double> lower, soac::view<const double> x);
double log_gaussian(const std::vector<double> &x, const std::vector<double> &mean, const std::vector<double> &covariance);
double polar_rotation(double a, double b, double c, double d);
