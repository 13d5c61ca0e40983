// Control dependence in one function: on which branches it depends whether a block is executed.
#pragma once
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>

namespace heddle::analysis {

// Per block, the blocks that end in a branch which decides whether it is executed. (Ferrante, Ottenstein, Warren: a block depends
// on a branch if it comes after one way out of it for certain, and not after the branch.) Ways out of the function other than
// returning, such as a failed assertion, are ways like any other; a loop without end counts as one that ends.
using ControlDependence = llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<const llvm::BasicBlock*, 4>>;

ControlDependence control_dependence(const llvm::Function& function, const llvm::PostDominatorTree& tree);

}  // namespace heddle::analysis
