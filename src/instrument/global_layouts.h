// What is where in the program's global variables, for reports: see global_layouts.cpp.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace heddle {

void describe_globals(llvm::Module& module);

}  // namespace heddle
