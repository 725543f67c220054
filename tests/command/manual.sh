#!/usr/bin/env bash
# The manual page and the completion of bash have every option of --help.
# Usage: manual.sh <soac> <include directory> <work directory> <library that is not used> <build directory>
. "$(dirname "$0")/support.sh"
page=$5/share/man/man1/soac.1 completion=$5/share/bash-completion/completions/soac

expect 0 --help
mapfile -t options < <(sed -nE 's/^  (--?[A-Za-z-]+).* - .*/\1/p' out)
mapfile -t choices < <(sed -nE 's/^    =([a-z]+) .*/\1/p' out)
[ ${#options[@]} -ge 20 ] && [ ${#choices[@]} -ge 6 ] || fail "--help reads otherwise"
sed 's/\\//g' "$page" >page
for option in "${options[@]}"; do grep -q -E -e "^\.B $option([= ]<.*)?\$" page || fail "the page lacks $option"; done
for choice in "${choices[@]}"; do says "^.B $choice\$" page; done
if command -v man >/dev/null; then
  man --warnings -l "$page" >shown 2>warned
  [ ! -s warned ] || { fail "the page has errors"; cat warned; }
  says 'Print the version' shown
fi

# completes <expected words> <words of the line...>
completes() {
  COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
  _soac 2>/dev/null # compopt has a meaning at the prompt alone
  [ "${COMPREPLY[*]}" = "$1" ] || fail "'${*:2}' is completed by '${COMPREPLY[*]}', not by '$1'"
}
. "$completion"
for option in "${options[@]}"; do
  COMP_WORDS=(soac "$option") COMP_CWORD=1
  _soac 2>/dev/null
  [[ " ${COMPREPLY[*]} " == *" $option"[\ =]* ]] || fail "$option is not completed"
done
completes '--list' soac --li
completes '--emit=' soac --em
completes 'list ir ad opt exec kernels cpp cuda' soac --emit =
completes 'opt' soac good.cpp --emit = o
completes 'text html' soac --explain-memory =
completes '' soac good.cpp
completes '' soac good.cpp -- --
mkdir -p some/directory
touch some/file
completes 'some/directory' soac good.cpp -o some/
finish
