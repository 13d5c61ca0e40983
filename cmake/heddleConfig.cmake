# find_package(heddle) gives
#
#   heddle::heddle            for <heddle/heddle.h>: heddle_assert, heddle_choose and so on
#   HEDDLE_EXECUTABLE         the command line tool
#   HEDDLE_CC, HEDDLE_CXX     the instrumenting compilers, for CMAKE_C_COMPILER and CMAKE_CXX_COMPILER
#   heddle_add_test(name SOURCES file... [OPTIONS option...] [ARGS argument...])
#                             a CTest test that runs `heddle check OPTIONS SOURCES -- ARGS`
#
#   find_package(heddle REQUIRED)
#   heddle_add_test(queue SOURCES queue_test.cpp OPTIONS --max-executions 100000 -I${CMAKE_SOURCE_DIR}/src)
get_filename_component(HEDDLE_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(HEDDLE_EXECUTABLE "${HEDDLE_PREFIX}/bin/heddle")
set(HEDDLE_CC "${HEDDLE_PREFIX}/bin/heddle-cc")
set(HEDDLE_CXX "${HEDDLE_PREFIX}/bin/heddle-c++")

if(NOT TARGET heddle::heddle)
  add_library(heddle::heddle INTERFACE IMPORTED)
  set_target_properties(heddle::heddle PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${HEDDLE_PREFIX}/include")
endif()

function(heddle_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;OPTIONS;ARGS")
  if(NOT test_SOURCES)
    message(FATAL_ERROR "heddle_add_test(${name}): SOURCES is missing")
  endif()
  set(command "${HEDDLE_EXECUTABLE}" check ${test_OPTIONS} ${test_SOURCES})
  if(test_ARGS)
    list(APPEND command -- ${test_ARGS})
  endif()
  add_test(NAME ${name} COMMAND ${command} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
endfunction()
