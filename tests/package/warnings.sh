#!/usr/bin/env bash
# Every header of the library (those for tests apart) stands alone and gives no warnings, with threads and without, nor do loops of generated
# sources; an old language is named first.
# Usage: warnings.sh <include directory> <headers in the place of CUDA's> <work directory> <C++ compiler>...
set -euo pipefail
include=$1 cuda=$2 work=$3
shift 3
launcher=${CMAKE_CXX_COMPILER_LAUNCHER:-}
rm -rf "$work"
mkdir -p "$work"
cd "$work"
(cd "$include" && find soac -name '*.hpp' ! -path 'soac/testing/*' | sort) >headers
sed 's/.*/#include <&>/' headers >all.cpp
[ "$(wc -l <all.cpp)" -gt 30 ]
common=(-std=c++20 -c -o all.o -Werror -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wcast-align
  -Wdouble-promotion -Wformat=2 -Wnon-virtual-dtor -Woverloaded-virtual -Wundef -Wredundant-decls -Wextra-semi -Wnull-dereference)
failures=0
for cxx in "$@"; do
  if "$cxx" --version | grep -q clang; then
    # All that Clang has but what is about older standards, layouts, and the styles of other projects.
    more=(-Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-c++20-compat -Wno-padded -Wno-sign-conversion
      -Wno-unsafe-buffer-usage -Wno-exit-time-destructors -Wno-float-equal -Wno-switch-default -Wno-weak-vtables)
  else
    more=(-O2 -Wuseless-cast -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
  fi
  for threads in -fno-openmp -fopenmp; do
    echo '#include <omp.h>' >omp.cpp
    [ $threads = -fno-openmp ] || "$cxx" -fsyntax-only omp.cpp 2>omp || continue
    echo "$cxx $threads"
    $launcher "$cxx" "${common[@]}" "${more[@]}" "$threads" -I "$include" -isystem "$cuda" all.cpp || failures=$((failures + 1))
  done
  # A loop without a vector form: with -g a compiler names the skeleton's line, not its caller's. Sanitizers change loops.
  cat >loop.cpp <<'EOF'
#include <soac/runtime/compilers.hpp>
#define SOAC_GENERATED_SOURCE
#include <soac/runtime/runtime.hpp>
double other(double);
void all(double *x, soac::index n);
bool meet(const soac::runtime::region &a, const soac::runtime::region &b);
bool meet(const soac::runtime::region &a, const soac::runtime::region &b) { return a.meets(b); }
void all(double *x, soac::index n) {
  soac::runtime::simd_map(n, [=](soac::index i) { x[i] = other(x[i]); });
}
EOF
  for how in -g0 -g -fsanitize=address,undefined; do
    $launcher "$cxx" -std=c++20 -O2 $how -Wall -Wextra -Werror -c -o loop.o -I "$include" loop.cpp || failures=$((failures + 1))
  done
  echo '#include <soac/soac.hpp>' >old.cpp
  "$cxx" -std=c++17 -fsyntax-only -I "$include" old.cpp 2>errors && failures=$((failures + 1))
  grep -m 1 'error:' errors | grep 'needs C++20' || { failures=$((failures + 1)); head -n 3 errors; }
done
while read -r header; do
  echo "#include <$header>" >one.cpp
  $launcher "$1" -std=c++20 -c -o one.o -I "$include" -isystem "$cuda" one.cpp || { echo "$header"; failures=$((failures + 1)); }
done <headers
[ $failures -eq 0 ]
