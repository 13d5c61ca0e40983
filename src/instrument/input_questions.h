// Where a program may receive inputs, its instructions are put so that following values asks less, and about failures first:
//
//   %q = sdiv i32 %a, %b       =>   is %b zero, or the quotient too large? If not, the quotient is an expression
//   %s = shl i32 %a, %b        =>   is %b 32 or more? If not, likewise
//   @llvm.sadd.with.overflow   =>   a sum, and a comparison
//   %x = load @table[%i]       =>   is %i within the table? Then one of its values: a chain of comparisons
#pragma once
#include <llvm/IR/Function.h>

namespace heddle {

void ask_about_failures(llvm::Function& function);

// Marks an instruction whose operands were asked about so.
inline constexpr const char* kAskedBefore = "heddle.asked";

}  // namespace heddle
