#!/usr/bin/env bash
# A project that takes soac's sources in, by add_subdirectory or FetchContent, configures; soac's own tests stay out.
# Usage: subdirectory.sh <top of the tree> <C++ compiler> <work directory>
set -euo pipefail
top=$1 cxx=$2 work=$3
rm -rf "$work"
for way in add_subdirectory FetchContent; do
  mkdir -p "$work/$way"
  cd "$work/$way"
  if [ $way = add_subdirectory ]; then
    take="add_subdirectory($top soac)"
  else
    take="include(FetchContent)
FetchContent_Declare(soac SOURCE_DIR $top)
FetchContent_MakeAvailable(soac)"
  fi
  printf '#pragma soac differentiate(vjp)\ndouble f(double x) { return x * x; }\n' >f.cpp
  cat >CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(taker LANGUAGES CXX)
$take
add_library(f f.cpp)
soac_generate(TARGET f SOURCES f.cpp OUTPUT_DIRECTORY generated)
CMAKE
  # A project of C++ alone, where libedit is installed: the package file of LLVM tries its header in C.
  mkdir libedit
  printf '#define LIBEDIT_MAJOR 2\n#define LIBEDIT_MINOR 11\n' >libedit/histedit.h
  cmake -S . -B build -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DLibEdit_INCLUDE_DIRS="$PWD/libedit" -DLibEdit_LIBRARIES=edit >configured.log 2>&1 || { cat configured.log; exit 1; }
  ninja -C build -t commands f >commands
  ninja -C build -t targets all >targets
  grep -q 'soac.* .*f\.cpp.*generated' commands || { echo "$way: f does not depend on soac"; exit 1; }
  if grep -q e2e targets; then echo "$way: soac's tests are in"; exit 1; fi
done
