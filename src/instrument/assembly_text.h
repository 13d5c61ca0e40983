// What a piece of assembly does, as far as its text says.
#pragma once
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

#include <string>

namespace heddle {

enum class Statement {
  kNothing,  // computes in registers, hints, or marks a place
  kFence,
  kOutsideValue,  // asks the processor for something that differs from run to run
  kSystemCall,
  kUnknown  // may touch memory
};

// Of one statement. `is_register` says whether operand $N is in a register or is a number.
Statement judge_statement(llvm::StringRef text, llvm::function_ref<bool(unsigned)> is_register);

// Calls `each` with every statement of the text, without comments and labels.
void for_each_statement(llvm::StringRef text, llvm::function_ref<void(llvm::StringRef)> each);

// Does assembly outside functions define nothing but names and data?
bool defines_no_code(llvm::StringRef text);

}  // namespace heddle
