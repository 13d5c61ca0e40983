// Branches that nobody notices: whichever way they go, the thread goes on the same, and what is written on the way nobody ever reads.
//
//   if (h & 1) level = h;      // level: an atomic variable that the whole program only stores to
//
// The stores behind it are left as they are: no events. And where values are followed (follow.h), it is not asked what such a branch tests:
// nothing that the search knows of hangs on it.
//
// The region of a branch is what is executed between it and the place where its ways meet. It may
//
//   - compute, where nothing can fail;
//   - store to such variables. They are of at most four bytes (so that no pointer is kept there, which would let memory be found
//     that is lost otherwise), and seen whole: static, or the module is the whole program (HEDDLE_WHOLE=1). All accesses
//     are atomic stores: there can be no race, and nobody can be ordered behind a store that he does not read;
//   - branch further, as long as nobody notices that.
//
// It has no loops, calls nothing, and no value differs where its ways meet.
#pragma once
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

namespace llvm {
class LoopInfo;
class PostDominatorTree;
}  // namespace llvm

namespace heddle {

// Variables of the module that are only stored to.
class WriteOnly {
 public:
  explicit WriteOnly(llvm::Module& module);
  bool contains(const llvm::Value* variable) const { return variables_.contains(variable); }
  bool empty() const { return variables_.empty(); }

 private:
  llvm::SmallPtrSet<const llvm::Value*, 4> variables_;
};

struct Ways {
  llvm::DominatorTree& dominators;
  llvm::PostDominatorTree& post_dominators;
  llvm::LoopInfo& loops;
};

// Marks the branches of the function that nobody notices, and the stores behind them.
void mark_unnoticed_branches(llvm::Function& function, const WriteOnly& variables, const Ways& ways);

bool is_unnoticed(const llvm::Instruction& branch_or_store);
bool is_in_unnoticed_region(const llvm::BasicBlock& block);

}  // namespace heddle
