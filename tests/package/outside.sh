#!/usr/bin/env bash
# An example, copied out of the tree, builds against the installed soac and runs.
# Usage: outside.sh <example> <prefix> <C++ compiler> <work directory>
set -euo pipefail
example=$1 prefix=$2 cxx=$3 work=$4
rm -rf "$work"
mkdir -p "$work"
cp -r "$(dirname "$example")" "$work/examples"
cmake -S "$work/examples/$(basename "$example")" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx"
cmake --build "$work/build"
ctest --test-dir "$work/build" --output-on-failure
