// Frames: tells the runtime when the lives of locals begin and end, as far as others can get to see them, and keeps gaps between
// them. See runtime/frames.h for what it makes of that.
#pragma once
#include <llvm/ADT/DenseSet.h>

#include "instrument/rewrites.h"

namespace heddle {

// The locals and by-value arguments of a function that others may hold the address of after the function has returned. To be
// asked before accesses are rewritten.
using Escaping = llvm::DenseSet<const llvm::Value*>;
Escaping escaping_locals(llvm::Function& function, Sharing& sharing);

// After all rewrites: every local whose address goes to a call moves into one block.
void tell_lives(llvm::Function& function, const Escaping& escaping, Rewriter& rewriter);

}  // namespace heddle
