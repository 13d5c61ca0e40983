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
# is. For tests that use <heddle/check.hpp>, and for the libraries they test.
function(heddle_instrument)
  foreach(target ${ARGN})
    set_target_properties(${target} PROPERTIES
      C_COMPILER_LAUNCHER "${HEDDLE_CC};--in-place-of" C_LINKER_LAUNCHER "${HEDDLE_CC};--in-place-of"
      CXX_COMPILER_LAUNCHER "${HEDDLE_CXX};--in-place-of" CXX_LINKER_LAUNCHER "${HEDDLE_CXX};--in-place-of")
    if(TARGET heddle_parts)
      add_dependencies(${target} heddle_parts)
    endif()
  endforeach()
endfunction()
