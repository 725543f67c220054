# soac_unit_mutant(tests name file from to): the expectations of tests/unit/<tests> against lib/<file> with `from` replaced by
# `to`: one of them must fail; random ones, which take longer, are asked when no other has. As in tests/property/Mutants.cmake, which has soac_mutate.
function(soac_unit_mutant tests name file from to)
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/mutants/${name})
  soac_mutate(${directory} ${file} "${from}" "${to}")
  add_executable(soac_${tests}_mutant_${name} EXCLUDE_FROM_ALL ${directory}/${file})
  target_compile_options(soac_${tests}_mutant_${name} PRIVATE -O0 -w)
  set(precompiled soac_mutant_headers)
  if(file MATCHES "^frontend/") # Clang's headers, which take most of the time
    set(precompiled soac_frontend_test)
  endif()
  target_precompile_headers(soac_${tests}_mutant_${name} REUSE_FROM ${precompiled})
  soac_goes_first(soac_${tests}_mutant_${name})
  target_link_libraries(soac_${tests}_mutant_${name} PRIVATE soac_${tests}_expectations)
  set(ask "$<TARGET_FILE:soac_${tests}_mutant_${name}> --gtest_fail_fast")
  soac_mutant_test(TARGET soac_${tests}_mutant_${name} NAME ${tests}_mutant_${name} FINDS "FAILED TEST|malformed function|Assertion"
                   COMMAND sh -c "${ask} '--gtest_filter=-*.random*' && ${ask} '--gtest_filter=*.random*'")
endfunction()
