#!/usr/bin/env bash
# A CUDA project, copied out of the tree, builds against the installed soac. Where there is no GPU its program says so.
# Usage: cuda.sh <example> <prefix> <C++ compiler> <nvcc, or nothing> <work directory>
set -euo pipefail
example=$1 prefix=$2 cxx=$3 nvcc=$4 work=$5
rm -rf "$work"
mkdir -p "$work/plain"
cp -r "$(dirname "$example")" "$work/examples"

# A project without the language CUDA.
cat >"$work/plain/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(plain LANGUAGES CXX)
find_package(soac REQUIRED)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/square.cpp "double square(double x) { return x * x; }")
add_library(plain ${CMAKE_CURRENT_BINARY_DIR}/square.cpp)
soac_generate(TARGET plain SOURCES ${CMAKE_CURRENT_BINARY_DIR}/square.cpp CUDA)
CMAKE
cmake -S "$work/plain" -B "$work/plain/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" >"$work/said" 2>&1 &&
  { echo "a project without CUDA is configured"; exit 1; }
tr -s ' \n' ' ' <"$work/said" | grep 'CUDA needs a CUDA compiler: add CUDA to the languages of project()'

[ -n "$nvcc" ] || exit 0
cmake -S "$work/examples/$(basename "$example")" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_CUDA_COMPILER="$nvcc" -DCMAKE_CUDA_HOST_COMPILER="$cxx"
cmake --build "$work/build"
if [ -e /dev/nvidia0 ]; then
  ctest --test-dir "$work/build" --output-on-failure
else
  "$work/build/$(basename "$example")" 2>"$work/said" && { echo "it runs without a GPU"; exit 1; }
  cat "$work/said"
  grep 'no stream: ' "$work/said"
fi
