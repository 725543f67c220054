#!/usr/bin/env bash
# --cuda: the file beside the others, and what cannot be in it.
. "$(dirname "$0")/support.sh"
cat >mixed.cpp <<'CPP'
#include <soac/soac.hpp>
#pragma soac differentiate(vjp)
double of_view(soac::view<const double> x) {
  return soac::sum(soac::map([](double each) { return each * each; }, x));
}
#pragma soac differentiate(vjp)
double of_pointer(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
CPP

expect 0 mixed.cpp "${flags[@]}"
written mixed
[ ! -e mixed.soac.cu ] || fail "there is a .cu file without --cuda"
never_says 'cuda' mixed.soac.hpp
cp mixed.soac.cpp host.cpp

# The host's text stays as it is; a function that cannot run on a device is refused for the device alone.
expect 0 mixed.cpp --cuda "${flags[@]}"
cmp mixed.soac.cpp host.cpp || fail "--cuda changes what runs on the host"
says "'of_pointer_vjp' cannot run on a device.*'x' is a raw pointer.*take a view.*-Wsoac-not-on-device" err
says 'of_view_vjp' mixed.soac.cu
never_says 'of_pointer' mixed.soac.cu
says 'const soac::cuda::on &place' mixed.soac.hpp
expect 0 mixed.cpp --cuda --check "${flags[@]}"
echo >>mixed.soac.cu
expect 1 mixed.cpp --cuda --check "${flags[@]}"

# Vectors of the caller's keep their sizes on a device; the host's version appends.
cat >sizes.cpp <<'CPP'
#include <vector>
#pragma soac differentiate(vjp)
double appends(std::vector<double> &v) {
  v.push_back(v[0] * v[0]);
  return v.back();
}
#pragma soac differentiate(vjp)
void keeps(std::vector<double> &v, const std::vector<double> &x) {
  for (double each : x)
    if (each > 0)
      v.push_back(each * v[0]);
  v.clear();
  for (double each : x)
    v.push_back(each * each);
}
#pragma soac differentiate(jvp)
void positive(std::vector<double> &v, const std::vector<double> &x) {
  v.clear();
  for (double each : x)
    if (each > 0)
      v.push_back(each * each);
}
CPP
expect 0 sizes.cpp --cuda "${flags[@]}"
says "'appends_vjp' cannot run on a device.*'v' grows or shrinks.*return the array" err
says "'positive_jvp' cannot run on a device.*data decide how many elements 'v' gets" err
says 'appends_vjp' sizes.soac.cpp
says 'positive_jvp' sizes.soac.cpp
says 'keeps_vjp' sizes.soac.cu
never_says 'appends_vjp\|positive_jvp' sizes.soac.cu

# Results without a form: also where the adjoint of the result comes first.
cat >forms.hpp <<'CPP'
#pragma once
#include <soac/soac.hpp>
#include <array>
#include <vector>
using maps = std::array<std::vector<double>, 2>;
struct sky { maps at; };
struct skies { std::vector<sky> all; };
CPP
cat >forms.cpp <<'CPP'
#include "forms.hpp"
#include "forms.soac.hpp"
maps copies(const std::vector<double> &x) { return {x, x}; }
skies clear(const std::vector<double> &x) { return {{{{x, x}}}}; }
double first(const sky &s) { return s.at[0][0]; }
maps run_copies(const std::vector<double> &x) { return soac::run<copies>(x); }
skies run_clear(const std::vector<double> &x) { return soac::run<clear>(x); }
std::vector<double> pull(const std::vector<double> &x, const skies &seed) { return soac::vjp<clear>(x, seed); }
sky slope(const sky &s) { return soac::gradient<first>(s); }
CPP
expect 0 forms.cpp --cuda "${flags[@]}"
returns='return arrays of numbers or of plain records, or a record or tuple of these'
says "'soac_generated_forms::copies_run' cannot run on a device.*it returns std::array<.*, which has no form on a device: $returns" err
says "clear_run' cannot run on a device.*'all' is of the type std::vector<sky>, which has no form on a device: $returns" err
says "clear_vjp' cannot run on a device.*'result_adj.all' is of the type std::vector<sky>, which.*: $returns" err
says "first_gradient' cannot run on a device.*'s.at' is of the type std::array<.*, which.*: pass views of numbers or of plain records" err

# Functions that call themselves are functions of the kernels' where they need no memory but the stack.
cat >calls.cpp <<'CPP'
#include <soac/soac.hpp>
#include <cmath>
static double nested(double x, int n) { return n == 0 ? x : x * std::sin(nested(x, n - 1)); }
#pragma soac differentiate(vjp, jvp)
double nests(double x, int n) { return nested(x, n); }
static void mixes(soac::view<double> v, int n) {
  if (n == 0)
    return;
  v[0] *= v[1];
  v[1] += v[0] * v[0];
  mixes(v, n - 1);
}
#pragma soac differentiate(vjp, jvp)
double mixed(soac::view<const double> x, int n) {
  soac::array<double> v(x);
  mixes(v, n);
  return v[0];
}
CPP
expect 0 calls.cpp --cuda "${flags[@]}"
says "'mixed_vjp' cannot run on a device.*calls.cpp:.*calls itself makes or copies an array" err
says '__device__ nested_tan_called_results nested_tan_called(' calls.soac.cu
says 'mixes_tan_called(' calls.soac.cu
never_says 'mixed_vjp' calls.soac.cu
expect 0 calls.cpp --emit=kernels "${flags[@]}"
says 'exec @nested_tan' out
says "not for a device: 'mixed_vjp'.*an array" out
never_says 'exec @mixes_adj' out

# A loop that writes an array and adds up a number has a thread for each cell, too, and its adjoint no atomic operations.
cat >smooth.cpp <<'CPP'
#include <soac/soac.hpp>
#pragma soac differentiate(vjp)
double smooth(soac::view<const double, 2> u, soac::view<double, 2> v, double k) {
  double sum = 0;
  for (soac::index i = 1; i + 1 < u.extent(0); ++i)
    for (soac::index j = 1; j + 1 < u.extent(1); ++j) {
      v(i, j) = u(i, j) + k * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)) * u(i, j);
      sum += v(i, j) * v(i, j);
    }
  return sum;
}
CPP
expect 0 smooth.cpp --explain-kernels "${flags[@]}"
says '_map_.* threads' out
never_says 'one thread\|atomic' out

# The host runs a loop around plain loops that have threads, too; not where it would have to read their counts each time.
cat >steps.cpp <<'CPP'
#include <soac/soac.hpp>
#pragma soac differentiate(jvp)
void steps(soac::view<double> u, soac::view<double> v, double k, int n) {
  for (int t = 0; t < n; ++t) {
    for (soac::index i = 1; i + 1 < u.extent(0); ++i)
      v(i) = u(i) + k * (u(i - 1) + u(i + 1)) * u(i);
    for (soac::index i = 1; i + 1 < u.extent(0); ++i)
      u(i) = v(i);
  }
}
#pragma soac differentiate(jvp)
void rows(soac::view<const int> size, soac::view<double> u) {
  for (soac::index r = 0; r < size.extent(0); ++r)
    for (int i = 0; i < size(r); ++i)
      u(i) *= u(i);
}
CPP
expect 0 steps.cpp --explain-kernels "${flags[@]}"
says 'steps_jvp_map_2 .* t threads' out
says 'rows_jvp_step_1 .* one thread' out
never_says 'steps_jvp_step' out

# As other outputs.
expect 0 mixed.cpp --cuda -o elsewhere "${flags[@]}"
[ -e elsewhere/mixed.soac.cu ] || fail "there is no .cu file in the directory of -o"
mkdir others
echo 'mine' >others/mixed.soac.cu
expect 1 mixed.cpp --cuda -o others "${flags[@]}"
says 'not written by soac' err
unwritten others/mixed
expect 0 mixed.cpp --emit=cuda "${flags[@]}"
says '__device__' out

# What runs where.
expect 0 mixed.cpp --emit=kernels "${flags[@]}"
says 'exec @of_view_vjp' out
says 'grid ' out
says "not for a device: 'of_pointer_vjp'" out
expect 0 mixed.cpp --explain-kernels "${flags[@]}"
says 'mixed.cpp: of_view_vjp' out
says 'a sum of x.extent(0)' out
says 'not for a device: .*take a view' out
expect 0 mixed.cpp --cuda --explain-memory "${flags[@]}"
says 'on a device at most' out

# Integers that fall with the counter of a loop of constant trips, and are narrowed: nvcc must not know the trips. Others it may.
cat >falling.cpp <<'CPP'
#include <soac/soac.hpp>
#pragma soac differentiate(vjp)
double shot(double energy) {
  double psi = 0.1, before = 0;
  for (int i = 1; i < 200; ++i) {
    const double after = 2 * psi - before + (i * 0.02 - energy) * psi;
    before = psi;
    psi = after;
  }
  return psi;
}
CPP
expect 0 falling.cpp --cuda "${flags[@]}"
says 'const soac::index trips = soac::cuda::hidden(199);' falling.soac.cu
says 'i < trips; ++i' falling.soac.cu
[ "$(grep -c 'hidden(' falling.soac.cu)" = 1 ] || fail "trips are hidden in another loop, too"
says 'i < 199; ++i' falling.soac.cu
finish
