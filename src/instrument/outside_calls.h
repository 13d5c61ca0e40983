// Calls that leave the module: of library functions, whose effects the table of src/outside knows, and of functions of which
// only the running program can tell whether they are instrumented.
#pragma once
#include <llvm/ADT/SmallVector.h>

#include "instrument/rewrites.h"
#include "outside/effects.h"

namespace heddle {

// What is known of a function that is not in this module: the user's entries (HEDDLE_OUTSIDE) come before the table's. Null if
// nothing is.
const outside::Effects* known_effects(llvm::StringRef symbol);
// A loop may call it again and again: it leaves nothing behind that the runtime does not see.
bool may_repeat(llvm::StringRef symbol);

// A library function with effects whose address is taken gets a function of the module in its place, which calls it: so the
// effects of calls through pointers are seen, too.
void stand_in_for_addresses(llvm::Module& module);

using OutsideCalls = llvm::SmallVector<llvm::CallBase*, 16>;

// The calls of the function that need something around them. Before any rewrite, as `make_plan`.
OutsideCalls find_outside_calls(llvm::Function& function);
void enclose_outside_calls(const OutsideCalls& calls, Rewriter& rewriter);
// Puts the mark of instrumented functions (HEDDLE_MARK) in front of the function.
void mark_instrumented(llvm::Function& function);

}  // namespace heddle
