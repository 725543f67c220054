# soac_generate(TARGET <target> SOURCES <file>... [OUTPUT_DIRECTORY <dir>] [CUDA] [OPTIONS <option>...])
#
# Runs soac on sources of <target> and adds what it writes to the target: NAME.soac.cpp is compiled with it, and
# NAME.soac.hpp is found by #include "NAME.soac.hpp". The outputs lie beside the sources unless OUTPUT_DIRECTORY
# (relative to the current binary directory) says otherwise. The target is linked with soac::soac. To be called in the
# directory that defines the target.
#
# With CUDA, soac writes NAME.soac.cu, too, which the project's CUDA compiler compiles: the project has CUDA among its
# languages. CMAKE_CUDA_ARCHITECTURES and the like have their usual meaning.
#
# Each source is read with the flags that the target compiles it with. soac runs again when the source, a header it
# includes, the flags or soac itself changed; a run that changes no output touches no output.
#
# soac_add_gradient_tests(<target> [SETTINGS <function>:<parameter>=<value>... <function>:skip=<reason>...])
#
# Adds a CTest case for everything that soac generated for <target>: <target>.gradient.<function> for the plain
# derivatives of a function (values, central differences and the dot test at random points), and one for each operator,
# <target>.gradient.gradient<<function>> and the like. A setting gives an argument: a number, extents ("4x3"), elements
# ("0,2,3") or where numbers lie ("0.5..2"); others are drawn, with sizes at which the function runs. A setting that no
# function has is an error of the build. When <target> is a library the tests link it; for a program they compile the
# sources given to soac_generate once more.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(SET CMP0057 NEW) # IN_LIST
cmake_policy(SET CMP0116 NEW) # paths in depfiles

# What Clang has to be told to find the vector variants of functions in GNU's C library; GCC finds them by itself.
function(_soac_vector_math_options result)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT DEFINED SOAC_CLANG_FINDS_LIBMVEC)
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_FLAGS -fveclib=libmvec)
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
    check_cxx_source_compiles("#include <cstdlib>
      #if !defined(__GLIBC__) || !defined(__x86_64__)
      #error no libmvec
      #endif" SOAC_CLANG_FINDS_LIBMVEC)
  endif()
  set(${result} $<$<BOOL:${SOAC_CLANG_FINDS_LIBMVEC}>:-fveclib=libmvec> PARENT_SCOPE)
endfunction()

function(soac_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "CUDA" "TARGET;OUTPUT_DIRECTORY" "SOURCES;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "soac_generate: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET "${arg_TARGET}" OR NOT arg_SOURCES)
    message(FATAL_ERROR "soac_generate: needs TARGET, a target that exists, and SOURCES")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "soac_generate: works with the Ninja and Makefile generators, not with ${CMAKE_GENERATOR}")
  endif()
  set_property(TARGET ${arg_TARGET} PROPERTY EXPORT_COMPILE_COMMANDS ON)
  target_link_libraries(${arg_TARGET} PRIVATE soac::soac)
  target_compile_options(${arg_TARGET} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-unknown-pragmas>)
  _soac_flags_of(${arg_TARGET})
  if(arg_CUDA)
    _soac_needs_cuda(${arg_TARGET})
    list(APPEND arg_OPTIONS --cuda)
  endif()
  foreach(source IN LISTS arg_SOURCES)
    _soac_generate_one(${arg_TARGET} "${source}" "${arg_OUTPUT_DIRECTORY}" "${arg_OPTIONS}")
    if(arg_CUDA)
      target_sources(${arg_TARGET} PRIVATE "${device}")
      set_property(SOURCE "${device}" PROPERTY LANGUAGE CUDA)
      # ptxas does not know how deep functions call themselves, and says so; the kernels look at their stack when they run.
      set_property(SOURCE "${device}" APPEND PROPERTY COMPILE_OPTIONS
                   $<$<CUDA_COMPILER_ID:NVIDIA>:-Xptxas=--suppress-stack-size-warning>)
    endif()
  endforeach()
endfunction()

# The kernels are C++20; the host's files include the header of CUDA's runtime.
function(_soac_needs_cuda target)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT CUDA IN_LIST languages)
    message(FATAL_ERROR "soac_generate: CUDA needs a CUDA compiler: add CUDA to the languages of project(), or leave CUDA out")
  endif()
  find_package(CUDAToolkit 12 REQUIRED)
  target_link_libraries(${target} PUBLIC CUDA::cudart)
  if(cuda_std_20 IN_LIST CMAKE_CUDA_COMPILE_FEATURES)
    target_compile_features(${target} PRIVATE cuda_std_20)
  else() # CMake 3.25 does not know it of nvcc
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>)
  endif()
endfunction()

# CMake writes the flags anew whenever it runs. The target's soac commands depend on a copy that is newer when they changed.
function(_soac_flags_of target)
  set(copy "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/soac/compile_commands.json")
  get_target_property(known ${target} SOAC_FLAGS)
  if(NOT known)
    set(flags "${CMAKE_BINARY_DIR}/compile_commands.json")
    add_custom_command(OUTPUT "${copy}" COMMAND ${CMAKE_COMMAND} -E copy_if_different "${flags}" "${copy}"
                       DEPENDS "${flags}" COMMENT "" VERBATIM)
    set_property(TARGET ${target} PROPERTY SOAC_FLAGS "${copy}")
  endif()
endfunction()

# The command's one output is a stamp; what soac writes are byproducts, which keep their times when nothing changed.
function(_soac_generate_one target source directory options)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  cmake_path(GET source STEM LAST_ONLY name)
  cmake_path(GET source PARENT_PATH source_directory)
  if(directory)
    # The source includes the generated header, which includes what the source does, as it is written there.
    cmake_path(ABSOLUTE_PATH directory BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
    target_include_directories(${target} PRIVATE "${directory}" "${source_directory}")
  else()
    set(directory "${source_directory}")
  endif()
  string(MD5 hash "${source}")
  string(SUBSTRING "${hash}" 0 8 hash)
  set(state "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/soac")
  file(MAKE_DIRECTORY "${state}")
  set(stamp "${state}/${name}-${hash}.stamp")
  get_target_property(flags ${target} SOAC_FLAGS)
  set(outputs "${directory}/${name}.soac.cpp" "${directory}/${name}.soac.hpp")
  set(device "${directory}/${name}.soac.cu")
  set(device ${device} PARENT_SCOPE)
  set(compiled_elsewhere)
  if("--cuda" IN_LIST options)
    set(compiled_elsewhere "${device}")
  endif()
  get_property(written GLOBAL PROPERTY SOAC_WRITTEN)
  if("${directory}/${name}.soac.cpp" IN_LIST written)
    message(FATAL_ERROR "soac_generate: ${directory}/${name}.soac.cpp is already generated, for another source or target; "
                        "give one of the two an OUTPUT_DIRECTORY of its own")
  endif()
  set_property(GLOBAL APPEND PROPERTY SOAC_WRITTEN "${directory}/${name}.soac.cpp")
  file(RELATIVE_PATH shown "${CMAKE_SOURCE_DIR}" "${source}")
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs} ${compiled_elsewhere}
    COMMAND soac::tool "${source}" -o "${directory}" -p "${CMAKE_BINARY_DIR}" --for-target=${target}
            -MF "${stamp}.d" -MT "${stamp}" ${options}
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS "${source}" "${flags}" $<TARGET_FILE:soac::tool>
    DEPFILE "${stamp}.d"
    COMMENT "soac ${shown}"
    VERBATIM)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    add_custom_target(${target}-${name}-${hash}
      COMMAND ${CMAKE_COMMAND} "-DSTAMP=${stamp}" "-DOUTPUTS=${outputs}" -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SoacMissing.cmake"
      VERBATIM)
    add_dependencies(${target} ${target}-${name}-${hash})
  endif()
  set_source_files_properties(${outputs} ${compiled_elsewhere} PROPERTIES GENERATED ON)
  # Clang goes by the order of options: those of a source come last, after a -Wall from any library.
  set_property(SOURCE "${source}" ${outputs} APPEND PROPERTY COMPILE_OPTIONS
                                                             $<$<COMPILE_LANGUAGE:CXX>:-Wno-unknown-pragmas>)
  _soac_vector_math_options(vector_math)
  set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS ${vector_math})
  target_sources(${target} PRIVATE ${outputs} "${stamp}")
  set_property(TARGET ${target} APPEND PROPERTY SOAC_SOURCES "${source}")
  set_property(TARGET ${target} APPEND PROPERTY SOAC_OUTPUTS ${outputs})
endfunction()

function(soac_add_gradient_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SETTINGS")
  get_target_property(sources ${target} SOAC_SOURCES)
  if(arg_UNPARSED_ARGUMENTS OR NOT sources)
    message(FATAL_ERROR "soac_add_gradient_tests: needs a target that soac_generate was called for; SETTINGS are optional")
  endif()
  list(LENGTH sources count)
  foreach(setting IN LISTS arg_SETTINGS)
    if(NOT setting MATCHES "^[^=]+:[^:=]+=.")
      message(FATAL_ERROR "soac_add_gradient_tests: '${setting}' is not FUNCTION:PARAMETER=VALUE or FUNCTION:skip=REASON")
    endif()
  endforeach()
  list(TRANSFORM arg_SETTINGS PREPEND "--gradient-test=")
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set(subject ${target}-gradient-subject)
    _soac_objects_of(${target} ${subject})
  else()
    set(subject ${target})
  endif()
  foreach(source IN LISTS sources)
    _soac_gradient_tests_one(${target} ${subject} "${source}" "${arg_SETTINGS}" ${count})
  endforeach()
  if(count GREATER 1 AND arg_SETTINGS)
    _soac_check_settings(${target})
  endif()
endfunction()

# A setting is for a function of some source: soac says of each source which settings are not for it.
function(_soac_check_settings target)
  get_target_property(files ${target} SOAC_SETTINGS_ELSEWHERE)
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/soac/gradient-settings.stamp")
  list(TRANSFORM files REPLACE "\\.elsewhere$" ".stamp" OUTPUT_VARIABLE stamps)
  add_custom_command(OUTPUT "${stamp}"
    COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SoacSettings.cmake"
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS ${stamps}
    COMMENT ""
    VERBATIM)
  add_custom_target(${target}-gradient-settings ALL DEPENDS "${stamp}")
endfunction()

# The sources of a program that soac reads, as objects without its main function.
function(_soac_objects_of target subject)
  get_target_property(sources ${target} SOAC_SOURCES)
  get_target_property(outputs ${target} SOAC_OUTPUTS)
  add_library(${subject} OBJECT ${sources} ${outputs})
  foreach(property IN ITEMS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS)
    set_property(TARGET ${subject} PROPERTY ${property} $<TARGET_PROPERTY:${target},${property}>)
  endforeach()
  target_compile_definitions(${subject} PRIVATE main=soac_renamed_main)
  target_link_libraries(${subject} PUBLIC $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  add_dependencies(${subject} ${target})
endfunction()

function(_soac_gradient_tests_one target subject source settings count)
  cmake_path(GET source STEM LAST_ONLY name)
  set(program ${target}-${name}-gradients)
  get_target_property(flags ${target} SOAC_FLAGS)
  set(file "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/soac/${name}-gradients.cpp")
  set(byproducts "${file}")
  if(count GREATER 1)
    list(APPEND settings "--gradient-tests-elsewhere=${file}.elsewhere")
    list(APPEND byproducts "${file}.elsewhere")
    set_property(TARGET ${target} APPEND PROPERTY SOAC_SETTINGS_ELSEWHERE "${file}.elsewhere")
  endif()
  add_custom_command(
    OUTPUT "${file}.stamp"
    BYPRODUCTS ${byproducts}
    COMMAND soac::tool "${source}" -p "${CMAKE_BINARY_DIR}" --for-target=${target} "--gradient-tests=${file}"
            -MF "${file}.d" -MT "${file}.stamp" ${settings}
    COMMAND ${CMAKE_COMMAND} -E touch "${file}.stamp"
    DEPENDS "${source}" "${flags}" $<TARGET_FILE:soac::tool>
    DEPFILE "${file}.d"
    COMMENT "soac --gradient-tests ${name}"
    VERBATIM)
  set_source_files_properties("${file}" PROPERTIES GENERATED ON)
  add_executable(${program} "${file}" "${file}.stamp")
  add_dependencies(${program} ${target})
  cmake_path(GET source PARENT_PATH source_directory) # where the generated header lies unless the target says otherwise
  target_include_directories(${program} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES> "${source_directory}")
  target_compile_definitions(${program} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  target_link_libraries(${program} PRIVATE ${subject} soac::soac)
  # Its arrays end where memory does, whatever that is aligned to.
  target_compile_options(${program} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-fno-tree-vectorize>)

  # The functions are known once the program is built: it lists them then, and CTest includes the list.
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${program}.cmake")
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${program}-include.cmake")
  add_custom_command(TARGET ${program} POST_BUILD
    COMMAND ${CMAKE_COMMAND} "-DPROGRAM=$<TARGET_FILE:${program}>" "-DPREFIX=${target}.gradient." "-DLIST=${list}"
            -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SoacListTests.cmake"
    BYPRODUCTS "${list}"
    VERBATIM)
  file(WRITE "${include}" "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n"
                          "  add_test(${program}_NOT_BUILT ${program}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
endfunction()

cmake_policy(POP)
