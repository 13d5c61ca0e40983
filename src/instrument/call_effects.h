// CallEffects: is everything a call does seen by the runtime? Instrumented code is seen, access by access; so are
// the functions that the runtime interposes on. Any other library may keep state of its own, and a loop that
// calls it cannot be judged by what the runtime sees.
#pragma once
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstrTypes.h>

#include "instrument/sharing.h"

namespace heddle {

class CallEffects {
 public:
  explicit CallEffects(Sharing& sharing) : sharing_(sharing) {}
  bool visible(const llvm::CallBase& call);

 private:
  bool visible(const llvm::Function& function);
  bool visible_itself(const llvm::CallBase& call, const llvm::Function*& callee);
  bool visible_itself(const llvm::Function& function, llvm::SmallVectorImpl<const llvm::Function*>& callees);

  Sharing& sharing_;
  llvm::DenseMap<const llvm::Function*, bool> known_;  // functions judged so far
};

}  // namespace heddle
