// The drop-in compilers heddle-cc and heddle-c++: any command line meant for clang or gcc becomes one that
// builds the same thing, instrumented. "heddle-c++ --in-place-of g++ ..." ignores g++: for build systems that can put
// a launcher in front of the compiler of single targets.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "toolchain/flags.h"

namespace heddle {

struct CompilerCommand {
  Arguments command;               // the program to execute comes first
  std::vector<std::string> notes;  // options that were left out, and why
  bool links_executable = false;
};

Result<CompilerCommand> drop_in(const Toolchain& toolchain, bool cxx, const Arguments& arguments);

}  // namespace heddle
