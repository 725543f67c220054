#!/usr/bin/env bash
# Usage: gradients.sh <gradient tests of a group> <the same with wrong derivatives>
set -euo pipefail
right=$("$1") || { echo "$right"; echo "gradient tests fail"; exit 1; }
echo "$right" | grep '^skipped' || true
passed=$(grep -c '^passed' <<<"$right")
[ "$passed" -gt 0 ] || { echo "nothing passes"; exit 1; }
wrong=$("$2") || true
failed=$(grep -c '^FAILED' <<<"$wrong") || true
echo "$passed pass, of which $failed fail with wrong derivatives"
# Forward derivatives and what returns records have no such terms.
[ $((4 * failed)) -gt "$passed" ] || { echo "$wrong"; exit 1; }
