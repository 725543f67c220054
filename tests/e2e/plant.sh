#!/usr/bin/env bash
# The terms of adjoints in what soac wrote, multiplied by 1.01.
# Usage: plant.sh <from> <to>
set -euo pipefail
sed -E -e 's/^( *[A-Za-z_0-9]*_adj[A-Za-z_0-9.]*(\([^={}]*\))? [+*]= )(.*);$/\11.01 * (\3);/' \
  -e 's/^( *[A-Za-z_0-9]*_adj[A-Za-z_0-9.]*(\([^={}]*\))? = )(.*\*.*|next[_0-9]*);$/\11.01 * (\3);/' \
  -e 's/([A-Za-z_0-9]*_adj[A-Za-z_0-9.]*\([^=()]*\)) = \1 \+ /&1.01 * /g' "$1" >"$2"
! cmp -s "$1" "$2"
