// Functions of the C library that read or look at what may be an input: where the program is compiled for inputs (HEDDLE_INPUTS=1),
// versions are called that follow values (src/library/inputs).
//
//   %n = call i64 @strlen(ptr %s)    =>   %n = call i64 @heddle_in_strlen(ptr %s)
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace heddle {

bool compiling_for_inputs();
// Functions that headers define, before they are inlined: std::ctype<char>::is looks into a table.
void register_input_functions(llvm::PassBuilder& builder);
void use_input_functions(llvm::Module& module);

}  // namespace heddle
