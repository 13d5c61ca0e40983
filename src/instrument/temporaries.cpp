// Whether a round of a loop changed anything is found out by comparing memory before and after it (runtime/spin.cpp). Without
// optimisation every temporary of the compiler, and every local of the loop's body, is a slot of the stack, and the first round is the
// first to write it. What was there is left from another run: a change or none, by chance, and then the same schedule is not the same run.
//
//     %tmp = alloca i32            %tmp = alloca i32
//     …                      →     store i32 0, ptr %tmp
//                                  …
//
// Locals without an initialiser have a pattern there already. Those whose address goes elsewhere have lives of their own (frames.cpp).
#include "instrument/temporaries.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace heddle {
namespace {

constexpr uint64_t kMostBytes = 16;

bool is_filled(const User& user) {
  const auto* instruction = dyn_cast<Instruction>(&user);
  return instruction && instruction->hasMetadata(LLVMContext::MD_annotation);
}

// Nobody but this function's own loads and stores gets at it.
bool is_plain_slot(const AllocaInst& slot, const DataLayout& layout) {
  if (!slot.isStaticAlloca() || !slot.getAllocatedType()->isSingleValueType() || slot.getAllocatedType()->isVectorTy())
    return false;
  const auto size = slot.getAllocationSize(layout);
  if (!size || size->getFixedValue() > kMostBytes) return false;
  return none_of(slot.users(), [&](const User* user) {
    if (is_filled(*user)) return true;
    if (const auto* store = dyn_cast<StoreInst>(user)) return store->getValueOperand() == &slot || store->isVolatile();
    const auto* load = dyn_cast<LoadInst>(user);
    return !load || load->isVolatile();
  });
}

struct TemporariesPass : PassInfoMixin<TemporariesPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    for (Function& function : module) {
      if (function.isDeclaration()) continue;
      SmallVector<AllocaInst*, 16> slots;
      for (Instruction& instruction : function.getEntryBlock())
        if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot && is_plain_slot(*slot, module.getDataLayout()))
          slots.push_back(slot);
      if (slots.empty()) continue;
      IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      for (AllocaInst* slot : slots)
        builder.CreateAlignedStore(Constant::getNullValue(slot->getAllocatedType()), slot, slot->getAlign());
    }
    return PreservedAnalyses::none();
  }
};

}  // namespace

void register_temporaries(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel level) {
    if (level == OptimizationLevel::O0) passes.addPass(TemporariesPass());
  });
}

}  // namespace heddle
