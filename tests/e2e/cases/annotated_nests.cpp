#include "annotated_nests.hpp"

#include "norm.hpp"

#include <cmath>

namespace annotated_nests {

#pragma soac differentiate(vjp, jvp)
double nested(const std::vector<double> &x, int n, int m) {
  std::vector<double> u = x;
  double total = 0.2;
  for (int i = 0; i < n; ++i) {
    double inner = total;
    for (int j = 0; j < m; ++j) {
      inner = std::sin(inner + u[j % u.size()]);
      u[(i + j) % u.size()] *= 1 + 0.1 * inner;
    }
    total += inner * inner;
  }
  return total * norm(u);
}

#pragma soac differentiate(vjp, jvp)
double nested_annotated(const std::vector<double> &x, int n, int m) {
  std::vector<double> u = x;
  double total = 0.2;
#pragma soac stripmine(2)
  for (int i = 0; i < n; ++i) {
    double inner = total;
#pragma soac stripmine(2)
    for (int j = 0; j < m; ++j) {
      inner = std::sin(inner + u[j % u.size()]);
      u[(i + j) % u.size()] *= 1 + 0.1 * inner;
    }
    total += inner * inner;
  }
  return total * norm(u);
}

#pragma soac differentiate(vjp, jvp)
double nested_mixed(const std::vector<double> &x, int n, int m) {
  std::vector<double> u = x;
  double total = 0.2;
#pragma soac checkpoint(revolve : 2)
  for (int i = 0; i < n; ++i) {
    double inner = total;
#pragma soac stripmine(3)
    for (int j = 0; j < m; ++j) {
      inner = std::sin(inner + u[j % u.size()]);
      u[(i + j) % u.size()] *= 1 + 0.1 * inner;
    }
    total += inner * inner;
  }
  return total * norm(u);
}

#pragma soac differentiate(vjp, jvp)
double per_element(soac::view<const double> x, int steps) {
  return soac::sum(soac::map(
      [&](double v) {
        for (int t = 0; t < steps; ++t)
          v += 0.1 * std::sin(v) * x[0];
        return v;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double per_element_2(soac::view<const double> x, int steps) {
  return soac::sum(soac::map(
      [&](double v) {
#pragma soac stripmine(2)
        for (int t = 0; t < steps; ++t)
          v += 0.1 * std::sin(v) * x[0];
        return v;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double per_element_r2(soac::view<const double> x, int steps) {
  return soac::sum(soac::map(
      [&](double v) {
#pragma soac checkpoint(revolve : 2)
        for (int t = 0; t < steps; ++t)
          v += 0.1 * std::sin(v) * x[0];
        return v;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double in_branch_2(double x, int steps) {
  double y = 1;
  if (x > 0) {
#pragma soac stripmine(2)
    for (int t = 0; t < steps; ++t)
      y = y * std::cos(x) + 0.1 * t;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double in_branch_r2(double x, int steps) {
  double y = 1;
  if (x > 0) {
#pragma soac checkpoint(revolve : 2)
    for (int t = 0; t < steps; ++t)
      y = y * std::cos(x) + 0.1 * t;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double over_range_2(const std::vector<double> &x) {
  double y = 0.1;
#pragma soac stripmine(2)
  for (const double v : x)
    y = std::sin(y + v) * v;
  return y;
}

#pragma soac differentiate(vjp, jvp)
double over_range_r2(const std::vector<double> &x) {
  double y = 0.1;
#pragma soac checkpoint(revolve : 2)
  for (const double v : x)
    y = std::sin(y + v) * v;
  return y;
}

#pragma soac differentiate(vjp, jvp)
double downwards_2(const double *x, int n) {
  double y = 0.1;
#pragma soac stripmine(2)
  for (int i = n - 1; i >= 0; i -= 2)
    y = y * x[i] + std::cos(y);
  return y;
}

#pragma soac differentiate(vjp, jvp)
float single_r2(float x, int steps) {
  float y = x;
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < steps; ++t)
    y += 0.25f * std::sin(y * x);
  return y;
}

#pragma soac differentiate(vjp, jvp)
void output_2(const double *x, double *y, int n, int steps) {
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      y[i] = 0.5 * y[i] * x[i] + std::sin(y[(i + 1) % n]);
}

#pragma soac differentiate(vjp, jvp)
void output_r2(const double *x, double *y, int n, int steps) {
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      y[i] = 0.5 * y[i] * x[i] + std::sin(y[(i + 1) % n]);
}

} // namespace annotated_nests
