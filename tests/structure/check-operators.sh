#!/usr/bin/env bash
# Every row of Operators.def is in the library, in the documentation and in an end-to-end case.
# Usage: check-operators.sh <top of the tree>
set -euo pipefail
cd "$1"
failures=0
names=$(grep -oE '^SOAC_OPERATOR\(\w+, "\w+"' lib/frontend/requests/Operators.def | sed -E 's/.*"(\w+)"/\1/')
[ -n "$names" ] || { echo "no operators found" >&2; exit 1; }
for name in $names; do
  for place in "struct ${name}_t:include/soac" "\b$name(<|\`):docs" "soac::$name<:tests/e2e/cases"; do
    pattern=${place%:*} folder=${place##*:}
    grep -rqE "$pattern" "$folder" || { echo "$name: nothing in $folder" >&2; failures=$((failures + 1)); }
  done
done
[ "$failures" -eq 0 ]
