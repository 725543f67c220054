#!/usr/bin/env bash
# Runs the code blocks of one Markdown file. What a block is for is said behind its language:
#   cpp file=NAME                 is kept as NAME for the blocks after it
#   cpp file=NAME.cpp generate    also goes through soac; both sources are compiled without warnings
#   cpp file=NAME.cpp cuda        likewise, and what is for a device, too; programs then run on tests/cuda/shim
#   cpp main                      a program, linked with everything compiled so far, that must exit with 0
#   cpp body                      statements in a function, behind #include <soac/soac.hpp>; compiled
#   cpp generated=FILE            must occur in FILE, white space aside; so must "ir generated=FILE", a part of the IR
#   cpp refused=NAME [FLAG]       a file that soac refuses with the diagnostic NAME
#   cmake project                 a CMakeLists.txt that configures and builds against the installed soac
#   sh                            is run, with soac in the PATH
#   text                          is only shown
# Usage: check.sh <file.md> <soac> <include directory> <C++ compiler> <work directory> [install prefix]
set -euo pipefail
doc=$1 tool=$2 include=$3 cxx=$4 work=$5 prefix=${6:-}
launcher=${CMAKE_CXX_COMPILER_LAUNCHER:-}
shim=$(cd "$(dirname "$0")/../cuda/shim" && pwd)
flags=(-std=c++20 -Wall -Wextra -Wpedantic -Werror -Wno-unknown-pragmas -I "$include" -isystem "$shim" -I .)
rm -rf "$work"
mkdir -p "$work/main" # programs and what is only compiled
awk -v dir="$work" '
  /^```/ && !inside { inside = 1; n++; info = substr($0, 4); name = sprintf("%s/block-%03d", dir, n)
                      print NR " " info > (name ".info"); printf "" > (name ".text"); next }
  /^```/ && inside  { inside = 0; close(name ".text"); close(name ".info"); next }
  inside            { print > (name ".text") }' "$doc"
cd "$work"
PATH=$(dirname "$tool"):$PATH
export SOAC_INCLUDE=$include

compile() {
  $launcher "$cxx" "${flags[@]}" -c "${@:2}" "$1" -o "${object:-$1.o}"
}
generate() {
  soac "$1" "${@:2}" -- -std=c++20 -I "$include" -isystem "$shim" -I .
  compile "$1"
  compile "${1%.cpp}.soac.cpp"
}
generate_for_device() {
  generate "$1" --cuda
  compile "${1%.cpp}.soac.cu" -x c++
  $launcher "$cxx" -std=c++20 -c "$shim/shim.cpp" -o shim.o
}

run_block() {
  local language=$1 purpose=${2:-} more=${3:-} text=$4
  case "$language $purpose" in
    "text "*) ;;
    "sh "*) bash -euo pipefail "$text" ;;
    "cpp file="*)
      cp "$text" "${purpose#file=}"
      case $more in
        generate) generate "${purpose#file=}" ;;
        cuda) generate_for_device "${purpose#file=}" ;;
      esac ;;
    "cpp main")
      cp "$text" main.cpp
      shopt -s nullglob
      object=main/main.o compile main.cpp
      "$cxx" main/main.o ./*.o -o main/main
      main/main ;;
    "cpp body")
      { printf '#include <soac/soac.hpp>\n[[maybe_unused]] static void body() {\n'; cat "$text"; printf '}\n'; } >body.cpp
      object=main/body.o compile body.cpp -Wno-unused-variable -Wno-unused-but-set-variable ;;
    "cpp generated="* | "ir generated="*)
      tr -s ' \n' '  ' <"$text" | sed 's/^ *//; s/ *$//' >wanted
      tr -s ' \n' '  ' <"${purpose#generated=}" >found
      grep -qF -f wanted found || { echo "${purpose#generated=} reads otherwise:"; cat "${purpose#generated=}"; return 1; } ;;
    "cpp refused="*)
      cp "$text" refused.cpp
      if soac refused.cpp -- -std=c++20 -I "$include" $more 2>messages; then echo "not refused"; return 1; fi
      grep -qF "[-Wsoac-${purpose#refused=}]" messages || { cat messages; return 1; } ;;
    "cmake project")
      cp "$text" CMakeLists.txt
      cmake -S . -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" >configured.log || { cat configured.log; return 1; }
      cmake --build build >built.log || { cat built.log; return 1; } ;;
    *) echo "a code block without a purpose: $language $purpose"; return 1 ;;
  esac
}

failures=0 count=0
for info in block-*.info; do
  [ -e "$info" ] || continue
  read -r line language purpose more <"$info" || true
  count=$((count + 1))
  run_block "$language" "${purpose:-}" "${more:-}" "$PWD/${info%.info}.text" & # in the background `set -e` holds
  if ! wait $!; then
    echo "FAILED: $(basename "$doc"):$line ($language ${purpose:-} ${more:-})"
    failures=$((failures + 1))
  fi
done
echo "$count blocks, $failures failures"
[ "$failures" -eq 0 ]
