#!/usr/bin/env bash
# soac runs again when and only when it has to, and compiles again only what changed.
# Usage: rebuild.sh <generator> <prefix> <C++ compiler> <work directory>
set -euo pipefail
. "$(dirname "$0")/support.sh"
generator=$1 prefix=$2 cxx=$3 work=$4
rm -rf "$work"
mkdir -p "$work/source"
cd "$work/source"
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(rebuild LANGUAGES CXX)
find_package(soac REQUIRED)
add_executable(app main.cpp f.cpp)
soac_generate(TARGET app SOURCES f.cpp)
CMAKE
printf '#pragma once\n#include <cstddef>\nconstexpr double factor = 2;\n' >factor.hpp
printf '#include "factor.hpp"\n#pragma soac differentiate(vjp)\ndouble f(double x) { return factor * x * x; }\n' >f.cpp
printf '#include "f.soac.hpp"\n#include <cstdio>\nint main() { double a = 0; f_vjp(3, 1, a); std::printf("%%g\\n", a); }\n' >main.cpp
cmake -S . -B ../build -G "$generator" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" >../configured.log

failures=0
# build <what happened> <runs of soac> <objects compiled> <output>
build() {
  pause
  eval "${5:-}"
  cmake --build ../build >../built.log 2>&1 || { cat ../built.log; exit 1; }
  local ran compiled output
  ran=$(grep -c 'soac f.cpp' ../built.log || true)
  compiled=$(grep -c 'Building CXX' ../built.log || true)
  output=$(../build/app)
  echo "$1: soac ran $ran times, $compiled objects, output $output"
  [ "$ran $compiled $output" = "$2 $3 $4" ] || { echo "  expected $2, $3 and $4"; failures=$((failures + 1)); }
}
build "first" 1 3 12
build "nothing changed" 0 0 12
build "a header touched" 1 3 12 "touch factor.hpp"
build "nothing changed" 0 0 12
build "a header changed" 1 3 18 "sed -i 's/= 2/= 3/' factor.hpp"
build "a comment changed" 1 1 18 "echo '// the end' >>f.cpp"
build "an output removed" 1 2 18 "rm f.soac.cpp f.soac.hpp"
build "nothing changed" 0 0 18
build "CMake ran again" 0 0 18 "cmake ../build >/dev/null"
build "flags changed" 1 3 18 "cmake ../build -DCMAKE_CXX_FLAGS=-DFLAG >/dev/null"
build "soac changed" 1 0 18 "touch '$prefix'/bin/soac"
build "nothing changed" 0 0 18

# Files have one writer.
printf 'add_library(more f.cpp)\nsoac_generate(TARGET more SOURCES f.cpp)\n' >>CMakeLists.txt
if cmake ../build >../configured.log 2>&1; then
  echo "two targets may generate the same files"
  failures=$((failures + 1))
fi
grep 'OUTPUT_DIRECTORY' ../configured.log
[ "$failures" -eq 0 ]
