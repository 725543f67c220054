#!/usr/bin/env bash
# What --explain-memory predicts is what a workspace measures, byte for byte, and reads as a person would write it.
# Usage: check.sh <soac> <C++ compiler> <include directory> <folder of the programs> <work directory>
set -euo pipefail
tool=$1 cxx=$2 include=$3 programs=$4 work=$5
rm -rf "$work"
mkdir -p "$work"
cp "$programs"/*.?pp "$work"
cd "$work"
sizes="n=23,u=17,a=23x9,x=9,keys=9,values=23,bodies=6"
explain() { "$tool" programs.cpp --explain-memory "$@" -- -std=c++20 -I "$include"; }

explain --sizes "$sizes" --memory-budget=1kB >report
explain --sizes "$sizes" --memory-budget=1kB >again
cmp report again || { echo "the report differs from run to run"; exit 1; }
awk '/^programs.cpp: / { f = $2 } / at these sizes / { for (i = 1; i < NF; i++) if ($i == "sizes") print f, $(i + 1) }' \
  report >predicted
"$tool" programs.cpp -- -std=c++20 -I "$include"
for file in *.cpp; do
  ${CMAKE_CXX_COMPILER_LAUNCHER:-} "$cxx" -std=c++20 -Wall -Wno-unknown-pragmas -I "$include" -I . -c "$file" -o "$file.o"
done
"$cxx" ./*.o -o measure
./measure >measured
diff predicted measured || { echo "predicted (<) and measured (>) differ"; exit 1; }
[ "$(wc -l <measured)" -eq 14 ] || { echo "not every program was compared"; exit 1; }

failures=0
says() { grep -qF -e "$1" report || { echo "the report does not say: $1"; failures=1; }; }
says 'at most 16*ceil(n/ceil(n^(1/2)))'
says 'now                  checkpoint: its value at the start of every iteration    8*n*u.size() = 3128 bytes'
says 'values               undo log: the elements that updates overwrite'
says 'y (2 arrays)         kept: numbers that an iteration has computed or read     16*n - 16 = 352 bytes'
says 'in each of the ceil(n/ceil(n^(1/2))) iterations at programs.cpp:17, given back after it:'
says '* stripmine(2)                 3.0 times'
says '<- fits the budget'
says 'x_adj                on threads, each but the first: a copy to add to         8*a.extent(1) = 72 bytes'
says 'bins                 on threads: bins of their own, where these are few       256*n = 5888 bytes'

explain >report
says "for numbers, give --sizes 'a.extent(0)=...'"
if explain --sizes 'n' >report 2>&1; then echo "a size without a number is accepted"; failures=1; fi
says "'n' is not NAME=NUMBER"
if explain --sizes "nosuch=3,$sizes" >report 2>&1; then echo "a size of nothing is accepted"; failures=1; fi
says "--sizes: there is no 'nosuch'"
if explain --memory-budget=much >report 2>&1; then echo "a budget without a number is accepted"; failures=1; fi
says "'much' is not a number of bytes"
if "$tool" programs.cpp --sizes n=1 -- -std=c++20 -I "$include" >report 2>&1; then failures=1; fi
says '--sizes is for --explain-memory and --explain-cost'

"$tool" programs.cpp --explain-cost -- -std=c++20 -I "$include" >report
says 'loop, n trips, not in vector lanes: '
says "for numbers, give --sizes 'a.extent(0)=...'"
"$tool" programs.cpp --explain-cost --sizes "$sizes,a.extent(1)=9" -- -std=c++20 -I "$include" >report
says ' % of all operations'
says 'stored: programs.cpp:7, x, checkpoint: its value at the start of every iteration, 184 bytes'

"$tool" programs.cpp --explain-memory=html --sizes "$sizes" --memory-budget=1kB -o page -- -std=c++20 -I "$include"
cp page/programs.memory.html report
says '<!DOCTYPE html>'
says '<svg viewBox="0 0 640 360"'
says 'budget 1000 bytes'
says 'class="advised"'
# Every text lies within its picture, and none over another one: 7 units a character, 12 a line.
awk -F'[<>"]' '/^<svg/ { texts = 0 }
  /^<text x=/ { length_ = 7 * length($9); x = $3 - ($7 == "middle" ? length_ / 2 : $7 == "end" ? length_ : 0)
    if (x < 0 || x + length_ > 640 || $5 < 10 || $5 > 360) { print "cut: " $9; wrong = 1 }
    for (i = 0; i < texts; ++i)
      if (x < right[i] && left[i] < x + length_ && $5 < y[i] + 12 && y[i] < $5 + 12) { print $9 " over " name[i]; wrong = 1 }
    left[texts] = x; right[texts] = x + length_; y[texts] = $5; name[texts++] = $9; ++all }
  END { exit wrong || all < 20 }' report || { echo "labels are cut or overlap"; failures=1; }
if grep -qE 'https?://|<script|<link' report; then echo "the page needs other files"; failures=1; fi
exit $failures
