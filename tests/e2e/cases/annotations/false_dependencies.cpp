#include "false_dependencies.hpp"

#include "false_dependencies.soac.hpp"
#include "norm.hpp"

#include <cmath>

namespace false_dependencies {

#pragma soac differentiate(vjp, jvp)
std::vector<double> recurrence(double a, int n) {
  std::vector<double> y(n + 1);
  y[0] = a;
  for (int i = 0; i < n; ++i)
    y[i + 1] = std::sin(a * y[i]) + i;
  return y;
}

// Row i is made of row i - 1 and of its own elements to the left.
#pragma soac differentiate(vjp, jvp)
double wavefront(const std::vector<double> &x, int n) {
  soac::array<double, 2> table(n + 1, n + 1);
  for (int i = 0; i <= n; ++i)
    table(i, 0) = table(0, i) = x[i % x.size()];
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j)
      table(i, j) = 0.5 * std::sin(table(i - 1, j) + table(i, j - 1)) * table(i - 1, j - 1);
  return table(n, n);
}

// Every step overwrites the same elements of `next` before it reads them.
#pragma soac differentiate(vjp, jvp)
double ping_pong(const std::vector<double> &x, int steps) {
  std::vector<double> u = x, next = x;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < u.size(); ++i)
      next[i] = u[i] + 0.2 * std::sin(u[i - 1] * u[i + 1]);
    u = next;
  }
  return norm(u);
}

#pragma soac differentiate(vjp, jvp)
double permuted(const std::vector<double> &x, const std::vector<int> &where) {
  std::vector<double> y(x.size());
  double s = 0.5;
#pragma soac no_false_dependencies(y)
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[where[i]] = x[i] * s;
    s += std::sin(y[where[i]]);
  }
  return s * y[0];
}

#pragma soac differentiate(vjp, jvp)
double permuted_2(const std::vector<double> &x, const std::vector<int> &where) {
  std::vector<double> y(x.size());
  double s = 0.5;
#pragma soac no_false_dependencies(y)
#pragma soac stripmine(2)
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[where[i]] = x[i] * s;
    s += std::sin(y[where[i]]);
  }
  return s * y[0];
}

#pragma soac differentiate(vjp, jvp)
double permuted_r2(const std::vector<double> &x, const std::vector<int> &where) {
  std::vector<double> y(x.size());
  double s = 0.5;
#pragma soac checkpoint(revolve : 2)
#pragma soac no_false_dependencies(y)
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[where[i]] = x[i] * s;
    s += std::sin(y[where[i]]);
  }
  return s * y[0];
}

#pragma soac differentiate(vjp, jvp)
void permuted_view(soac::view<const double> x, soac::view<const int> where, soac::view<double> y) {
#pragma soac no_false_dependencies(y)
  for (soac::index i = 0; i < x.size(); ++i)
    y[where[i]] = x[i] * x[0];
}

#pragma soac differentiate(vjp, jvp)
void permuted_pointer(const double *x, const int *where, double *y, int n) {
#pragma soac no_false_dependencies(y)
  for (int i = 0; i < n; ++i)
    y[where[i]] = x[i] * x[0];
}

#pragma soac differentiate(vjp, jvp)
double read_before(const std::vector<double> &x, const std::vector<int> &where, const std::vector<int> &from) {
  std::vector<double> y = x;
#pragma soac no_false_dependencies(y)
  for (std::size_t i = 0; i < where.size(); ++i)
    y[where[i]] = std::sin(y[from[i]]) * y[from[i]];
  return norm(y);
}

// Inner loops of any length write the pieces; a branch decides about some elements.
#pragma soac differentiate(vjp, jvp)
double in_pieces(const std::vector<double> &x, const std::vector<int> &starts) {
  std::vector<double> y(x.size(), 1.0);
#pragma soac no_false_dependencies(y)
  for (std::size_t p = 0; p + 1 < starts.size(); ++p) {
    double sum = 1;
    for (int i = starts[p]; i < starts[p + 1]; ++i) {
      if (x[i] > 0) {
        y[i] = sum;
        y[i] *= x[i];
      }
      sum += std::sin(y[i]) * (p > 0 ? y[starts[p - 1]] : 0.3);
    }
  }
  return norm(y);
}

// What is read is what has just been written: no derivative needs y, nor does the value.
#pragma soac differentiate(vjp, jvp)
double forwarded(const std::vector<double> &x, const std::vector<int> &where) {
  std::vector<double> y(x.size());
  double sum = 0;
#pragma soac no_false_dependencies(y)
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[where[i]] = std::sin(x[i]);
    sum += y[where[i]] * y[where[i]];
  }
  return sum;
}

// Nothing needs the loop.
#pragma soac differentiate(vjp, jvp)
double unneeded(const std::vector<double> &x, const std::vector<int> &where) {
  std::vector<double> y(x.size());
#pragma soac no_false_dependencies(y)
  for (std::size_t i = 0; i < x.size(); ++i)
    y[where[i]] = std::sin(x[i]);
  return norm(x);
}

std::vector<double> gradient_of_forwarded(const std::vector<double> &x, const std::vector<int> &where) {
  return soac::gradient<forwarded>(x, where);
}
std::vector<double> gradient_along(const std::vector<double> &x, const std::vector<int> &where) {
  return soac::jvp<soac::gradient<forwarded>>(x, where, x);
}
double derivative_along(const std::vector<double> &x, const std::vector<int> &where) {
  return soac::jvp<forwarded>(x, where, x);
}
#pragma soac differentiate(vjp, jvp)
double square_of_derivative(const std::vector<double> &x, const std::vector<int> &where) {
  const double slope = derivative_along(x, where);
  return slope * slope;
}

} // namespace false_dependencies
