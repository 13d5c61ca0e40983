// Plan: which instructions of a function become calls of the runtime. Made before anything is rewritten, so
// that the treatment of loops can ask what is in them.
#pragma once
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

#include "instrument/rewrites.h"

namespace heddle {

struct Plan {
  llvm::SmallVector<llvm::Instruction*, 32> order;         // in the order of the function
  llvm::SmallPtrSet<const llvm::Instruction*, 32> chosen;  // the same as a set

  bool contains(const llvm::Instruction& instruction) const { return chosen.contains(&instruction); }
};

Plan make_plan(llvm::Function& function, Sharing& sharing, const llvm::DataLayout& layout);
// Makes the positions of what is planned: for all functions before the first is rewritten.
void locate(const Plan& plan, Rewriter& rewriter);
void carry_out(const Plan& plan, Rewriter& rewriter, Sharing& sharing);

}  // namespace heddle
