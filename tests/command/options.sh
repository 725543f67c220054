#!/usr/bin/env bash
# Exit codes: 0 fine, 1 refused something, 2 usage; and what each option prints.
. "$(dirname "$0")/support.sh"

# Usage errors name what is wrong.
wrong() { # <what is said> <arguments...>
  expect 2 "${@:2}"
  says "$1" err
}
wrong 'no file'
wrong 'no file' "${flags[@]}"
wrong 'absent.cpp' absent.cpp "${flags[@]}"
wrong 'absent.cpp' good.cpp absent.cpp "${flags[@]}"
wrong "'.'" . "${flags[@]}"
wrong 'no-such-option' good.cpp --no-such-option "${flags[@]}"
wrong 'no-such-pass' good.cpp --stop-after=no-such-pass "${flags[@]}"
wrong 'no-such-pass' good.cpp --dump-ir=no-such-pass "${flags[@]}"
wrong 'nothing' good.cpp --emit=nothing "${flags[@]}"
wrong 'emit' good.cpp --emit "${flags[@]}"
wrong 'MF' good.cpp -MF "${flags[@]}"
wrong 'explain-memory' good.cpp --sizes=n=3 "${flags[@]}"
unwritten good

# Two sources may not share their outputs, be it by name or under -o.
mkdir one two
cp good.cpp one/same.cpp
cp good.cpp two/same.cpp
cp good.cpp good.cc
wrong 'both be written' good.cpp good.cc "${flags[@]}"
wrong 'both be written' one/same.cpp two/same.cpp -o joint "${flags[@]}"
wrong 'one file' one/same.cpp two/same.cpp --gradient-tests=tests.cpp "${flags[@]}"
cp good.cpp other.cpp
wrong 'one file' good.cpp other.cpp -MF both.d "${flags[@]}"
for setting in good good:x good=3; do
  wrong "'$setting' is not" good.cpp --gradient-tests=tests.cpp --gradient-test=$setting "${flags[@]}"
done
expect 0 good.cpp ./good.cpp --emit=ir "${flags[@]}"

# Information.
for spelling in --version -version; do
  expect 0 $spelling
  says '^soac [0-9]' out
done
expect 0 --help
for option in --emit --list --check --MD --MF --dump-ir; do says "$option" out; done
for option in --x86 --print-after --aarch64 --time-trace; do never_says "^ *$option" out; done
expect 0 good.cpp --list "${flags[@]}"
says 'good_vjp' out
# Plain derivatives are written for the modes that a pragma names, and for no function without one.
printf '#include <soac/soac.hpp>\ndouble f(double x) { return x * x; }\n#pragma soac differentiate(vjp)\ndouble g(double x) { return soac::gradient<f>(x); }\n' >asked.cpp
expect 0 asked.cpp --list "${flags[@]}"
says 'g_vjp' out
says 'gradient_t<&f' out
never_says 'function f_\|g_jvp' out
for stage in ir ad opt; do
  expect 0 good.cpp --emit=$stage "${flags[@]}"
  says 'func @' out
done
expect 0 good.cpp --emit=cpp "${flags[@]}"
says 'double good_vjp' out
expect 0 good.cpp --emit=opt --dump-ir=all --time-passes "${flags[@]}"
says 'all passes' err
says 'after frontend' err
expect 0 good.cpp --emit=opt --dump-ir=changed --pass-limit=0 "${flags[@]}"
for again in 1 2; do # a log may be replaced
  expect 0 good.cpp --emit=cpp --sarif log.sarif "${flags[@]}"
  says '"version": "2.1.0"' log.sarif
done
unwritten good

# Options of the printing kinds refuse as writing does.
printf 'double table(double);\n#pragma soac differentiate(vjp)\ndouble bad(double x) { return table(x); }\n' >bad.cpp
for option in --emit=ir --emit=cpp --list --check --sarif=bad.sarif; do
  expect 1 bad.cpp $option "${flags[@]}"
  says 'opaque-call' err
done
says '"ruleId": "soac-opaque-call"' bad.sarif
expect 1 bad.cpp --sarif=good.cpp "${flags[@]}"
says 'was not written by soac' err
expect 1 bad.cpp bad.cpp good.cpp --sarif=bad.sarif "${flags[@]}"
[ "$(grep -c '"ruleId"' bad.sarif)" -eq 1 ] || fail "bad.sarif does not hold each diagnostic once"

# An internal error of one function leaves the others.
sed 's/good/fine/' good.cpp | cat good.cpp - >pair.cpp
expect 1 pair.cpp --fail-in=fine_vjp "${flags[@]}"
says "internal error in 'fine_vjp'" err
written pair
for kept in good_vjp good_jvp fine_jvp; do says $kept pair.soac.hpp; done
never_says fine_vjp pair.soac.hpp
expect 1 pair.cpp --fail-in=fine_vjp --emit=ad "${flags[@]}"
expect 0 pair.cpp "${flags[@]}"
says fine_vjp pair.soac.hpp

# What to write instead.
printf '#pragma soac differenciate(vjp)\ndouble f(double x) { return x; }\n' >misspelt.cpp
expect 1 misspelt.cpp "${flags[@]}"
says "unknown pragma '#pragma soac differenciate': did you mean '#pragma soac differentiate'?" err
sed -i 's/differenciate/gradient/' misspelt.cpp
expect 1 misspelt.cpp "${flags[@]}"
says "'#pragma soac gradient': there are 'differentiate', 'stripmine'" err
expect 1 good.cpp -- -std=c++17
says "-std=c++17.*C++20" err
printf '#include <functional>\n#pragma soac differentiate(vjp)\ndouble f(double x) { return std::bind(std::plus<>(), x, x)(); }\n' >bound.cpp
expect 1 bound.cpp "${flags[@]}"
says "'std::bind' is not supported" err
says 'write a lambda' err

# Places follow #line, and what stops Clang is the only thing that is said.
sed '2i #line 100 "grammar.y"' bad.cpp >generated.cpp
expect 1 generated.cpp "${flags[@]}"
says '^grammar.y:101:' err
printf '#include "absent.hpp"\n#pragma soac differentiate(vjp)\ndouble f(double x) { return x; }\n' >stopped.cpp
expect 1 stopped.cpp "${flags[@]}"
says 'absent.hpp' err
never_says 'pragma-misplaced' err
# Output is refused with a hint at the option that leaves it out.
cat >prints.cpp <<'CPP'
#include <cstdio>
#include <iostream>
#pragma soac differentiate(vjp)
double prints(double x) {
  std::printf("%g\n", x);
  std::cout << x;
  return x * x;
}
CPP
expect 1 prints.cpp --emit=cpp "${flags[@]}"
says 'drop-output' err
expect 0 prints.cpp --emit=cpp --drop-output "${flags[@]}"
says 'prints.cpp:5:3: note: this output' err
says 'prints.cpp:6:3: note: this output' err
says 'double prints_vjp' out
never_says 'cout' out

cat >exponential.cpp <<'CPP'
#include <cmath>
#pragma soac differentiate(vjp)
double e(double x) { return std::exp(x); }
CPP
expect 0 exponential.cpp --emit=cpp "${flags[@]}"
never_says 'SOAC_STRICT_MATH' out
expect 0 exponential.cpp --emit=cpp --strict-math "${flags[@]}"
says '#define SOAC_STRICT_MATH 1' out
never_says 'SOAC_DETERMINISTIC' out
expect 0 exponential.cpp --emit=cpp --deterministic "${flags[@]}"
says '#define SOAC_DETERMINISTIC 1' out

finish
