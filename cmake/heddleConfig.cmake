# find_package(heddle) gives
#
#   heddle::heddle            for <heddle/heddle.h> and <heddle/check.hpp>
#   HEDDLE_EXECUTABLE         the command line tool
#   HEDDLE_CC, HEDDLE_CXX     the instrumenting compilers, for CMAKE_C_COMPILER and CMAKE_CXX_COMPILER
#   heddle_add_test(name SOURCES file... [OPTIONS option...] [ARGS argument...])
#                             a CTest test that runs `heddle check OPTIONS SOURCES -- ARGS`
#   heddle_instrument(target...)
#                             compiles and links these targets with HEDDLE_CC and HEDDLE_CXX
#
#   find_package(heddle REQUIRED)
#   heddle_add_test(queue SOURCES queue_program.cpp OPTIONS --max-executions 100000 -I${CMAKE_SOURCE_DIR}/src)
#   heddle_instrument(queue_test)
get_filename_component(HEDDLE_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(HEDDLE_EXECUTABLE "${HEDDLE_PREFIX}/bin/heddle")
set(HEDDLE_CC "${HEDDLE_PREFIX}/bin/heddle-cc")
set(HEDDLE_CXX "${HEDDLE_PREFIX}/bin/heddle-c++")

if(NOT TARGET heddle::heddle)
  add_library(heddle::heddle INTERFACE IMPORTED)
  set_target_properties(heddle::heddle PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${HEDDLE_PREFIX}/include")
endif()
include("${CMAKE_CURRENT_LIST_DIR}/heddleFunctions.cmake")
