# What a project gets from Heddle, installed (heddleConfig.cmake) or as a part of its own build (FetchContent). Needs
# HEDDLE_EXECUTABLE, HEDDLE_CC and HEDDLE_CXX.

# heddle_add_test(name SOURCES file... [OPTIONS option...] [ARGS argument...])
#
# A CTest test that runs `heddle check OPTIONS SOURCES -- ARGS`.
function(heddle_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;OPTIONS;ARGS")
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_add_test(${name}): what is ${test_UNPARSED_ARGUMENTS}?")
  endif()
  if(NOT test_SOURCES)
    message(FATAL_ERROR "heddle_add_test(${name}): SOURCES is missing")
  endif()
  set(command "${HEDDLE_EXECUTABLE}" check ${test_OPTIONS} ${test_SOURCES} --output-dir "${CMAKE_CURRENT_BINARY_DIR}")
  if(test_ARGS)
    list(APPEND command -- ${test_ARGS})
  endif()
  add_test(NAME ${name} COMMAND ${command} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
endfunction()

# heddle_instrument(target...)
#
# These executables and libraries are compiled and linked by heddle-cc and heddle-c++, whatever the project's compiler
# is. For tests that use <heddle/check.hpp>. The project's static libraries that they link are covered: each has a twin,
# compiled by Heddle, which these targets link in its place. Frameworks for tests stay as they are.
function(heddle_instrument)
  foreach(target ${ARGN})
    _heddle_compile(${target})
    set_property(GLOBAL APPEND PROPERTY HEDDLE_INSTRUMENTED ${target})
  endforeach()
  # What a target links may be said later; so the libraries are looked for at the end.
  get_property(planned GLOBAL PROPERTY HEDDLE_LIBRARIES_PLANNED)
  if(NOT planned)
    set_property(GLOBAL PROPERTY HEDDLE_LIBRARIES_PLANNED TRUE)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _heddle_instrument_libraries)
  endif()
endfunction()

function(_heddle_compile target)
  set_target_properties(${target} PROPERTIES
    C_COMPILER_LAUNCHER "${HEDDLE_CC};--in-place-of" C_LINKER_LAUNCHER "${HEDDLE_CC};--in-place-of"
    CXX_COMPILER_LAUNCHER "${HEDDLE_CXX};--in-place-of" CXX_LINKER_LAUNCHER "${HEDDLE_CXX};--in-place-of")
  if(TARGET heddle_parts)
    add_dependencies(${target} heddle_parts)
  endif()
endfunction()

function(_heddle_instrument_libraries)
  get_property(targets GLOBAL PROPERTY HEDDLE_INSTRUMENTED)
  foreach(target ${targets})
    _heddle_link_twins(${target} LINK_LIBRARIES)
  endforeach()
endfunction()

# In a property of a target that lists libraries, puts twins in the place of static libraries.
function(_heddle_link_twins target property)
  get_target_property(libraries ${target} ${property})
  if(NOT libraries)
    return()
  endif()
  set(linked)
  foreach(library IN LISTS libraries)
    _heddle_twin("${library}" twin)
    list(APPEND linked "${twin}")
  endforeach()
  set_property(TARGET ${target} PROPERTY ${property} "${linked}")
endfunction()

# The twin of a static or object library of this project, made if there is none yet; `library` itself for everything else.
function(_heddle_twin library result)
  set(${result} "${library}" PARENT_SCOPE)
  if(NOT TARGET "${library}")
    return()
  endif()
  get_target_property(real "${library}" ALIASED_TARGET)
  if(real)
    set(library ${real})
  endif()
  get_target_property(type ${library} TYPE)
  get_target_property(imported ${library} IMPORTED)
  get_property(instrumented GLOBAL PROPERTY HEDDLE_INSTRUMENTED)
  if(imported OR NOT type MATCHES "^(STATIC|OBJECT)_LIBRARY$" OR library IN_LIST instrumented
     OR library MATCHES "^(gtest|gtest_main|gmock|gmock_main|Catch2|Catch2WithMain|catch2|doctest|doctest_with_main|benchmark|benchmark_main)$")
    return()
  endif()
  set(twin ${library}-heddle)
  set(${result} ${twin} PARENT_SCOPE)
  if(TARGET ${twin})
    return()
  endif()
  get_target_property(directory ${library} SOURCE_DIR)
  get_target_property(sources ${library} SOURCES)
  set(absolute)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "^[$]<" AND NOT IS_ABSOLUTE "${source}" AND EXISTS "${directory}/${source}")
      set(source "${directory}/${source}")
    endif()
    list(APPEND absolute "${source}")
  endforeach()
  string(REPLACE "_LIBRARY" "" kind ${type})
  add_library(${twin} ${kind} EXCLUDE_FROM_ALL ${absolute})
  foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES COMPILE_FLAGS C_STANDARD CXX_STANDARD
          CXX_STANDARD_REQUIRED CXX_EXTENSIONS POSITION_INDEPENDENT_CODE LINK_LIBRARIES INTERFACE_INCLUDE_DIRECTORIES
          INTERFACE_SYSTEM_INCLUDE_DIRECTORIES INTERFACE_COMPILE_DEFINITIONS INTERFACE_COMPILE_OPTIONS INTERFACE_COMPILE_FEATURES
          INTERFACE_LINK_LIBRARIES INTERFACE_LINK_OPTIONS INTERFACE_SOURCES LINKER_LANGUAGE)
    get_target_property(value ${library} ${property})
    if(NOT value STREQUAL "value-NOTFOUND")
      set_property(TARGET ${twin} PROPERTY ${property} "${value}")
    endif()
  endforeach()
  _heddle_compile(${twin})
  _heddle_link_twins(${twin} LINK_LIBRARIES)
  _heddle_link_twins(${twin} INTERFACE_LINK_LIBRARIES)
endfunction()
