#!/usr/bin/env bash
# nvcc.sh on what soac writes for all groups of tests/e2e, or for those whose names are given.
# Usage: nvcc_all.sh <nvcc> <host compiler> <source tree> <generated> <work directory> [group...]
set -euo pipefail
nvcc=$1 cxx=$2 tree=$3 generated=$4 work=$5
shift 5
groups=("$@")
[ ${#groups[@]} -gt 0 ] || mapfile -t groups < <(basename -s .soac.cu "$generated"/*.soac.cu)
one() {
  bash "$3/tests/cuda/nvcc.sh" "$1" "$2" "$3/include" "$(dirname "$(find "$3/tests/e2e/cases" -name "$6.cpp" | head -1)")" \
    "$4/$6.soac.cu" "$5" stack || { echo "FAILED: $6"; exit 1; }
}
export -f one
printf '%s\n' "${groups[@]}" | xargs -P "$(nproc)" -I GROUP bash -c 'one "$@"' one "$nvcc" "$cxx" "$tree" "$generated" "$work" GROUP
