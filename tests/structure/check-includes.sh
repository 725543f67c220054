#!/usr/bin/env bash
# A folder of lib/ includes itself and the folders it links in lib/CMakeLists.txt, directly or through them; phase
# folders never include each other, but for the emitter, which writes out the schedule's plan; only frontend/ and tool/
# include Clang. types/Types.h is vocabulary for every folder. Usage: check-includes.sh <top of the tree>
set -euo pipefail
cd "$1"
failures=0
fail() {
  echo "$1" >&2
  failures=$((failures + 1))
}

phases="frontend ad optimise schedule emit"
declare -A links
while read -r folder rest; do
  links[$folder]=$rest
done < <(grep -v '^#' lib/CMakeLists.txt | tr '\n' ' ' | grep -oE 'soac_folder\([^)$]+\)' |
         sed -E 's/soac_folder\((\w+)/\1/; s/\)//; s/ (PRIVATE|PRECOMPILE) .*//; s/ LINKS//')
[ ${#links[@]} -ge 10 ] || fail "lib/CMakeLists.txt: cannot find the folders"

# The folders that $1 may include, as words.
allowed() {
  local folder
  for folder in ${links[$1]:-}; do
    echo "$folder"
    allowed "$folder"
  done
}

for folder in "${!links[@]}"; do
  may=" $folder $(allowed "$folder" | sort -u | tr '\n' ' ') "
  while IFS=: read -r file line include; do
    target=$(sed -E 's/.*"([a-z]+)\/.*/\1/' <<<"$include")
    [ -d "lib/$target" ] || continue
    [[ "$include" == *'"types/Types.h"'* ]] && continue
    [[ "$may" == *" $target "* ]] || fail "$file:$line: $folder/ does not link $target/"
    if [[ " $phases " == *" $folder "* && " $phases " == *" $target "* && $folder != "$target" &&
          "$folder $target" != "emit schedule" ]]; then
      fail "$file:$line: the phase $folder/ includes the phase $target/"
    fi
  done < <(grep -rnE '^#include "[a-z]+/' "lib/$folder" || true)
done

# The rooms of the frontend have floors: a room includes what is on lower floors. Of the rooms that lower C++, others see one
# header each.
declare -A floors=([parse]=0 [values]=1 [state]=2 [lower]=3 [loops]=3 [library]=3 [requests]=4 [soac]=5)
declare -A faces=([lower]=Lower.h [loops]=Loops.h [library]=Library.h)
while IFS=: read -r file line include; do
  room=$(sed -E 's/^lib\/frontend\/([a-z]+)\/.*/\1/' <<<"$file")
  target=$(sed -E 's/.*"frontend\/([^/"]+).*/\1/' <<<"$include")
  header=$(sed -E 's/.*\/([^/]+)".*/\1/' <<<"$include")
  if [ -z "${floors[$room]:-}" ] || [ -z "${floors[$target]:-}" ]; then
    fail "$file:$line: $room or $target is no room of the frontend"
  elif [ "${floors[$target]}" -gt "${floors[$room]}" ]; then
    fail "$file:$line: $room/ includes a higher floor"
  elif [ "$room" != "$target" ] && [ -n "${faces[$target]:-}" ] && [ "${faces[$target]}" != "$header" ]; then
    fail "$file:$line: other rooms see ${faces[$target]} of $target/ alone"
  fi
done < <(grep -nE '^#include "frontend/' lib/frontend/*/*)

while IFS=: read -r file line _; do
  fail "$file:$line: only lib/frontend and tool/ include Clang's headers"
done < <(grep -rnE '#include [<"]clang/' lib --include='*.h' --include='*.cpp' | grep -v '^lib/frontend/' || true)

[ "$failures" -eq 0 ]
