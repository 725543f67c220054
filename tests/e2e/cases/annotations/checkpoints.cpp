#include "checkpoints.hpp"
#include "checkpoints.soac.hpp"

#include "norm.hpp"

#include <cmath>
#include <soac/soac.hpp>

// Loops with annotations in loops, maps and branches, and of every kind of counter and result.

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

// Second derivatives of annotated loops: an operator inside a differentiated function, in both modes of both.

namespace annotated_twice {

#define FORM(name) name##_plain
#define ANNOTATED
#include "annotated_twice.inc"
#undef FORM
#undef ANNOTATED

#define FORM(name) name##_strip2
#define ANNOTATED _Pragma("soac stripmine(2)")
#include "annotated_twice.inc"
#undef FORM
#undef ANNOTATED

#define FORM(name) name##_revolve2
#define ANNOTATED _Pragma("soac checkpoint(revolve : 2)")
#include "annotated_twice.inc"
#undef FORM
#undef ANNOTATED

} // namespace annotated_twice

// A long time loop, whose adjoint's memory is measured.

namespace {

// The state as a value: checkpointed whole.
soac::array<double> grown(const soac::array<double> &u) {
  return soac::map([](double v) { return v + 0.01 * v * (1 - v); }, u);
}

// The state changed in place: an undo log.
void relax(std::vector<double> &u) {
  for (std::size_t i = 1; i + 1 < u.size(); ++i)
    u[i] += 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) + 0.01 * u[i] * (1 - u[i]);
}

double total(const std::vector<double> &u) {
  double sum = 0;
  for (const double v : u)
    sum += v;
  return sum;
}

} // namespace

#pragma soac differentiate(vjp)
double evolve(const std::vector<double> &x, int steps) {
  soac::array<double> u = x;
  for (int t = 0; t < steps; ++t)
    u = grown(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double smooth(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
  for (int t = 0; t < steps; ++t)
    relax(u);
  return total(u);
}

#pragma soac differentiate(vjp)
double evolve_2(const std::vector<double> &x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    u = grown(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double smooth_2(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return total(u);
}

#pragma soac differentiate(vjp)
double evolve_3(const std::vector<double> &x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    u = grown(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double smooth_3(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return total(u);
}

#pragma soac differentiate(vjp)
double evolve_r100(const std::vector<double> &x, int steps) {
  soac::array<double> u = x;
#pragma soac checkpoint(revolve: 100)
  for (int t = 0; t < steps; ++t)
    u = grown(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double smooth_r100(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac checkpoint(revolve: 100)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return total(u);
}
