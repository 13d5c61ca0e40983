#include "analysis/control.h"

#include <llvm/IR/CFG.h>

using namespace llvm;

namespace heddle::analysis {

ControlDependence control_dependence(const Function& function, const PostDominatorTree& tree) {
  ControlDependence depends;
  for (const BasicBlock& block : function) {
    if (succ_size(&block) < 2) continue;
    const auto* at = tree.getNode(&block);
    if (!at) continue;
    for (const BasicBlock* way : successors(&block)) {
      for (const auto* node = tree.getNode(way); node && node != at->getIDom() && node->getBlock();
           node = node->getIDom()) {
        auto& list = depends[node->getBlock()];
        if (list.empty() || list.back() != &block) list.push_back(&block);
      }
    }
  }
  return depends;
}

}  // namespace heddle::analysis
