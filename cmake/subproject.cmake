# Heddle as a part of somebody's build (FetchContent, add_subdirectory): what find_package(heddle) would give. The tool is a build
# of its own, with its own compiler, below the project's build directory.
include(ExternalProject)
set(heddle_build "${PROJECT_BINARY_DIR}")
set(heddle_launchers)
foreach(language C CXX)
  if(CMAKE_${language}_COMPILER_LAUNCHER)
    string(REPLACE ";" "|" launcher "${CMAKE_${language}_COMPILER_LAUNCHER}")
    list(APPEND heddle_launchers "-DCMAKE_${language}_COMPILER_LAUNCHER=${launcher}")
  endif()
endforeach()
ExternalProject_Add(heddle_build
  SOURCE_DIR "${PROJECT_SOURCE_DIR}" BINARY_DIR "${heddle_build}/tool" PREFIX "${heddle_build}/steps"
  LIST_SEPARATOR "|"
  CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=${HEDDLE_OWN_CC} -DCMAKE_CXX_COMPILER=${HEDDLE_OWN_CXX}
    -DHEDDLE_TESTS=OFF -DHEDDLE_PAGE=OFF ${heddle_launchers}
  BUILD_COMMAND "${CMAKE_COMMAND}" --build <BINARY_DIR> --target tool
  BUILD_BYPRODUCTS "${heddle_build}/tool/bin/heddle" "${heddle_build}/tool/bin/heddle-cc" "${heddle_build}/tool/bin/heddle-c++"
  INSTALL_COMMAND "" BUILD_ALWAYS TRUE USES_TERMINAL_BUILD TRUE)
add_custom_target(heddle_parts DEPENDS heddle_build)
add_dependencies(heddle_parts heddle_build)

set(HEDDLE_EXECUTABLE "${heddle_build}/tool/bin/heddle" CACHE INTERNAL "")
set(HEDDLE_CC "${heddle_build}/tool/bin/heddle-cc" CACHE INTERNAL "")
set(HEDDLE_CXX "${heddle_build}/tool/bin/heddle-c++" CACHE INTERNAL "")
add_library(heddle_headers INTERFACE)
target_include_directories(heddle_headers INTERFACE "${PROJECT_SOURCE_DIR}/include")
add_library(heddle::heddle ALIAS heddle_headers)
include(${PROJECT_SOURCE_DIR}/cmake/heddleFunctions.cmake)
