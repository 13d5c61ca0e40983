// Tells the runtime about iterations of loops that could be spin loops: see __heddle_loop in abi.h.
#pragma once
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

#include "instrument/call_effects.h"
#include "instrument/plan.h"

namespace heddle {

struct FunctionAnalyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
};

void mark_loops(const FunctionAnalyses& analyses, const Plan& plan, CallEffects& effects, Sharing& sharing,
                Rewriter& rewriter);

}  // namespace heddle
