# What the scripts of this directory share. Sourced with their arguments: <soac> <include directory> <work directory>.
set -uo pipefail
tool=$1 include=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
flags=(-- -std=c++20 -I "$include")
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
# expect <exit code> <arguments...>: standard output and error go to out and err.
expect() {
  local code=$1
  shift
  "$tool" "$@" >out 2>err
  local got=$?
  [ $got -eq "$code" ] || { fail "exit code $got, not $code: soac $*"; cat err; }
}
says() { grep -q -e "$1" "$2" || { fail "$2 does not say '$1'"; cat "$2"; }; }
never_says() { if grep -q -e "$1" "$2"; then fail "$2 says '$1'"; cat "$2"; fi; }
written() { [ -e "$1.soac.hpp" ] && [ -e "$1.soac.cpp" ] || fail "$1.soac.hpp and $1.soac.cpp are not both there"; }
unwritten() { [ ! -e "$1.soac.hpp" ] && [ ! -e "$1.soac.cpp" ] || fail "$1.soac.hpp or $1.soac.cpp is there"; }
times() { stat -c '%n %Y.%y' "$@"; }
finish() {
  [ $failures -eq 0 ] && echo "all as expected"
  exit $failures
}

printf '#pragma once\nconstexpr double factor = 2;\n' >factor.hpp
cat >good.cpp <<'CPP'
#include "factor.hpp"
#pragma soac differentiate(vjp, jvp)
double good(double x) { return factor * x * x; }
CPP
