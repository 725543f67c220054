# The gradient tests that soac_add_gradient_tests would make for each group of cases: all of them pass or are skipped with
# a reason, and many of them fail when the terms of adjoints in what soac wrote are multiplied by 1.01.
#
# Some groups are in the ordinary run; the others are built and run by `ctest -C Nightly -R e2e.gradients`.
set(ordinary finance idioms)
# Rules that are not the derivatives, so that calls of them are seen.
set(without custom_rules)
# Cases that call functions of their tests.
set(with_test bystanders declarations discrete opaque_rules)

add_library(precompiled_gradients OBJECT library.cpp)
target_link_libraries(precompiled_gradients PRIVATE e2e_options)
target_precompile_headers(precompiled_gradients PRIVATE <soac/soac.hpp> <soac/testing/suite.hpp>)

# "GROUP FUNCTION:NAME=VALUE" a line.
set(settings_file ${CMAKE_CURRENT_SOURCE_DIR}/gradients.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${settings_file})

# The program with the tests of a group, linked with `objects`.
function(e2e_gradient_program name case file)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "SOURCES")
  get_filename_component(group ${case} NAME)
  get_filename_component(folder ${case} DIRECTORY)
  add_executable(${name} EXCLUDE_FROM_ALL ${file} ${arg_SOURCES})
  if(group IN_LIST with_test)
    target_sources(${name} PRIVATE ${case}_test.cpp)
    target_link_libraries(${name} PRIVATE GTest::gtest)
  endif()
  target_include_directories(${name} PRIVATE ${generated} cases ${folder})
  target_compile_options(${name} PRIVATE -fno-tree-vectorize)
  # What the sources of a group call for arrays on a device is in its device part.
  target_link_libraries(${name} PRIVATE e2e_options e2e_${group}_device soac_cuda_shim)
  target_precompile_headers(${name} REUSE_FROM precompiled_gradients)
  set_source_files_properties(${arg_SOURCES} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  if(group STREQUAL unchecked) # it says SOAC_CHECKS itself
    set_source_files_properties(${file} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

function(e2e_gradients case)
  get_filename_component(group ${case} NAME)
  if(group IN_LIST without)
    return()
  endif()
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${case}.cpp)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/gradients/${group}.cpp)
  set(planted ${CMAKE_CURRENT_BINARY_DIR}/gradients/${group}_planted.cpp)
  file(STRINGS ${settings_file} settings REGEX "^${group} ")
  list(TRANSFORM settings REPLACE "^${group} " "--gradient-test=")
  add_custom_command(OUTPUT ${file}
    COMMAND soac::tool ${source} -p ${CMAKE_BINARY_DIR} --for-target=e2e_${group}_cases --gradient-tests=${file} ${settings}
    COMMAND ${CMAKE_COMMAND} -E touch ${file}
    DEPENDS ${source} ${case}.hpp soac::tool
    VERBATIM)
  add_custom_command(OUTPUT ${planted}
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/plant.sh ${generated}/${group}.soac.cpp ${planted}
    DEPENDS e2e_${group}_cases plant.sh
    VERBATIM)
  e2e_gradient_program(e2e_gradients_${group} ${case} ${file})
  target_link_libraries(e2e_gradients_${group} PRIVATE e2e_${group}_cases)
  e2e_gradient_program(e2e_planted_${group} ${case} ${file}
                       SOURCES ${planted} "$<FILTER:$<TARGET_OBJECTS:e2e_${group}_cases>,EXCLUDE,soac.cpp>")
  set(configurations Nightly)
  if(group IN_LIST ordinary)
    set(configurations "")
  endif()
  add_test(NAME e2e.gradients.${group}.build
    COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --config $<CONFIG> --target e2e_gradients_${group} e2e_planted_${group}
    CONFIGURATIONS ${configurations})
  add_test(NAME e2e.gradients.${group}
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/gradients.sh $<TARGET_FILE:e2e_gradients_${group}> $<TARGET_FILE:e2e_planted_${group}>
    CONFIGURATIONS ${configurations})
  set_tests_properties(e2e.gradients.${group}.build PROPERTIES FIXTURES_SETUP e2e.gradients.${group} RESOURCE_LOCK build TIMEOUT 900)
  set_tests_properties(e2e.gradients.${group} PROPERTIES FIXTURES_REQUIRED e2e.gradients.${group} TIMEOUT 900)
endfunction()
