// The optimiser may assume that nobody else writes plain memory: it reads a variable once where the source reads
// it twice, moves a read out of a loop, drops a write that another follows. But a program whose threads meet in
// plain variables is what is checked here, and its bug is often just there:
//
//   if (p) use(*p);       one read of p instead of two: the null dereference in between is gone
//   while (!ready);       one read of ready, then a loop without end
//
// So each such access, block copies included, is made volatile before the first optimisation, and is an ordinary access again when the
// instrumentation looks at it. The optimiser keeps it, in its place and in its number, and does its work on all the
// rest.
//
//   %v = load i32, ptr @x   =>   %v = load volatile i32, ptr @x
//
// The user's own volatile locals must stay volatile. No mark on an access survives all passes, so such a local gets
// a keeper, an empty piece of assembly that seems to take its address away.
//
//   %zero = alloca i32      =>   %zero = alloca i32
//                                call void asm sideeffect "# heddle.keep", "r"(ptr %zero)
//
// Vectors of which only some lanes are read become reads of these lanes first: of memory that is certainly there the
// optimiser would read all.
//
// What is pinned is decided early, when calls are not yet inlined and a local object looks shared because a member
// function gets its address. Once a function's callees are inlined more is known: accesses that are private now lose
// their pins, and a few cheap passes do for them what the optimiser could not. A volatile access makes an address
// escape in LLVM's eyes, so pins are lifted while that question is asked, and the answer for arguments is noted for
// the callers. Other promises (that a function only reads, say) are not, or two calls of it would become one.
//
// Of the standard library only functions that just read (size, empty, top) are pinned. The accesses of others are
// still events, but push_back, which looks at the same field three times, does so once: a run of
// bench/programs/cxx.cpp has 75 events, 91 with all of them pinned and 52 with none.
#include "instrument/pins.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "instrument/expansions.h"
#include "instrument/judgements.h"
#include "instrument/rewrites.h"
#include "instrument/sharing.h"

using namespace llvm;

namespace heddle {
namespace {

constexpr const char* kKeeper = "# heddle.keep";
constexpr const char* kKept = "heddle.kept";

bool is_access(const Instruction& instruction) {
  if (auto* block = dyn_cast<MemIntrinsic>(&instruction)) return block->getDestAddressSpace() == 0;
  if (auto* load = dyn_cast<LoadInst>(&instruction)) return !load->isAtomic() && load->getPointerAddressSpace() == 0;
  auto* store = dyn_cast<StoreInst>(&instruction);
  return store && !store->isAtomic() && store->getPointerAddressSpace() == 0;
}

void set_volatile(Instruction& access, bool on) {
  if (auto* load = dyn_cast<LoadInst>(&access)) load->setVolatile(on);
  else if (auto* block = dyn_cast<MemIntrinsic>(&access))
    block->setVolatile(ConstantInt::getBool(block->getContext(), on));
  else cast<StoreInst>(access).setVolatile(on);
}

// What it reads or writes: one place, two for a copy.
SmallVector<const Value*, 2> pointers_of(const Instruction& access) {
  if (auto* copy = dyn_cast<MemTransferInst>(&access)) return {copy->getRawDest(), copy->getRawSource()};
  if (auto* block = dyn_cast<MemIntrinsic>(&access)) return {block->getRawDest()};
  return {getLoadStorePointerOperand(&access)};
}

bool is_volatile_access(const Instruction& instruction) { return is_access(instruction) && instruction.isVolatile(); }

// The local that a keeper keeps; null for every other instruction.
AllocaInst* kept_local(Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  auto* assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  if (!assembly || assembly->getAsmString() != kKeeper) return nullptr;
  return dyn_cast<AllocaInst>(call->getArgOperand(0)->stripPointerCasts());
}

void add_keeper(AllocaInst& local) {
  IRBuilder<> builder(local.getParent(), std::next(local.getIterator()));
  auto* type = FunctionType::get(builder.getVoidTy(), {local.getType()}, false);
  builder.CreateCall(InlineAsm::get(type, kKeeper, "r", /*hasSideEffects=*/true), {&local});
}

bool is_private(Sharing& sharing, const Instruction& access) {
  if (auto* copy = dyn_cast<MemTransferInst>(&access); copy && !sharing.is_private(copy->getRawSource(), false))
    return false;
  return sharing.is_private(pointers_of(access)[0], !isa<LoadInst>(access));
}

bool is_standard_library(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  return subprogram && subprogram->getFilename().contains("/include/c++/");
}

// size(), empty(), top(): what such a function reads is what the program asked for.
bool only_reads(Function& function) {
  return none_of(instructions(function),
                 [](const Instruction& i) { return i.mayWriteToMemory() && !i.isLifetimeStartOrEnd(); });
}

// A loop that tries a lock keeps its shape: with the first try moved in front of it, the runtime would not know that it is
// one of those in the loop.
void keep_tries(Function& function) {
  SmallVector<CallBase*, 4> tries;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction))
      if (const Function* callee = call->getCalledFunction(); callee && callee->getName().contains("trylock"))
        tries.push_back(call);
  if (tries.empty()) return;
  DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (CallBase* call : tries)
    if (loops.getLoopFor(call->getParent())) call->addFnAttr(Attribute::NoDuplicate);
}

// A structure that is passed by value is read by the call, which goes if nobody wants its result. So does the read, unless it
// is made before.
//   call i32 @sum(ptr byval(%S) @shared)   =>   call void @llvm.memcpy(ptr %copy, ptr @shared, i64 48, i1 true)
//                                               call i32 @sum(ptr byval(%S) %copy)
void pin_copies(CallBase& call, Sharing& sharing) {
  if (call.isMustTailCall()) return;
  const DataLayout& layout = call.getModule()->getDataLayout();
  IRBuilder<> builder(&call);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i) || sharing.is_private(call.getArgOperand(i), false)) continue;
    AllocaInst* copy = private_local(call, call.getParamByValType(i));
    const MaybeAlign align = call.getParamAlign(i);
    if (align && *align > copy->getAlign()) copy->setAlignment(*align);
    builder.CreateMemCpy(copy, copy->getAlign(), call.getArgOperand(i), align,
                         layout.getTypeAllocSize(copy->getAllocatedType()),
                         /*isVolatile=*/true);
    call.setArgOperand(i, copy);
  }
  if (auto* plain = dyn_cast<CallInst>(&call)) plain->setTailCallKind(CallInst::TCK_NoTail);
}

// A variable of this file alone that nobody reads would go, and the writes to it with it. They can still be a race, and where
// they are not pinned nothing else keeps them: so it seems to be used elsewhere until the pins are removed.
//   @counts = internal global i32 0   =>   @counts = internal global i32 0, !heddle.kept
//                                          @llvm.compiler.used = appending global [1 x ptr] [ptr @counts]
void keep_variables(Module& module) {
  SmallVector<GlobalValue*, 16> variables;
  for (GlobalVariable& variable : module.globals())
    if (variable.hasLocalLinkage() && !variable.isConstant() && !variable.isThreadLocal() &&
        !variable.getName().starts_with("llvm.")) {
      variable.setMetadata(kKept, MDNode::get(module.getContext(), {}));
      variables.push_back(&variable);
    }
  if (!variables.empty()) appendToCompilerUsed(module, variables);
}

void release_variables(Module& module) {
  const auto is_kept = [](Constant* constant) {
    auto* variable = dyn_cast<GlobalVariable>(constant);
    return variable && variable->hasMetadata(kKept);
  };
  removeFromUsedLists(module, is_kept);
  for (GlobalVariable& variable : module.globals()) variable.setMetadata(kKept, nullptr);
}

struct PinPass : PassInfoMixin<PinPass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    if (broken("pins-missing")) return PreservedAnalyses::all();
    Sharing sharing;
    SmallVector<Instruction*, 64> shared;
    SmallVector<CallBase*, 8> copying;
    SmallSetVector<AllocaInst*, 8> kept;
    for (Function& function : module) {
      if (!function.isDeclaration()) keep_tries(function);
      expand_accesses(function);
      if (judging() && is_standard_library(function) && !only_reads(function)) continue;
      for (Instruction& instruction : instructions(function)) {
        if (auto* call = dyn_cast<CallBase>(&instruction); call && passes_shared_by_value(*call, sharing))
          copying.push_back(call);
        if (!is_access(instruction) || instruction.hasMetadata(LLVMContext::MD_invariant_load)) continue;
        if (instruction.isVolatile()) {
          for (const Value* pointer : pointers_of(instruction))
            for (const Value* object : objects_of(pointer))
              if (auto* local = dyn_cast<AllocaInst>(object)) kept.insert(const_cast<AllocaInst*>(local));
        } else if (!is_private(sharing, instruction) &&
                   !(broken("copies-not-pinned") && isa<MemIntrinsic>(instruction))) {
          shared.push_back(&instruction);
        }
      }
    }
    for (Instruction* access : shared) set_volatile(*access, true);
    if (!broken("byval-not-pinned"))
      for (CallBase* call : copying) pin_copies(*call, sharing);
    for (AllocaInst* local : kept) add_keeper(*local);
    if (!broken("variables-dropped")) keep_variables(module);
    return PreservedAnalyses::none();
  }
};

struct UnpinPass : PassInfoMixin<UnpinPass> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    if (!judging()) return PreservedAnalyses::all();
    // After longjmp a local in a register may have an old value; volatile ones are safe.
    if (function.callsFunctionThatReturnsTwice()) return PreservedAnalyses::all();
    SmallVector<Instruction*, 64> pinned;
    for (Instruction& instruction : instructions(function))
      if (is_volatile_access(instruction)) pinned.push_back(&instruction);
    for (Instruction* access : pinned) set_volatile(*access, false);
    if (!function.isInterposable())
      for (Argument& argument : function.args())
        if (argument.getType()->isPointerTy() &&
            (!PointerMayBeCaptured(&argument, true, true) || broken("captures-ignored")))
          argument.addAttr(Attribute::NoCapture);
    Sharing sharing;
    erase_if(pinned, [&](Instruction* access) { return is_private(sharing, *access) || broken("pins-lost"); });
    for (Instruction* access : pinned) set_volatile(*access, true);
    return PreservedAnalyses::none();
  }
};

FunctionPassManager unpinning() {
  FunctionPassManager passes;
  passes.addPass(UnpinPass());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  return passes;
}

}  // namespace

void register_pins(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel level) {
    if (level == OptimizationLevel::O0) return;
    passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::PreserveCFG)));
    passes.addPass(PinPass());
  });
  builder.registerCGSCCOptimizerLateEPCallback([](CGSCCPassManager& passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0) passes.addPass(createCGSCCToFunctionPassAdaptor(unpinning()));
  });
  builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0) passes.addPass(createModuleToFunctionPassAdaptor(unpinning()));
  });
}

void remove_pins(Module& module) {
  SmallVector<Instruction*, 8> keepers;
  SmallPtrSet<const Value*, 8> kept;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (AllocaInst* local = kept_local(instruction)) {
        keepers.push_back(&instruction);
        kept.insert(local);
      }
  for (Instruction* keeper : keepers) keeper->eraseFromParent();
  release_variables(module);
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (is_volatile_access(instruction) && none_of(pointers_of(instruction), [&](const Value* pointer) {
            return kept.contains(getUnderlyingObject(pointer));
          }))
        set_volatile(instruction, false);
}

}  // namespace heddle
