#!/usr/bin/env bash
# soac_add_gradient_tests in an outside project: a CTest case for every generated derivative, and each of them can fail.
# Usage: gradients.sh <prefix> <C++ compiler> <work directory>
set -euo pipefail
. "$(dirname "$0")/support.sh"
prefix=$1 cxx=$2 work=$3
rm -rf "$work"
mkdir -p "$work/source"
cd "$work/source"
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(gradients LANGUAGES CXX)
find_package(soac REQUIRED)
enable_testing()
add_library(model model.cpp)
soac_generate(TARGET model SOURCES model.cpp OUTPUT_DIRECTORY generated)
target_compile_options(model PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
target_include_directories(model PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/generated)
soac_add_gradient_tests(model SETTINGS cost:n=5 grid:a=2x4 unsmooth:skip=jumps inner::kinked:skip=kinks doubled:factor=8)
# A program, with the outputs beside its sources.
add_executable(app app/main.cpp app/fit.cpp)
soac_generate(TARGET app SOURCES app/fit.cpp)
soac_add_gradient_tests(app)
CMAKE
mkdir app
echo 'double fit(double x, double y), refit(double x);' >app/fit.hpp
cat >app/fit.cpp <<'CPP'
#include "fit.hpp"
#pragma soac differentiate(vjp, jvp)
double fit(double x, double y) { return x * x * y; }
#ifdef MORE
#pragma soac differentiate(vjp)
double refit(double x) { return fit(x, x); }
#endif
CPP
printf '#include "fit.hpp"\n#include "fit.soac.hpp"\nint main() { return fit(0, 1) > 0; }\n' >app/main.cpp
cat >model.hpp <<'CPP'
#pragma once
#include <soac/soac.hpp>
#include <tuple>
#include <vector>
struct Pair { double a, b; };
struct Rates { double level[2]; int kind; double a, b, c, d, e, f, g, h, i, j, k, l, m, n; };
struct Circle { static double area(double r); };
double cost(soac::view<const double> x, double y, int n);
soac::array<double> scaled(soac::view<const double> x, double y);
Pair turned(const Pair &p, double x);
std::tuple<double, soac::array<double>> both(soac::view<const double> x, const std::vector<double> &y);
Rates decayed(const Rates &r, double by);
double grid(soac::view<const double, 2> a);
double unsmooth(double x);
double attracted(const std::vector<Pair> &pairs, double by, int n, int m);
template <class T> T cubed(T x) { return x * x * x; }
inline constexpr auto squared = [](double x) { return x * x; };
double wrong(double x), doubled(double factor);
void writes(const double *x, double *y, int n);
void uses(soac::view<const double> x, const std::vector<double> &y, const Pair &p);
CPP
cat >model.cpp <<'CPP'
#include "model.hpp"
#include "model.soac.hpp"
#include <cmath>
#include <stdexcept>
#pragma soac differentiate(vjp, jvp)
double cost(soac::view<const double> x, double y, int n) {
  double s = 0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    s += std::sin(x[i] * y) * n + x[i] * x[i] * x[i];
  return s;
}
#pragma soac differentiate(vjp, jvp)
soac::array<double> scaled(soac::view<const double> x, double y) {
  return soac::map([=](double a) { return a * a * y; }, x);
}
#pragma soac differentiate(vjp, jvp)
Pair turned(const Pair &p, double x) { return {p.a * p.b * x, p.a * x * x}; }
#pragma soac differentiate(vjp, jvp)
std::tuple<double, soac::array<double>> both(soac::view<const double> x, const std::vector<double> &y) {
  return {x[0] * y[1], soac::map([&](double a) { return a * y[0]; }, x)};
}
#pragma soac differentiate(vjp, jvp)
Rates decayed(const Rates &r, double by) {
  Rates s = r;
  s.level[1] = r.level[0] * r.level[1] * by, s.a = r.n * r.a, s.n = by * by * r.m;
  return s;
}
#pragma soac differentiate(vjp)
double grid(soac::view<const double, 2> a) { return a(1, 3) * a(0, 2); }
#pragma soac differentiate(vjp, jvp)
double unsmooth(double x) { return x > 0.5 ? 1 + x : x; }
#pragma soac differentiate(vjp, jvp)
double attracted(const std::vector<Pair> &pairs, double by, int n, int m) { // whose names and nests hide nothing
  double e = 1;
#pragma soac stripmine(2)
  for (int t = 0; t < n; ++t) {
    std::vector<double> u(pairs.size(), by);
    for (int k = 0; k < m; ++k)
      for (std::size_t i = 0; i + 1 < pairs.size(); ++i)
        u[i + 1] += pairs[i].a * u[i] * u[i + 1];
    e += u.back() * pairs[0].b * e;
  }
  return e;
}
namespace inner {
#pragma soac differentiate(vjp)
double kinked(double x) { return x; }
} // namespace inner
double Circle::area(double r) { return 3 * r * r; }
#pragma soac differentiate(vjp, jvp)
static double internal(double x) { return x * x * x; }
static double unmarked(double x) { return x * x; }
#pragma soac differentiate(vjp, jvp)
template double cubed<double>(double);
double half(double x) { return 0.5 * x * x; }
double half_vjp(double x, double r_adj, double &x_adj) { return x_adj += 2 * x * r_adj, half(x); }
#pragma soac differentiate(vjp)
double wrong(double x) { return soac::with_vjp(half, half_vjp, x); }
#pragma soac differentiate(vjp, jvp)
void writes(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * y[i];
}
double doubled(double factor) { return factor > 7 ? 2 * factor * factor : std::sqrt(-1 - factor * factor); }
void uses(soac::view<const double> x, const std::vector<double> &y, const Pair &p) {
  const soac::array<double> dx(x), k{1.0};
  soac::run<cost>(x, 1.0, 2);
  soac::jvp<cost>(x, 1.0, 2, dx, 1.0);
  soac::value_and_jvp<cost, soac::wrt<1, 0>>(x, 1.0, 2, 1.0, dx);
  soac::vjp<both>(x, y, std::tuple(1.0, dx));
  soac::value_and_vjp<turned>(p, 1.0, p);
  soac::value_and_gradient<cost, soac::wrt<0>>(x, 1.0, 2);
  soac::jvp<soac::gradient<cost>>(x, 1.0, 2, dx, 1.0);
  soac::hessian<cost>(x, 1.0, 2);
  soac::hvp<cost>(x, 1.0, 2, dx, 1.0);
  soac::jacobian_forward<scaled>(x, 1.0);
  soac::jacobian_reverse<both>(x, y);
  soac::jmp<scaled, soac::wrt<1>>(x, 1.0, k);
  soac::mjp<scaled>(x, 1.0, soac::array<double, 2>(1, x.extent(0)));
  soac::gradient<Circle::area>(1.0);
  soac::gradient<squared>(1.0);
  soac::gradient<internal>(1.0);
  soac::gradient<unmarked>(1.0);
  soac::gradient<doubled>(1.0);
  soac::gradient<wrong>(1.0);
  soac::run<squared>(1.0);
}
CPP
cmake -S . -B ../build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" >../configured.log
cmake --build ../build >../built.log 2>&1 || { cat ../built.log; exit 1; }

ctest --test-dir ../build -N | sed -n 's/.*: model\.gradient\.//p' | sort >../listed
sort >../expected <<'NAMES'
attracted
both
cost
cubed
decayed
grid
gradient<Circle::area>
gradient<doubled>
gradient<squared>
gradient<unmarked>
gradient<wrong>
hessian<cost>
hvp<cost>
inner::kinked
internal
jacobian_forward<scaled>
jacobian_reverse<both>
jmp<scaled, wrt<1>>
jvp<cost>
jvp<gradient<cost>>
mjp<scaled>
run<cost>
run<squared>
scaled
turned
unsmooth
value_and_gradient<cost, wrt<0>>
value_and_jvp<cost, wrt<1, 0>>
value_and_vjp<turned>
vjp<both>
writes
wrong
NAMES
diff ../expected ../listed
ctest --test-dir ../build -N | grep -F 'app.gradient.fit'
if ctest --test-dir ../build -N | grep -F 'app.gradient.refit'; then exit 1; fi

# A header changes what is generated, and so what is tested.
pause
echo '#define MORE' >>app/fit.hpp
cmake --build ../build >../built.log 2>&1 || { cat ../built.log; exit 1; }
ctest --test-dir ../build -N | grep -F 'app.gradient.refit'

ctest --test-dir ../build --output-on-failure -E wrong | tee ../tested.log
for skipped in unsmooth inner::kinked 'gradient<unmarked>'; do grep -q "model.gradient.$skipped .*Skipped" ../tested.log; done
# The rule of `half` is not the derivative of `half`.
ctest --test-dir ../build -R wrong >../wrong.log && { cat ../wrong.log; exit 1; }
grep '0% tests passed, 2 tests failed out of 2' ../wrong.log
