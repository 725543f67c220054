# cmake -DTOOL=<soac> -DMANUAL=<file> -DCOMPLETION=<file> -P Manual.cmake: writes the manual page and what bash completes,
# both from `soac --help`.
execute_process(COMMAND "${TOOL}" --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${TOOL}" --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "\\;" help "${help}")
string(REPLACE "\n" ";" lines "${help}")

# What troff would read as a command or a hyphen.
function(escape text result)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REPLACE "'" "\\(aq" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(page "")
set(options "")
set(choices "")
set(option "")
foreach(line IN LISTS lines)
  if(line MATCHES "^  (--?[A-Za-z-]+)([= ]<[^>]+>)? +- (.*)$")
    set(option "${CMAKE_MATCH_1}")
    set(value "${CMAKE_MATCH_2}")
    escape("${CMAKE_MATCH_3}" summary)
    escape("${option}${value}" shown)
    string(APPEND page ".TP\n.B ${shown}\n${summary}\n")
    string(REGEX REPLACE "^=.*" "=" ending "${value}")
    string(REGEX REPLACE "^ .*" "" ending "${ending}")
    list(APPEND options "${option}${ending}")
  elseif(option AND line MATCHES "^    =([a-z]+) +- +(.*)$")
    list(APPEND choices "${option}=${CMAKE_MATCH_1}")
    escape("${CMAKE_MATCH_2}" summary)
    string(APPEND page ".br\n.B ${CMAKE_MATCH_1}\n\\(en ${summary}\n")
  endif()
endforeach()
if(NOT options)
  message(FATAL_ERROR "soac --help is not understood")
endif()
list(REMOVE_DUPLICATES options)

file(WRITE "${MANUAL}" ".TH SOAC 1 \"\" \"${version}\"
.SH NAME
soac \\- writes derivatives of C++ functions as C++
.SH SYNOPSIS
.B soac
[options] FILE... \\-p BUILD
.br
.B soac
[options] FILE... \\-\\- FLAGS
.SH DESCRIPTION
Reads each FILE with the flags of the compiler, which are FLAGS, or those in BUILD/compile_commands.json, or those in the
nearest compile_commands.json above FILE. Writes NAME.soac.hpp and NAME.soac.cpp for NAME.cpp: the derivatives that
.B soac::gradient
and its like or
.B #pragma soac differentiate
ask for there.
.SH OPTIONS
${page}.SH EXIT STATUS
0 when all is well, 1 when something was refused, a file has errors or an output cannot be written, 2 for options that are
wrong or a file that is not there.
")

string(REPLACE ";" " " options "${options}")
string(REPLACE ";" " " choices "${choices}")
file(WRITE "${COMPLETION}" "# Completion of soac in bash.
_soac() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} line i
  local options='${options}' choices='${choices}'
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do # behind -- are the compiler's options
    [ \"\${COMP_WORDS[i]}\" != -- ] || { compopt -o default; return; }
  done
  if [ \"$before\" = = ]; then # the shell splits words at =
    before=\${COMP_WORDS[COMP_CWORD - 2]}
  elif [ \"$word\" = = ]; then
    word=''
  elif [ \"$before\" = -o ] || [ \"$before\" = -p ]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -d -- \"$word\")
    return
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")
    [[ \${COMPREPLY[0]:-} != *= ]] || compopt -o nospace
    return
  else
    compopt -o default
    return
  fi
  line=''
  for i in $choices; do
    [ \"\${i%=*}\" != \"$before\" ] || line+=\" \${i#*=}\"
  done
  if [ -n \"$line\" ]; then
    mapfile -t COMPREPLY < <(compgen -W \"$line\" -- \"$word\")
  else
    compopt -o default
  fi
}
complete -F _soac soac
")
