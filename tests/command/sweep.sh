#!/usr/bin/env bash
# Headers of Clang and of the standard library as input files: each is read or refused, none crashes soac or holds it up.
# Usage: sweep.sh <soac> <include directory> <work directory> <C++ compiler> <Clang's include directory>
# A sample, evenly spread; all of them (about 1,700) with SOAC_SWEEP=all in the environment, which takes minutes.
. "$(dirname "$0")/support.sh"
compiler=$4 library=$5
sample=10

directories() {
  "$compiler" -E -v -x c++ /dev/null 2>&1 | sed -n '/search starts here/,/^End/s/^ \(.*c++.*\)/\1/p'
  printf '%s\n' "$library/clang" "$library/../lib/clang" # the second holds its builtin headers
}
mapfile -t headers < <(directories | xargs realpath -e 2>/dev/null | sort -u |
  xargs -I{} find {} -type f \( -name '*.h' -o -name '*.hpp' -o -name '*.tcc' -o ! -name '*.*' \) | sort -u)
every=1
[ "${SOAC_SWEEP:-sample}" = all ] || every=$(((${#headers[@]} + sample - 1) / sample))
[ ${#headers[@]} -gt 100 ] || fail "only ${#headers[@]} headers"

read=0 refused=0
for ((i = 0; i < ${#headers[@]}; i += every)); do
  timeout 120 "$tool" "${headers[i]}" -o swept -- -std=c++20 -isystem "$library" >out 2>err
  code=$?
  case $code in
  0) ((++read)) ;;
  1) ((++refused)) ;;
  *) fail "exit code $code: ${headers[i]}"; tail -n 5 err ;;
  esac
  [ $code -ne 1 ] || grep -q 'error:' err || fail "no reason: ${headers[i]}"
done
echo "$read read, $refused refused, of ${#headers[@]}"
finish
