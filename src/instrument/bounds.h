// Accesses that miss their local: private ones, of which the runtime never hears, and those that miss it by more than its gap.
#pragma once
#include "analysis/memory.h"
#include "instrument/rewrites.h"

namespace heddle {

// One access, which may miss the local.
struct DoubtfulAccess {
  llvm::Instruction* instruction;
  llvm::Value* pointer;
  llvm::Value* size;  // in bytes
  llvm::AllocaInst* local;
};
using DoubtfulAccesses = llvm::SmallVector<DoubtfulAccess, 8>;

// Accesses that are not known to lie within their local: neither at a constant offset nor by what the program tests before.
DoubtfulAccesses find_doubtful_accesses(llvm::Function& function, const analysis::Ranges& ranges);

// After all is known of loops and of what is private: a comparison of pointers tells nobody, but it looks as if. Before the rewrites.
void check_bounds(const DoubtfulAccesses& accesses, Rewriter& rewriter);

}  // namespace heddle
