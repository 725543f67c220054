#!/usr/bin/env bash
# Clang's builtin headers, soac's own library and generated headers are found, wherever soac lies and is started from.
. "$(dirname "$0")/support.sh"

printf '#include <cmath>\n#include <cstddef>\n#include <xmmintrin.h>\n#pragma soac differentiate(vjp)\ndouble f(double x) { return std::sin(x); }\n' >builtin.cpp
mkdir -p moved/bin deep/er
cp "$tool" moved/bin/soac
ln -s ../moved/bin/soac deep/linked
expect 0 builtin.cpp "${flags[@]}"
here=$PWD
for from in / deep/er; do
  for program in "$here/moved/bin/soac" "$here/deep/linked"; do
    (cd "$from" && env -i "$program" "$here/builtin.cpp" "${flags[@]}") 2>err || { fail "$program from $from"; cat err; }
  done
done
expect 1 builtin.cpp "${flags[@]}" -resource-dir "$PWD/deep"
says 'builtin-headers' err

# The library of PREFIX/include belongs to PREFIX/bin/soac, in the build directory, too; one that the flags name comes first.
printf '#include <soac/soac.hpp>\ndouble f(double x) { return x; }\ndouble g(double x) { return soac::gradient<f>(x); }\n' >library.cpp
mkdir moved/include
ln -s "$include/soac" moved/include/soac
moved/bin/soac library.cpp -- 2>err || { fail "no library"; cat err; }
expect 0 library.cpp --
mkdir -p another/soac
echo '#error "another library"' >another/soac/soac.hpp
expect 1 library.cpp -- -I another
says 'another library' err
mkdir -p without/bin
cp "$tool" without/bin/soac
(tool=without/bin/soac; expect 1 library.cpp --)
says '-I DIR' err

# NAME.soac.hpp is absent, or old, or says something else: its functions are known, wherever it is to lie.
user() { # <how it is included>
  printf '#include %s\n#pragma soac differentiate(vjp)\ndouble f(double x) { return x * x; }\ndouble g(double x) { double a = 0; f_vjp(x, 1.0, a); return a; }\n' "$1"
}
user '"beside.soac.hpp"' >beside.cpp
user '"absent/sub/below.soac.hpp"' >below.cpp
user '<angled.soac.hpp>' >angled.cpp
user '<sub/both.soac.hpp>' >both.cpp
for name in beside below angled both; do
  expect 0 $name.cpp -o absent/sub "${flags[@]}" -I absent -I absent/other
  written absent/sub/$name
done
# However many calls there are before the first run.
{
  printf '#include "many.soac.hpp"\n#pragma soac differentiate(vjp)\ndouble f(double x) { return x * x; }\n'
  for i in {1..60}; do printf 'double g%d(double x) { double a = 0; f_vjp(x, 1.0, a); return a; }\n' "$i"; done
} >many.cpp
expect 0 many.cpp "${flags[@]}"
# Of errors that stay, the first twenty are shown.
sed '2,3d' many.cpp >broken.cpp
expect 1 broken.cpp "${flags[@]}"
[ "$(grep -c '^broken.cpp:.*error:.*f_vjp' err)" -eq 20 ] || fail "not twenty errors"
says '40 errors more' err
echo '#error "an old one"' >beside.soac.hpp
echo 'static_assert(false);' >>absent/sub/below.soac.hpp
expect 0 beside.cpp -o absent/sub "${flags[@]}"
expect 0 below.cpp -o absent/sub "${flags[@]}"
# That of another file is another matter: what it declares has to come from a header.
printf '#include "beside.soac.hpp"\ndouble h(double x) { double a = 0; f_vjp(x, 1.0, a); return a; }\n' >other.cpp
expect 1 other.cpp "${flags[@]}"
says 'f_vjp' err
# A table that expands macros of the source, which others do not have, is not included by the generated header.
printf 'OP(sum, +)\nOP(product, *)\n' >operations.def
printf '#define OP(name, op) double name(double a, double b) { return a op b; }\n#include "operations.def"\n#include "factor.hpp"\n#pragma soac differentiate(vjp)\ndouble f(double x) { return sum(x, factor * product(x, x)); }\n' >table.cpp
expect 0 table.cpp "${flags[@]}"
never_says 'operations.def' table.soac.hpp
says 'factor.hpp' table.soac.hpp
finish
