#!/usr/bin/env bash
# The gradient tests of functions whose arguments are hard to make: what is right passes, what cannot be sampled is
# skipped with its reason, and a misspelt setting ends the build.
# Usage: gradient_forms.sh <prefix> <C++ compiler> <work directory>
set -euo pipefail
prefix=$1 cxx=$2 work=$3
rm -rf "$work"
mkdir -p "$work/source"
cd "$work/source"
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(forms LANGUAGES CXX)
find_package(soac REQUIRED)
enable_testing()
add_library(forms forms.cpp more.cpp)
soac_generate(TARGET forms SOURCES forms.cpp more.cpp OUTPUT_DIRECTORY generated)
target_include_directories(forms PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/generated)
soac_add_gradient_tests(forms SETTINGS rows_given:start=0,2,2,5 rows_given:column=0,2,1,1,0 rows_given:value=5
                                       rows_given:x=0.5..0.75 more:n=2 too_short:x=3 too_short:n=5 ${MORE_SETTINGS})
CMAKE
cat >forms.hpp <<'CPP'
#pragma once
#include <complex>
#include <soac/soac.hpp>
#include <span>
#include <string>
#include <vector>
struct Layer { std::vector<double> weights; double bias; };
struct State { double x, y, v[2]; };
struct Force { double x, y, z[2]; };
struct Rate {
  double value, shift;
  int kind;
  Rate() : value(1), shift(0), kind(2) {}
  explicit Rate(double v) : value(v), shift(v), kind(1) {}
};
struct Model { soac::view<const double, 2> weights; soac::view<const double> bias; double scale; };
double layer(const Layer &l, double x);
double matrix(const std::vector<double> &a, const double *b, int n);
Force force(const State &s);
double nested(const std::vector<std::vector<double>> &rows);
soac::array<double> positive(soac::view<const double> x);
double through_float(double x, double y);
double zero(double x);
double rows(const std::vector<int> &start, const std::vector<int> &column, const std::vector<double> &value,
            const std::vector<double> &x);
double rows_given(const std::vector<int> &start, const std::vector<int> &column, const std::vector<double> &value,
                  const std::vector<double> &x);
double table(double a[3][3], const double (&x)[8]);
double spectrum(const std::vector<std::complex<double>> &z);
double temporary(std::vector<double> &&x, double &&factor);
double fixed_span(std::span<const float, 3> x);
double bystander(double x, const std::string &name);
double chosen(double x, double y);
double rate(const Rate &r, double x);
double model(const Model &m, soac::view<const double> x);
double kink(double x);
double root(double x);
double never(double x);
double chaotic(double x);
double steps(double x);
double deep(const double *x, int n);
double wrong(const std::vector<double> &a, int n);
double too_short(const std::vector<double> &x, int n);
void uses(const State &s, const std::vector<State> &all);
double more(double x, int n);
CPP
cat >forms.cpp <<'CPP'
#include "forms.hpp"
#include "forms.soac.hpp"
#include <cmath>
#include <stdexcept>
#pragma soac differentiate(vjp, jvp)
double layer(const Layer &l, double x) {
  double s = l.bias;
  for (double w : l.weights)
    s = std::tanh(s + w * x);
  return s * l.weights[0];
}
#pragma soac differentiate(vjp, jvp)
double matrix(const std::vector<double> &a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      s += a[i * n + j] * b[i * (n + 1) + j] * a[j * n + i];
  return s;
}
Force force(const State &s) {
  const double r = s.x * s.x + s.y * s.y;
  return {s.x / r, s.y * s.v[0], {s.v[0] * s.v[1], s.x * s.v[1]}};
}
#pragma soac differentiate(vjp, jvp)
double nested(const std::vector<std::vector<double>> &rows) {
  double s = 1;
  for (const auto &row : rows)
    for (double e : row)
      s += e * e * s;
  return s;
}
#pragma soac differentiate(vjp, jvp)
soac::array<double> positive(soac::view<const double> x) {
  return soac::map([](double a) { return a * a; }, soac::filter([](double a) { return a > 0.8; }, x));
}
#pragma soac differentiate(vjp, jvp)
double through_float(double x, double y) {
  const float z = static_cast<float>(x) * static_cast<float>(y);
  return std::sin(x) * z;
}
#pragma soac differentiate(vjp, jvp)
double zero(double x) { return std::sin(x) * std::sin(x) + std::cos(x) * std::cos(x) - 1; }
static double product(const std::vector<int> &start, const std::vector<int> &column, const std::vector<double> &value,
                      const std::vector<double> &x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double y = 0;
    for (int k = start[i]; k < start[i + 1]; ++k)
      y += value[k] * x[column[k]];
    s += y * y;
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double rows(const std::vector<int> &start, const std::vector<int> &column, const std::vector<double> &value,
            const std::vector<double> &x) {
  return product(start, column, value, x);
}
#pragma soac differentiate(vjp, jvp)
double rows_given(const std::vector<int> &start, const std::vector<int> &column, const std::vector<double> &value,
                  const std::vector<double> &x) {
  return product(start, column, value, x);
}
#pragma soac differentiate(vjp, jvp)
double table(double a[3][3], const double (&x)[8]) {
  a[0][1] = x[7] * a[2][2];
  return a[0][1] * a[1][1] * x[0];
}
#pragma soac differentiate(vjp, jvp)
double spectrum(const std::vector<std::complex<double>> &z) {
  double s = 0;
  for (const auto &e : z)
    s += std::norm(e * e + 1.0);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double rate(const Rate &r, double x) { return r.value * x * r.kind + r.shift * r.shift; }
#pragma soac differentiate(vjp, jvp)
double model(const Model &m, soac::view<const double> x) {
  double s = 0;
  for (soac::index i = 0; i < m.weights.extent(0); ++i)
    s += m.scale * (soac::dot(m.weights[i], x) + m.bias[i]) * m.bias[i];
  return s;
}
#pragma soac differentiate(vjp, jvp)
double kink(double x) { return std::fabs(x - 0.5) * x; }
#pragma soac differentiate(vjp, jvp)
double root(double x) { // by bisection: smooth only within 1e-9
  double low = 0, high = 1 + x;
  while (high - low > 1e-9) {
    const double middle = 0.5 * (low + high);
    if (middle * middle < x)
      low = middle;
    else
      high = middle;
  }
  return low;
}
#pragma soac differentiate(vjp, jvp)
double never(double x) { return std::sqrt(-1 - x * x); }
#pragma soac differentiate(vjp, jvp)
double chaotic(double x) { // the logistic map: its slopes are of size 2^200
  x -= std::floor(x);
  for (int i = 0; i < 200; ++i)
    x *= 4 * (1 - x);
  return x;
}
#pragma soac differentiate(vjp, jvp)
double steps(double x) {
  while (x * x < 1e300)
    x = x > 5 ? 2 : x + 1;
  return x;
}
#pragma soac differentiate(vjp, jvp)
double deep(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s *= x[i] * x[i + n];
  return s;
}
static double half(double x) { return 0.5 * x * x; }
static double half_vjp(double x, double r_adj, double &x_adj) { return x_adj += 1.01 * x * r_adj, half(x); }
static double half_jvp(double x, double x_tan, double &r_tan) { return r_tan = 1.01 * x * x_tan, half(x); }
#pragma soac differentiate(vjp, jvp)
double temporary(std::vector<double> &&x, double &&factor) {
  double s = 0;
  for (double &e : x)
    s += e *= e * factor;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double fixed_span(std::span<const float, 3> x) { return static_cast<double>(x[0] * x[1] * x[2]); }
#pragma soac differentiate(vjp, jvp)
double bystander(double x, const std::string &) { return x * x; }
#pragma soac differentiate(vjp, jvp, wrt: 1)
double chosen(double x, double y) { return x * y * y; }
#pragma soac differentiate(vjp, jvp)
double wrong(const std::vector<double> &a, int n) {
  return soac::with_rules(half, half_vjp, half_jvp, a[n * n - 1]) + a[0];
}
#pragma soac differentiate(vjp, jvp)
double too_short(const std::vector<double> &x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}
void uses(const State &s, const std::vector<State> &) {
  soac::jacobian_forward<force>(s);
  soac::jacobian_reverse<force>(s);
  soac::jvp<force>(s, s);
}
CPP
cat >more.cpp <<'CPP'
#include "forms.hpp"
#pragma soac differentiate(vjp, jvp)
double more(double x, int n) { return n * x * x; }
CPP
cmake -S . -B ../build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion" \
  >../configured.log
cmake --build ../build >../built.log 2>&1 || { cat ../built.log; exit 1; }
if grep -n 'soac/testing.*warning:' ../built.log; then exit 1; fi

ctest --test-dir ../build --output-on-failure >../tested.log || true
failures=0
expect() { # expect <Passed|Skipped|Failed> <function...>
  local how=$1
  shift
  for name; do
    grep -qE "forms\.gradient\.$name \.+ *\**$how" ../tested.log || { echo "$name: not $how"; failures=1; }
  done
}
expect Passed layer matrix 'jacobian_forward<force>' 'jacobian_reverse<force>' 'jvp<force>' nested positive through_float zero rows \
  rows_given table spectrum rate model kink root deep more temporary fixed_span
expect Skipped never steps chaotic
expect Failed wrong too_short
../build/forms-forms-gradients >../said.log || true
says() { grep -q -e "$1" ../said.log || { echo "not said: $1"; failures=1; }; }
says "skipped never: the function has no finite value"
says "skipped bystander: 'x1' is of a type"
says "skipped chosen: its pragma chooses parameters"
says "skipped steps: the function does not end within seconds"
says "element 3 of 'x', which has 3 elements as its setting says"
says 'jvp against central differences'
[ $failures -eq 0 ] || { cat ../tested.log ../said.log; exit 1; }

# Settings that no function or parameter has, or of another form.
for setting in nosuch:n=5 matrix:m=5 matrix:n=many matrix:a=3x3 layer:l.bias=2x2 layer:l=5 more:x=1,2 rate:r.kind=0.5; do
  cmake -S . -B ../build "-DMORE_SETTINGS=$setting" >../configured.log
  if cmake --build ../build --target forms-gradient-settings >../built.log 2>&1; then echo "$setting is accepted"; exit 1; fi
  grep -q "${setting%%=*}" ../built.log || { cat ../built.log; exit 1; }
done
if cmake -S . -B ../build "-DMORE_SETTINGS=matrix" >../configured.log 2>&1; then echo "'matrix' is accepted"; exit 1; fi
