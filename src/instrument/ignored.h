// Functions that the user wants left as they are: marked in the source, or named in an ignore list.
//
//   __attribute__((annotate("heddle:ignore"))) void log_line(const char*);
//   __attribute__((disable_sanitizer_instrumentation)) void log_line(const char*);
//
//   HEDDLE_IGNORE=FILE, a special case list as the sanitizers know it: fun:log_* and src:third_party/* lines
#pragma once
#include <llvm/IR/Function.h>
#include <llvm/Passes/PassBuilder.h>

#include "instrument/positions.h"
#include "instrument/runtime_calls.h"

namespace heddle {

// Marks them before they could be inlined into functions that are instrumented.
void register_ignored(llvm::PassBuilder& builder);
bool is_ignored(const llvm::Function& function);
// The runtime is told when one is entered: what happens in there is not controlled, and the verdict must say so.
void tell_when_entered(llvm::Function& function, RuntimeCalls& runtime, Positions& positions);

}  // namespace heddle
