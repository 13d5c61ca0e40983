// What the functions of a module may still do from each of their points, for src/facts/futures.h, and what has to be kept at run time
// so that this can be asked (src/instrument/standing.cpp).
//
//   FutureModule futures(module, functions, opaque, analyses, around);
//
// Runs before accesses are rewritten.
#pragma once
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/ValueHandle.h>

#include <map>
#include <vector>

#include "facts/future_format.h"

namespace heddle::analysis {

// What functions that are not compiled with the program do to its memory.
enum class OutsideMemory { kUnknown, kNothing, kArguments, kAnything };

struct FutureSurroundings {
  llvm::function_ref<llvm::Constant*(const llvm::Instruction&)>
      position;  // of an access that the runtime may see; null: of none
  llvm::function_ref<OutsideMemory(llvm::StringRef)> outside;
};

// Are futures asked for? (HEDDLE_FUTURES=1)
bool writing_futures();

// Of one function: where its record is, which values go into which slots, and which item a call or an access is.
struct StandingPlan {
  llvm::Function* function;
  llvm::GlobalVariable* record;
  std::vector<llvm::WeakTrackingVH> slots;
  std::vector<std::pair<llvm::WeakTrackingVH, uint32_t>> calls;
  std::map<const llvm::Constant*, uint32_t> accesses;  // by position
};

// Writes the records. Functions that are not followed have no plan.
std::vector<StandingPlan> write_futures(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions,
                                        llvm::ArrayRef<llvm::Function*> opaque, llvm::FunctionAnalysisManager& analyses,
                                        const FutureSurroundings& around);

}  // namespace heddle::analysis
