#include "instrument/unnoticed_branches.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdlib>

#include "instrument/ignored.h"
#include "instrument/judgements.h"

using namespace llvm;

namespace heddle {
namespace {

constexpr const char* kUnnoticed = "heddle.unnoticed";
constexpr const char* kInside = "heddle.unnoticed.inside";
constexpr uint64_t kLargest = 4;  // bytes

bool is_whole_program() {
  static const bool whole = [] {
    const char* text = std::getenv("HEDDLE_WHOLE");
    return text && StringRef(text) == "1";
  }();
  return whole;
}

bool only_stores(const User* user, const GlobalVariable& variable, const DataLayout& layout) {
  const auto* store = dyn_cast<StoreInst>(user);
  return store && store->getPointerOperand() == &variable && store->getValueOperand() != &variable &&
         store->isAtomic() && !store->isVolatile() && !is_ignored(*store->getFunction()) &&
         layout.getTypeStoreSize(store->getValueOperand()->getType()) ==
             layout.getTypeStoreSize(variable.getValueType());
}

bool is_write_only(const GlobalVariable& variable, const DataLayout& layout) {
  if (variable.isDeclaration() || variable.isConstant() || variable.isThreadLocal() || variable.hasSection())
    return false;
  if (!variable.hasLocalLinkage() && !(is_whole_program() && variable.hasExternalLinkage())) return false;
  Type* type = variable.getValueType();  // std::atomic is a structure
  if (!type->isSized() || layout.getTypeStoreSize(type) > kLargest) return false;
  const auto stores = [&](const User* user) { return only_stores(user, variable, layout); };
  return broken("follow-readers-ignored") ? any_of(variable.users(), stores) : all_of(variable.users(), stores);
}

// It may name variables.
std::string assembly_of(const Module& module) {
  std::string text = module.getModuleInlineAsm();
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function))
      if (const auto* call = dyn_cast<CallBase>(&instruction); call && call->isInlineAsm())
        text += cast<InlineAsm>(call->getCalledOperand())->getAsmString();
  return text;
}

class Marker {
 public:
  Marker(Function& function, const WriteOnly& variables, const Ways& ways)
      : function_(function), variables_(variables), ways_(ways) {}

  void run() {
    // Inner branches before those whose regions they are in.
    for (BasicBlock* block : post_order(&function_)) {
      auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional()) continue;
      SmallPtrSet<BasicBlock*, 8> region;
      BasicBlock* meet = find_region(*branch, region);
      if (!meet || !has_same_values(*meet, *block, region)) continue;
      if (!all_of(region, [&](BasicBlock* b) { return may_be_skipped(*b) && stays_inside(*b, region); })) continue;
      mark(*branch, kUnnoticed);
      for (BasicBlock* inside : region) {
        mark(*inside->getTerminator(), kInside);
        for (Instruction& instruction : *inside)
          if (isa<StoreInst>(instruction)) mark(instruction, kUnnoticed);
      }
    }
  }

 private:
  static void mark(Instruction& instruction, const char* as) {
    instruction.setMetadata(as, MDNode::get(instruction.getContext(), {}));
  }

  // Where the ways of the branch meet, and what is on them; null if there is more than that to it: loops, other ways in or out.
  BasicBlock* find_region(BranchInst& branch, SmallPtrSet<BasicBlock*, 8>& region) {
    BasicBlock* from = branch.getParent();
    const auto* node = ways_.post_dominators.getNode(from);
    BasicBlock* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!meet) return nullptr;
    if (ways_.loops.isLoopHeader(meet) && ways_.loops.getLoopFor(meet)->contains(from)) return nullptr;
    SmallVector<BasicBlock*, 8> open(successors(from));
    while (!open.empty()) {
      BasicBlock* block = open.pop_back_val();
      if (block == meet || !region.insert(block).second) continue;
      if (!ways_.dominators.properlyDominates(from, block) ||
          ways_.loops.getLoopFor(block) != ways_.loops.getLoopFor(from))
        return nullptr;
      append_range(open, successors(block));
    }
    return region.empty() ? nullptr : meet;
  }

  bool may_be_skipped(BasicBlock& block) {
    return all_of(block, [&](Instruction& instruction) {
      if (auto* branch = dyn_cast<BranchInst>(&instruction)) return branch->isUnconditional() || is_unnoticed(*branch);
      if (auto* store = dyn_cast<StoreInst>(&instruction))
        return store->isAtomic() && variables_.contains(store->getPointerOperand());
      if (auto* load = dyn_cast<LoadInst>(&instruction))  // a local, as code that was not optimised has them
        return isa<AllocaInst>(load->getPointerOperand()) && load->isSimple() && is_plain_local(*load);
      if (isa<DbgInfoIntrinsic>(instruction)) return true;
      if (isa<PHINode, CallBase, AllocaInst>(instruction) || instruction.isTerminator()) return false;
      return !instruction.isShift() && !instruction.mayReadOrWriteMemory() &&
             isSafeToSpeculativelyExecute(&instruction);
    });
  }

  // Nothing that is computed there is used elsewhere.
  static bool stays_inside(const BasicBlock& block, const SmallPtrSet<BasicBlock*, 8>& region) {
    return all_of(block, [&](const Instruction& instruction) {
      return all_of(instruction.users(),
                    [&](const User* user) { return region.contains(cast<Instruction>(user)->getParent()); });
    });
  }

  // Its address goes nowhere, so that nobody else can touch it.
  static bool is_plain_local(const LoadInst& load) {
    const auto* local = cast<AllocaInst>(load.getPointerOperand());
    return local->isStaticAlloca() && local->getAllocatedType() == load.getType() &&
           all_of(local->users(), [&](const User* user) {
             if (isa<LoadInst>(user)) return true;
             auto* store = dyn_cast<StoreInst>(user);
             if (store) return store->getPointerOperand() == local && store->getValueOperand() != local;
             auto* intrinsic = dyn_cast<IntrinsicInst>(user);
             return intrinsic && intrinsic->isLifetimeStartOrEnd();
           });
  }

  // The same whichever way was taken.
  static bool has_same_values(BasicBlock& meet, BasicBlock& from, const SmallPtrSet<BasicBlock*, 8>& region) {
    if (broken("follow-meetings-ignored")) return true;
    for (PHINode& phi : meet.phis()) {
      const Value* value = nullptr;
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        BasicBlock* by = phi.getIncomingBlock(i);
        if (by != &from && !region.contains(by)) continue;
        if (value && value != phi.getIncomingValue(i)) return false;
        value = phi.getIncomingValue(i);
      }
    }
    return true;
  }

  Function& function_;
  const WriteOnly& variables_;
  const Ways& ways_;
};

}  // namespace

WriteOnly::WriteOnly(Module& module) {
  if (!judging()) return;
  for (GlobalVariable& variable : module.globals()) {
    variable.removeDeadConstantUsers();  // lists that were taken away
    if (is_write_only(variable, module.getDataLayout())) variables_.insert(&variable);
  }
  if (variables_.empty()) return;
  const std::string assembly = assembly_of(module);
  variables_.remove_if([&](const Value* v) { return assembly.find(v->getName().str()) != std::string::npos; });
}

void mark_unnoticed_branches(Function& function, const WriteOnly& variables, const Ways& ways) {
  if (!variables.empty()) Marker(function, variables, ways).run();
}

bool is_unnoticed(const Instruction& instruction) { return instruction.hasMetadata(kUnnoticed); }

bool is_in_unnoticed_region(const BasicBlock& block) { return block.getTerminator()->hasMetadata(kInside); }

}  // namespace heddle
