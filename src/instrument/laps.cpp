#include "instrument/laps.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdlib>

#include "runtime/states_abi.h"

using namespace llvm;

namespace heddle {
namespace {

StringRef asked() {
  static const char* const text = std::getenv("HEDDLE_STATES");
  return text == nullptr ? StringRef() : StringRef(text);
}

constexpr StringLiteral kMark = "heddle.lap.mark";

bool is_endless(const Loop& loop) {
  SmallVector<BasicBlock*, 8> exits;
  loop.getExitBlocks(exits);
  return exits.empty();
}

// Does the program go on from here, behind this loop? Not by an exception, and not to where it gives up.
bool goes_on(const BasicBlock* from, const Loop& loop, const LoopInfo& loops) {
  SmallSetVector<const BasicBlock*, 16> reached;
  reached.insert(from);
  for (size_t i = 0; i < reached.size(); ++i) {
    const BasicBlock* block = reached[i];
    if (block->isEHPad()) continue;
    const Loop* around = loops.getLoopFor(block);
    if (isa<ReturnInst>(block->getTerminator()) || (around && (around->contains(&loop) || is_endless(*around))))
      return true;
    for (const BasicBlock* next : successors(block)) reached.insert(next);
  }
  return false;
}

bool can_be_left(const Loop& loop, const LoopInfo& loops) {
  SmallVector<BasicBlock*, 8> exits;
  loop.getExitBlocks(exits);
  return any_of(exits, [&](const BasicBlock* exit) { return goes_on(exit, loop, loops); });
}

// A loop that may come to have another where it begins, so that the optimiser would take the two for one.
bool may_be_joined(const Loop& loop) {
  return !loop.isInnermost() || any_of(loop.blocks(), [](const BasicBlock* block) {
    return any_of(*block, [](const Instruction& i) { return isa<CallBase>(i) && !isa<IntrinsicInst>(i); });
  });
}

struct LapMarkPass : PassInfoMixin<LapMarkPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager& manager) {
    if (!telling_states()) return PreservedAnalyses::all();
    auto& analyses = manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    LLVMContext& context = module.getContext();
    AttrBuilder attributes(context);
    attributes.addAttribute(Attribute::NoUnwind)
        .addAttribute(Attribute::WillReturn)
        .addAttribute(Attribute::Convergent);
    attributes.addMemoryAttr(MemoryEffects::inaccessibleMemOnly());
    const FunctionCallee mark = module.getOrInsertFunction(
        kMark, AttributeList::get(context, AttributeList::FunctionIndex, attributes), Type::getVoidTy(context));
    for (Function& function : module) {
      if (function.isDeclaration()) continue;
      for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        BasicBlock& header = *loop->getHeader();
        if (!may_be_joined(*loop) || header.isEHPad()) continue;
        CallInst::Create(mark, "", header.getFirstInsertionPt())->addFnAttr(Attribute::Convergent);
      }
    }
    return PreservedAnalyses::none();
  }
};

bool may_be_the_programs(const CallBase& call) {
  if (isa<IntrinsicInst>(call) || call.isInlineAsm()) return false;
  const Function* callee = call.getCalledFunction();
  return callee == nullptr || !callee->getName().starts_with("__heddle_");
}

}  // namespace

bool telling_states() { return asked() == "1"; }
bool announces_states() { return !asked().empty(); }

void register_laps(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0) passes.addPass(LapMarkPass());
  });
}

void remove_lap_marks(Module& module) {
  Function* mark = module.getFunction(kMark);
  if (mark == nullptr) return;
  for (User* user : make_early_inc_range(mark->users())) cast<CallInst>(user)->eraseFromParent();
  mark->eraseFromParent();
}

void mark_lap(Loop& loop, const LoopInfo& loops, RuntimeCalls& runtime) {
  BasicBlock& header = *loop.getHeader();
  const uint32_t always = can_be_left(loop, loops) ? 0 : HEDDLE_LAP_ENDLESS;
  IRBuilder<> phis(&header, header.begin());
  PHINode* flags = phis.CreatePHI(phis.getInt32Ty(), 2);
  for (BasicBlock* from : predecessors(&header))
    flags->addIncoming(phis.getInt32(loop.contains(from) ? always : always | HEDDLE_LAP_FIRST), from);
  IRBuilder<> builder(&header, header.getFirstInsertionPt());
  runtime.call(builder, "__heddle_lap", builder.getVoidTy(), {flags});
}

void clear_before_calls(Function& function, RuntimeCalls& runtime) {
  SmallVector<CallBase*, 16> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && may_be_the_programs(*call))
      calls.push_back(call);
  for (CallBase* call : calls) {
    IRBuilder<> builder(call);
    runtime.call(builder, "__heddle_clear", builder.getVoidTy(), {});
  }
}

}  // namespace heddle
