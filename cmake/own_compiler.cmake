# The compiler that Heddle is built with: clang of HEDDLE_LLVM_VERSION, with what else the build needs. What is missing is said
# here, at once and with the way out, and not after minutes of compiling.
set(HEDDLE_LLVM_VERSION 19)

function(heddle_refuse what)
  message(FATAL_ERROR "Heddle cannot be built here: ${what}\n"
    "  Debian 12 (with the packages of apt.llvm.org), Ubuntu 24.04: apt-get install clang-19 lld-19 llvm-19-dev libclang-19-dev liblld-19-dev libz3-dev libcli11-dev "
    "nlohmann-json3-dev libtomlplusplus-dev\n"
    "  Fedora: dnf install clang lld llvm-devel clang-devel lld-devel z3-devel cli11-devel json-devel tomlplusplus-devel (version ${HEDDLE_LLVM_VERSION} of LLVM)\n"
    "  Or install Heddle once (cmake --install, or its Debian package) and use find_package(heddle): docs/installing.md\n")
endfunction()

# NAME of the variable, then names of the program.
function(heddle_find_own_compiler variable)
  if(DEFINED ${variable})
    return()
  endif()
  foreach(name ${ARGN})
    find_program(found ${name} PATHS /usr/lib/llvm-${HEDDLE_LLVM_VERSION}/bin /usr/lib64/llvm${HEDDLE_LLVM_VERSION}/bin NO_CACHE)
    if(found)
      execute_process(COMMAND ${found} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      execute_process(COMMAND ${found} --version OUTPUT_VARIABLE words ERROR_QUIET)
      if(version MATCHES "^${HEDDLE_LLVM_VERSION}[.]" AND words MATCHES "clang")
        set(${variable} ${found} CACHE FILEPATH "clang ${HEDDLE_LLVM_VERSION}, which builds Heddle")
        return()
      endif()
    endif()
    unset(found)
  endforeach()
endfunction()

heddle_find_own_compiler(HEDDLE_OWN_CC clang-${HEDDLE_LLVM_VERSION} clang)
heddle_find_own_compiler(HEDDLE_OWN_CXX clang++-${HEDDLE_LLVM_VERSION} clang++)
if(PROJECT_IS_TOP_LEVEL)
  # A compiler that was asked for is used, if it can be.
  if(NOT DEFINED CMAKE_C_COMPILER AND NOT DEFINED ENV{CC} AND HEDDLE_OWN_CC)
    set(CMAKE_C_COMPILER ${HEDDLE_OWN_CC} CACHE FILEPATH "")
  endif()
  if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX} AND HEDDLE_OWN_CXX)
    set(CMAKE_CXX_COMPILER ${HEDDLE_OWN_CXX} CACHE FILEPATH "")
  endif()
elseif(NOT HEDDLE_OWN_CC OR NOT HEDDLE_OWN_CXX)
  heddle_refuse("there is no clang ${HEDDLE_LLVM_VERSION}.")
endif()
foreach(need "llvm/Passes/PassPlugin.h;/usr/lib/llvm-${HEDDLE_LLVM_VERSION}/include" "CLI/CLI.hpp" "nlohmann/json.hpp" "toml++/toml.h")
  list(POP_FRONT need header)
  find_file(found ${header} PATHS ${need} /usr/include /usr/local/include NO_CACHE)
  if(NOT found)
    heddle_refuse("the header ${header} is missing.")
  endif()
  unset(found)
endforeach()
