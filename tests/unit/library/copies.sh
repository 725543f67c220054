#!/usr/bin/env bash
# Usage: copies.sh COMPILER ARGUMENT.. SOURCE. An iteration is compiled once for one thread and several, in a sum once for each width
# of its lanes; a workspace's end is a call, at the end and where something is thrown. Inlined wherever they are used, these made
# half of the object files of derivatives.
set -euo pipefail

text=$("$@" -std=c++20 -O3 -fopenmp -S -o -)
check() { # what, pattern, the most calls
  local calls
  calls=$(grep -cE "(call|bl)[a-z]*[[:space:]].*$2" <<<"$text" || true)
  echo "$1: $calls calls"
  if [ "$calls" -lt 1 ] || [ "$calls" -gt "$3" ]; then
    echo "$1: 1 to $3 calls are expected" >&2
    exit 1
  fi
}
check "iterations" step 6
check "ends of workspaces" give_all 3
