// The drop-in compilers heddle-cc and heddle-c++: any command line meant for clang or gcc becomes one that
// builds the same thing, instrumented.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "toolchain/flags.h"

namespace heddle {

struct CompilerCommand {
  Arguments command;               // the program to execute comes first
  std::vector<std::string> notes;  // options that were left out, and why
};

Result<CompilerCommand> drop_in(const Toolchain& toolchain, bool cxx, const Arguments& arguments);

}  // namespace heddle
