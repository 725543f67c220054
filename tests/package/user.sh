#!/usr/bin/env bash
# A new user's first hour with an installed soac: the README's way by hand, then ten programs in a CMake project.
# Usage: user.sh <prefix> <C++ compiler> <work directory>
set -euo pipefail
prefix=$1 cxx=$2 work=$3
rm -rf "$work"
mkdir -p "$work/hand" "$work/source"
PATH=$prefix/bin:$PATH

# By hand: no database, no flag that says where the library is.
cd "$work/hand"
cat >fit.cpp <<'CPP'
#include <soac/soac.hpp>
#include "fit.soac.hpp"
#include <cmath>
#include <cstdio>
double fit(double x) { return std::exp(x) * x; }
int main() { return std::printf("%.3f\n", soac::gradient<fit>(1.0)) != 6; }
CPP
soac fit.cpp -- -std=c++20
"$cxx" -std=c++20 -O2 -Wall -Wextra -Werror -I "$prefix/include" fit.cpp fit.soac.cpp -o fit
[ "$(./fit)" = 5.437 ]
soac --help >help
[ -s "$prefix/share/man/man1/soac.1" ] && bash -n "$prefix/share/bash-completion/completions/soac"

cd "$work/source"
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
enable_testing()
find_package(soac REQUIRED)
add_library(programs plain.cpp operators.cpp)
soac_generate(TARGET programs SOURCES plain.cpp operators.cpp OUTPUT_DIRECTORY generated)
target_compile_options(programs PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Werror)
target_include_directories(programs PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/generated)
soac_add_gradient_tests(programs SETTINGS newton_root:steps=30)
add_executable(app main.cpp)
target_link_libraries(app PRIVATE programs soac::soac)
add_test(NAME app COMMAND app)
CMAKE
cat >programs.hpp <<'CPP'
#pragma once
#include <soac/soac.hpp>
#include <vector>
enum class Law { linear, cubic };
struct Body { double x, y, mass; };
double spring(double stiffness, const double *x, int n);
double heat(std::vector<double> u, double k, int steps);
double newton_root(double a, int steps);
void matvec(const double *a, const double *x, double *y, int n);
double potential(const std::vector<Body> &bodies);
double logistic(soac::view<const double, 2> points, soac::view<const int> labels, soac::view<const double> weights);
double rosenbrock(const std::vector<double> &x);
std::vector<double> step_to(const std::vector<double> &x);
double power(double re, double im);
double binned(soac::view<const double> x, soac::view<const int> keys, int count);
double response(double x, Law law);
soac::array<double> slopes();
CPP
cat >plain.cpp <<'CPP'
#include "programs.hpp"
#include <cmath>
#pragma soac differentiate(vjp, jvp)
double spring(double stiffness, const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; ++i)
    sum += (x[i + 1] - x[i]) * (x[i + 1] - x[i]);
  return 0.5 * stiffness * sum;
}
#pragma soac differentiate(vjp, jvp)
double heat(std::vector<double> u, double k, int steps) {
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t) {
    std::vector<double> next = u;
    for (std::size_t i = 1; i + 1 < u.size(); ++i)
      next[i] += k * (u[i - 1] - 2 * u[i] + u[i + 1]);
    u = next;
  }
  double sum = 0;
  for (double value : u)
    sum += value * value;
  return sum;
}
#pragma soac differentiate(vjp, jvp)
double newton_root(double a, int steps) {
  double x = 1;
  while (std::fabs(x * x - a) > 1e-12 && steps-- > 0)
    x = 0.5 * (x + a / x);
  return x;
}
#pragma soac differentiate(vjp, jvp)
void matvec(const double *a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j < n; ++j)
      y[i] += a[i * n + j] * x[j];
  }
}
#pragma soac differentiate(vjp, jvp)
double potential(const std::vector<Body> &bodies) {
  double sum = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      sum -= bodies[i].mass * bodies[j].mass / std::hypot(bodies[i].x - bodies[j].x, bodies[i].y - bodies[j].y);
  return sum;
}
CPP
cat >operators.cpp <<'CPP'
#include "programs.hpp"
#include "operators.soac.hpp"
#include <cmath>
#include <complex>
double logistic(soac::view<const double, 2> points, soac::view<const int> labels, soac::view<const double> weights) {
  return soac::sum(soac::map(
      [&](soac::view<const double> point, int label) {
        const double z = soac::dot(point, weights);
        return std::log1p(std::exp(label % 2 ? -z : z));
      },
      points, labels));
}
double rosenbrock(const std::vector<double> &x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += 100 * (x[i + 1] - x[i] * x[i]) * (x[i + 1] - x[i] * x[i]) + (1 - x[i]) * (1 - x[i]);
  return sum;
}
// One step of Newton's method for two unknowns.
std::vector<double> step_to(const std::vector<double> &x) {
  const auto h = soac::hessian<rosenbrock>(x);
  const auto g = soac::gradient<rosenbrock>(x);
  const double det = h(0, 0) * h(1, 1) - h(0, 1) * h(1, 0);
  return {x[0] - (h(1, 1) * g[0] - h(0, 1) * g[1]) / det, x[1] - (h(0, 0) * g[1] - h(1, 0) * g[0]) / det};
}
double power(double re, double im) {
  const std::complex<double> z(re, im);
  return std::norm(z * z + std::exp(z));
}
double binned(soac::view<const double> x, soac::view<const int> keys, int count) {
  const auto totals = soac::reduce_by_index(soac::plus{}, 0.0, count, keys, x);
  return soac::sum(soac::scan(soac::multiplies{}, 1.0, soac::map([](double t) { return 1 + t * t; }, totals)));
}
template <class F> static double twice(const F &f, double x) { return f(f(x)); }
double response(double x, Law law) {
  switch (law) {
  case Law::linear: return twice([](double y) { return 3 * y; }, x);
  case Law::cubic: return twice([](double y) { return y * y * y; }, x);
  }
  return 0;
}
soac::array<double> slopes() {
  const soac::array<double, 2> points{{1, 2}, {-1, 0.5}};
  const soac::array<int> labels{0, 1};
  const soac::array<double> weights{0.3, -0.2}, x{1, 2, 3};
  const auto by_weight = soac::gradient<logistic, soac::wrt<2>>(points, labels, weights);
  const double by_im = soac::gradient<power, soac::wrt<1>>(0.5, 0.25);
  const soac::array<int> keys{0, 1, 0};
  return {by_weight[0], by_im, soac::gradient<binned>(x, keys, 2)[1], soac::gradient<response>(2.0, Law::cubic)};
}
CPP
cat >main.cpp <<'CPP'
#include "programs.hpp"
#include "plain.soac.hpp"
#include <cmath>
#include <cstdio>
static int failures = 0;
static void expect(const char *what, double got, double wanted) {
  if (std::fabs(got - wanted) > 1e-6 * (1 + std::fabs(wanted)))
    ++failures, std::printf("%s: %.10g, not %.10g\n", what, got, wanted);
}
template <class F> static double slope(const F &f) { return (f(1e-5) - f(-1e-5)) / 2e-5; }
int main() {
  const double x[] = {0, 1, 3}, a[] = {1, 2, 3, 4};
  double stiffness_adj = 0, x_adj[3] = {};
  expect("spring", spring_vjp(2.0, x, 3, 1.0, stiffness_adj, x_adj), 5);
  expect("spring by x", x_adj[2], 4);
  const std::vector<double> u{0, 1, 4, 2};
  std::vector<double> u_adj(4);
  double k_adj = 0, root_adj = 0;
  heat_vjp(u, 0.1, 20, 1.0, u_adj, k_adj);
  expect("heat", k_adj, slope([&](double h) { return heat(u, 0.1 + h, 20); }));
  expect("root", newton_root_vjp(2.0, 50, 1.0, root_adj), std::sqrt(2.0));
  expect("root by a", root_adj, 0.5 / std::sqrt(2.0));
  double a_adj[4] = {}, v_adj[2] = {}, y[2], y_adj[2] = {1, 10};
  matvec_vjp(a, x, y, 2, a_adj, v_adj, y_adj);
  expect("matvec", v_adj[0], 31);
  expect("matvec clears the seed", y_adj[1], 0);
  const std::vector<Body> bodies{{0, 0, 1}, {1, 0, 2}, {0, 2, 3}};
  std::vector<Body> bodies_adj(3);
  potential_vjp(bodies, 1.0, bodies_adj);
  expect("potential", bodies_adj[1].mass, -1 - 3 / std::sqrt(5.0));
  std::vector<double> at{-1.2, 1};
  for (int i = 0; i < 10; ++i)
    at = step_to(at);
  expect("minimum", at[0] + at[1], 2);
  const soac::array<double> got = slopes();
  const soac::array<double, 2> points{{1, 2}, {-1, 0.5}};
  const soac::array<int> labels{0, 1}, keys{0, 1, 0};
  expect("logistic", got[0], slope([&](double h) { return logistic(points, labels, soac::array<double>{0.3 + h, -0.2}); }));
  expect("power", got[1], slope([](double h) { return power(0.5, 0.25 + h); }));
  expect("binned", got[2], slope([&](double h) { return binned(soac::array<double>{1, 2 + h, 3}, keys, 2); }));
  expect("response", got[3], 9 * 256);
  return failures;
}
CPP
cmake -S . -B ../build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" >../configured.log
cmake --build ../build >../built.log 2>&1 || { cat ../built.log; exit 1; }
ctest --test-dir ../build --output-on-failure
