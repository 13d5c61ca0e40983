// A loop that backs off counts its rounds, so no two are equal; but the count decides only how long it waits, and a
// schedule may make any wait as long as it likes. Left out of the loop's state, the rounds are equal.
//
//   for (unsigned k = 0; atomic_exchange(&lock, 1); ++k)
//     if (k < 16) pause(); else sched_yield();
//
// That is sound if the rest of the program runs the same whatever the value is. So what the value can influence is
// followed: through arithmetic, through private memory, and through branches. Behind a branch on such a value all
// code up to where the ways meet again (the immediate post-dominator) is executed or not depending on it, and so
// must only wait; what is computed there, and what is chosen where the ways meet, is influenced as well. Influence
// may end in the operand of a waiting call. If it gets anywhere else (an access, another call, an exit of the loop,
// anything behind the loop, a division that may trap) the value is no pacing, and is part of the state.
//
// Taken for granted: waiting ends. A delay loop that is endless for the fifth round only is not found.
#include "instrument/pacing.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/judgements.h"
#include "instrument/waiting.h"

using namespace llvm;

namespace heddle {
namespace {

class Influence {
 public:
  Influence(const Loop& loop, const PostDominatorTree& post_dominators, const Plan& plan)
      : loop_(loop), post_dominators_(post_dominators), plan_(plan) {}

  bool only_paces(const Value& carried) {
    influenced_.insert(&carried);
    for (size_t i = 0; i < influenced_.size(); ++i) {
      const Value* value = influenced_[i];
      auto* local = dyn_cast<AllocaInst>(value);
      if (local ? !only_used_to_wait(*local) || !memory_paces(*local) : !value_paces(*value)) return false;
    }
    return true;
  }

 private:
  bool value_paces(const Value& value) {
    for (const Use& use : value.uses())
      if (!use_paces(use)) return false;
    return true;
  }

  bool use_paces(const Use& use) {
    auto& user = *cast<Instruction>(use.getUser());
    if (!loop_.contains(&user) || plan_.contains(user)) return false;
    if (isa<BranchInst>(user) || isa<SwitchInst>(user)) return branch_paces(*user.getParent());
    if (auto* store = dyn_cast<StoreInst>(&user)) {
      const AllocaInst* local = local_behind(store->getPointerOperand());
      return use.get() == store->getValueOperand() && local && influenced(*local);
    }
    if (auto* call = dyn_cast<CallBase>(&user); call && is_waiting(*call)) return influenced(user);
    return computes(user) && influenced(user);
  }

  // What is read from the local is influenced.
  bool memory_paces(const Value& pointer) {
    for (const User* user : pointer.users()) {
      if (isa<GetElementPtrInst>(user) && !memory_paces(*user)) return false;
      if (auto* load = dyn_cast<LoadInst>(user); load && (!loop_.contains(load) || !influenced(*load))) return false;
      if (auto* call = dyn_cast<CallInst>(user); call && !is_marker(*call) && !isa<MemIntrinsic>(call))
        if (!loop_.contains(call) || !influenced(*call)) return false;
    }
    return true;
  }

  bool branch_paces(const BasicBlock& branch) {
    if (broken("branches-pace")) return true;
    auto* node = post_dominators_.getNode(&branch);
    const BasicBlock* meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!meeting || !loop_.contains(meeting)) return false;
    SmallSetVector<const BasicBlock*, 8> region;
    const auto enter = [&](const BasicBlock& from) {
      for (const BasicBlock* next : successors(&from))
        if (next != meeting) region.insert(next);
    };
    enter(branch);
    for (size_t i = 0; i < region.size(); ++i) {
      if (!block_waits(*region[i])) return false;
      enter(*region[i]);
    }
    for (const PHINode& phi : meeting->phis())
      if (depends_on_way(phi, branch, region) && !influenced(phi)) return false;
    return true;
  }

  static bool depends_on_way(const PHINode& phi, const BasicBlock& branch,
                             const SmallSetVector<const BasicBlock*, 8>& region) {
    const Value* common = nullptr;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const BasicBlock* from = phi.getIncomingBlock(i);
      if (from != &branch && !region.contains(from)) continue;
      if (common && common != phi.getIncomingValue(i)) return true;
      common = phi.getIncomingValue(i);
    }
    return false;
  }

  // The block may be executed more or less often without anyone noticing.
  bool block_waits(const BasicBlock& block) {
    if (!loop_.contains(&block) || &block == loop_.getHeader()) return false;
    for (const Instruction& instruction : block) {
      if (plan_.contains(instruction)) return false;
      if (is_marker(instruction) || isa<BranchInst>(instruction) || isa<SwitchInst>(instruction)) continue;
      const AllocaInst* written = nullptr;
      if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        written = local_behind(store->getPointerOperand());
        if (!written) return false;
      } else if (auto* fill = dyn_cast<MemIntrinsic>(&instruction)) {
        written = local_behind(fill->getRawDest());
        if (!written) return false;
      } else if (auto* load = dyn_cast<LoadInst>(&instruction)) {
        if (!local_behind(load->getPointerOperand())) return false;
      } else if (auto* call = dyn_cast<CallBase>(&instruction); !call || !is_waiting(*call)) {
        const bool address = isa<GetElementPtrInst>(instruction) && local_behind(&instruction);
        if (address) continue;
        if (!computes(instruction)) return false;
      }
      if (!influenced(written ? static_cast<const Value&>(*written) : instruction)) return false;
    }
    return true;
  }

  static bool computes(const Instruction& instruction) {
    if (isa<PHINode>(instruction)) return true;
    const bool kind = isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, InsertValueInst,
                          ExtractValueInst, IntrinsicInst>(instruction);
    return kind && !instruction.getType()->isPointerTy() && !instruction.mayReadOrWriteMemory() &&
           isSafeToSpeculativelyExecute(&instruction);
  }

  bool influenced(const Value& value) {
    influenced_.insert(&value);
    return true;
  }

  const Loop& loop_;
  const PostDominatorTree& post_dominators_;
  const Plan& plan_;
  SmallSetVector<const Value*, 16> influenced_;  // values, and locals as memory; those before the current one are done
};

}  // namespace

bool is_pacing(const Value& carried, const Loop& loop, const PostDominatorTree& post_dominators, const Plan& plan) {
  return broken("always-pacing") || Influence(loop, post_dominators, plan).only_paces(carried);
}

}  // namespace heddle
