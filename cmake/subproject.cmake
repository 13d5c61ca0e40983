# Heddle as a part of somebody's build (FetchContent, add_subdirectory): what find_package(heddle) would give.
set(HEDDLE_EXECUTABLE "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/heddle" CACHE INTERNAL "")
set(HEDDLE_CC "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/heddle-cc" CACHE INTERNAL "")
set(HEDDLE_CXX "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/heddle-c++" CACHE INTERNAL "")
add_library(heddle_headers INTERFACE)
target_include_directories(heddle_headers INTERFACE "${PROJECT_SOURCE_DIR}/include")
add_library(heddle::heddle ALIAS heddle_headers)
add_custom_target(heddle_parts DEPENDS tool)
include(${PROJECT_SOURCE_DIR}/cmake/heddleFunctions.cmake)
