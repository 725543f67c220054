#!/usr/bin/env bash
# Where the flags come from: compilation databases, what follows --, --extra-arg.
. "$(dirname "$0")/support.sh"

# Flags that only GCC knows, and others that Clang would act on.
mkdir database
cat >database/compile_commands.json <<JSON
[{"directory": "$PWD", "file": "$PWD/good.cpp", "command":
  "g++ -std=gnu++20 -I$include -O2 -fno-canonical-system-headers -fconcepts-diagnostics-depth=3 -Wno-maybe-uninitialized -fmax-errors=5 -Werror -fipa-pta -fno-tree-vectorize -fopenmp -mno-direct-extern-access -c -o x/CMakeFiles/t.dir/good.o $PWD/good.cpp -MD -MF $PWD/wrong.d"}]
JSON
expect 0 good.cpp -o fromdb -p database
written fromdb/good
[ ! -e wrong.d ] && [ ! -e x ] || fail "soac does what the command of the compiler says"

# A file that is not in the database is read as its neighbours are; of several commands, the target's.
cp good.cpp neighbour.cpp
expect 0 neighbour.cpp -p database --emit=cpp
mkdir targets
cat >targets/compile_commands.json <<JSON
[{"directory": "$PWD", "file": "good.cpp", "arguments": ["c++", "-Dgood=first", "-o", "CMakeFiles/one.dir/good.o", "good.cpp"]},
 {"directory": "$PWD", "file": "good.cpp", "arguments": ["c++", "-Dgood=second", "-o", "CMakeFiles/two.dir/good.o", "good.cpp"]}]
JSON
expect 0 good.cpp -p targets --list
says first_vjp out
expect 0 good.cpp -p targets --for-target=two --list
says second_vjp out
expect 0 good.cpp -p targets --for-target=two --extra-arg=-Ugood --list
says good_vjp out

# Paths of files are relative to where soac runs, whatever directory their commands run in.
mkdir -p elsewhere/build elsewhere/src
cp good.cpp factor.hpp elsewhere/src
cat >elsewhere/build/compile_commands.json <<JSON
[{"directory": "$PWD/elsewhere/build", "file": "../src/good.cpp", "command": "c++ -std=c++20 -c ../src/good.cpp"}]
JSON
(cd elsewhere && expect 0 src/good.cpp -p build && written src/good && exit $failures) || fail "a relative path with -p"

# Without a database: an error where one was asked for, else no flags. Not here: a database of the build may be above.
alone=$(mktemp -d)
mkdir "$alone"/{nothing,malformed,empty}
cp good.cpp factor.hpp "$alone"
echo '{ "directory"' >"$alone/malformed/compile_commands.json"
echo '[]' >"$alone/empty/compile_commands.json"
for directory in nothing absent malformed empty; do
  expect 2 "$alone/good.cpp" -p "$alone/$directory"
  says 'compilation database' err
done
unwritten "$alone/good"
expect 0 "$alone/good.cpp" --emit=cpp
says 'read without flags' err
rm -r "$alone"
expect 0 good.cpp --emit=cpp -- -fno-such-flag-of-clang
finish
