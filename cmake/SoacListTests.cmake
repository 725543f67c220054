# cmake -DPROGRAM=<gradient tests> -DPREFIX=<of test names> -DLIST=<file> -P SoacListTests.cmake: writes an add_test for
# each test that the program lists.
execute_process(COMMAND "${PROGRAM}" --list OUTPUT_VARIABLE names OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" names "${names}")
set(text "")
foreach(name IN LISTS names)
  string(APPEND text "add_test([==[${PREFIX}${name}]==] [==[${PROGRAM}]==] [==[${name}]==])\n"
                     "set_tests_properties([==[${PREFIX}${name}]==] PROPERTIES SKIP_RETURN_CODE 77)\n")
endforeach()
file(WRITE "${LIST}" "${text}")
