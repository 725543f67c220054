#!/usr/bin/env bash
# Killed at any moment, soac leaves each output old, new or absent, never half of it.
# Usage: killed.sh <soac> <include directory> <work directory> <library that kills at a call>
. "$(dirname "$0")/support.sh"
killer=$4
export ASAN_OPTIONS=verify_asan_link_order=0 # in a build with it, the killer comes first

for i in {1..40}; do
  printf '#pragma soac differentiate(vjp, jvp)\ndouble f%d(double x, double y) { return factor * x * y / (x + %d); }\n' "$i" "$i"
done >>good.cpp
expect 0 good.cpp -o old "${flags[@]}"
sed -i 's/y/z/g' good.cpp
expect 0 good.cpp -o new "${flags[@]}"
for kind in hpp cpp; do cmp -s old/good.soac.$kind new/good.soac.$kind && fail "old and new are the same"; done

# check <directory> <what happened>: whether every output is whole; state says which of them are new.
check() {
  local kind
  state=''
  for kind in cpp hpp; do
    if [ ! -e "$1/good.soac.$kind" ]; then state+=absent
    elif cmp -s "$1/good.soac.$kind" "new/good.soac.$kind"; then state+=new
    elif cmp -s "$1/good.soac.$kind" "old/good.soac.$kind"; then state+=old
    else fail "half of good.soac.$kind: $2"; fi
    state+=' '
  done
  # What is left besides has no name of an output.
  find "$1" -type f ! -name 'good.soac.hpp' ! -name 'good.soac.cpp' -name '*.soac.*' | grep -q . && fail "a leftover: $2"
}

killed_at() { # <call> <output directory>
  { KILL_AT=$1 LD_PRELOAD=$killer "$tool" good.cpp -o "$2" "${flags[@]}"; } >out 2>&1
}

# At each call that writes or renames, one after the other: over old outputs and into an empty directory.
for start in old empty; do
  seen=''
  for ((call = 1; call < 100; ++call)); do
    rm -rf killed && mkdir killed
    [ $start = empty ] || cp old/* killed
    killed_at $call killed
    code=$?
    check killed "killed at call $call over $start outputs"
    seen+="$state;"
    [ $code -eq 0 ] && break
    [ $code -eq 137 ] || fail "exit code $code at call $call"
  done
  [ $call -ge 6 ] && [ $call -lt 100 ] || fail "only $call calls"
  [[ $seen == *'new new ;' && $seen == *'new '@(old|absent)' ;'* ]] || fail "no kill between the two outputs: $seen"
done

# What was left goes away with a later run, once it cannot be of a run that still goes on.
killed_at 1 left
leftovers() { find left -name '.soac-*' | wc -l; }
[ "$(leftovers)" -eq 1 ] || fail "no temporary was left"
expect 0 good.cpp -o left "${flags[@]}"
[ "$(leftovers)" -eq 1 ] || fail "the temporary of a run that may go on was removed"
find left -name '.soac-*' -exec touch -d '2 hours ago' {} +
rm left/good.*
expect 0 good.cpp -o left "${flags[@]}"
[ "$(leftovers)" -eq 0 ] || fail "an old temporary stays"

# At arbitrary times, spread over a whole run.
started=$(date +%s%N)
expect 0 good.cpp -o timed "${flags[@]}"
length=$(($(date +%s%N) - started))
for ((i = 1; i <= 40; ++i)); do
  rm -rf killed && mkdir killed
  cp old/* killed
  { timeout -s KILL "$(printf '0.%09d' $((length * i / 40)))" "$tool" good.cpp -o killed "${flags[@]}"; } >out 2>&1
  check killed "killed after $i/40 of a run"
done
finish
