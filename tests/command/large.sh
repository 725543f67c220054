#!/usr/bin/env bash
# Branches in a row: time, memory and output in proportion to the source. Usage: as support.sh says, then <C++ compiler>.
. "$(dirname "$0")/support.sh"
cxx=$4

# program <kind> <branches>
program() {
  echo '#pragma soac differentiate(vjp)'
  case $1 in
  else_if)
    echo 'double f(double x, int k) {'
    for ((i = 0; i < $2; ++i)); do
      [ "$i" -eq 0 ] || printf 'else '
      echo "if (k == $i) return x * $i.5;"
    done
    echo 'return x * x; }'
    ;;
  cases)
    echo 'double f(double x, int k) { double y = x; for (int i = 0; i < 3; ++i) switch (k + i) {'
    for ((i = 0; i < $2; ++i)); do echo "case $i: y = 0.25 * y + $i * x * x; break;"; done
    echo 'default: y += 1; } return y; }'
    ;;
  returns)
    echo 'double f(double x, int k) { double y = x;'
    for ((i = 0; i < $2; ++i)); do printf 'if (k == %d)\n  return y;\n' "$i"; echo "const double z$i = 0.5 * y; y = z$i + x * $i;"; done
    echo 'return y; }'
    ;;
  calls)
    echo 'double f(double x, int k);'
    for ((i = $2; i > 0; --i)); do echo "inline double f$i(double x, int k);"; done
    echo 'double f(double x, int k) { return f1(x, k); }'
    for ((i = 1; i < $2; ++i)); do
      echo "inline double f$i(double x, int k) { return 0.5 * f$((i + 1))(x, k) + (k == $i ? x * x : x); }"
    done
    echo "inline double f$2(double x, int) { return x; }"
    ;;
  esac
}

cat >main.cpp <<'CPP'
#include "NAME.cpp"
#include "NAME.soac.cpp"
#include <cmath>
#include <cstdio>
int main() {
  int failures = 0;
  for (int k : {0, 1, 15, 16, 17, 31, 33, 100, 198, 199, 200, 5000}) {
    const double x = 0.75, h = 1e-4;
    double x_adj = 0;
    const double value = f_vjp(x, k, 1.0, x_adj), difference = (f(x + h, k) - f(x - h, k)) / (2 * h);
    if (value != f(x, k) || !(std::abs(x_adj - difference) <= 1e-7 * (1 + std::abs(difference)))) {
      std::printf("k = %d: %g, %g instead of %g\n", k, value, x_adj, difference);
      ++failures;
    }
  }
  return failures;
}
CPP
for kind in else_if cases returns calls; do
  program $kind 200 >$kind.cpp
  program $kind 400 >twice_$kind.cpp
  expect 0 $kind.cpp "${flags[@]}"
  expect 0 twice_$kind.cpp "${flags[@]}"
  small=$(wc -c <$kind.soac.cpp) large=$(wc -c <twice_$kind.soac.cpp)
  [ "$large" -le $((small * 5 / 2)) ] || fail "$kind: $large bytes for twice what takes $small"
  sed "s/NAME/$kind/" main.cpp >main_$kind.cpp
  "$cxx" -std=c++20 -Wall -Wno-unknown-pragmas -I "$include" -I . main_$kind.cpp -o $kind && ./$kind || fail "$kind"
done
finish
