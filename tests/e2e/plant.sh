#!/usr/bin/env bash
# The terms of adjoints in what soac wrote, multiplied by 1.01, and the numbers that operators return.
# Usage: plant.sh <from> <to>
set -euo pipefail
sed -E -e 's/^( *[A-Za-z_0-9]*_adj[A-Za-z_0-9.]*(\([^={}]*\))? [+*]= )(.*);$/\11.01 * (\3);/' \
  -e 's/^( *[A-Za-z_0-9]*_adj[A-Za-z_0-9.]*(\([^={}]*\))? = )(.*\*.*|next[_0-9]*);$/\11.01 * (\3);/' \
  -e 's/([A-Za-z_0-9]*_adj[A-Za-z_0-9.]*\([^=()]*\)) = \1 \+ /&1.01 * /g' "$1" |
  awk '/^[a-z].*\(/ { heading = ""; isHeading = 1 }
       isHeading { heading = heading $0; isHeading = !/\{$/ }
       /^  return [^{]*;$/ && heading ~ /^double [a-zA-Z_0-9]*_(gradient|jvp|vjp|hvp)[a-z_0-9]*\(/ &&
         heading !~ /[( ]\**&?r_(adj|tan)|workspace/ { sub(/return /, "return 1.01 * ("); sub(/;$/, ");") }
       { print }' >"$2"
! cmp -s "$1" "$2"
