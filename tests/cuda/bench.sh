#!/usr/bin/env bash
# The benchmark's derivatives by both versions of the kernels.
# Usage: bench.sh <gpu_bench>
set -euo pipefail
checks() { SOAC_CUDA_VERSION=$1 "$2" --small | sed -nE 's/.*"problem": "([^"]*)".*"check": ([^,]*),.*/\1: \2/p'; }
a=$(checks A "$1") c=$(checks C "$1")
echo "$a"
[ "$(wc -l <<<"$a")" -ge 8 ]
paste -d: <(echo "$a") <(echo "$c") | awk -F: '{
  difference = $2 - $4; if (difference < 0) difference = -difference
  if ($1 != $3 || !($2 > 0) || difference > 1e-5 * $2) { print "differs: " $0; failed = 1 }
} END { exit failed }'
