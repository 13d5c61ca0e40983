// A variable is told apart from other memory if its address goes nowhere: then only accesses that name it touch it. What its
// address is handed to, stored in or computed from makes it one of those that any pointer may lead to. (Flow does not matter: a
// read depends on all writes that may touch its bytes, earlier or later.)
#include "analysis/memory.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

// In a table that only tools look at, or that keeps a variable from being dropped: "heddle.var", "llvm.used".
static bool is_in_table_of_tools(const User* user) {
  if (const auto* global = dyn_cast<GlobalVariable>(user))
    return global->getName().starts_with("heddle.") || global->getName() == "llvm.used" ||
           global->getName() == "llvm.compiler.used";
  return isa<Constant>(user) && !isa<GlobalValue>(user) && all_of(user->users(), is_in_table_of_tools);
}

bool is_only_accessed(const Value& variable, function_ref<bool(const Function&)> has_facts) {
  SmallVector<const Value*, 8> open{&variable};
  SmallPtrSet<const Value*, 8> seen;
  while (!open.empty()) {
    const Value* pointer = open.pop_back_val();
    if (!seen.insert(pointer).second) continue;
    for (const Use& use : pointer->uses()) {
      const User* user = use.getUser();
      if (const auto* i = dyn_cast<Instruction>(user); i && !has_facts(*i->getFunction())) return false;
      if (isa<LoadInst>(user) || isa<ICmpInst>(user)) continue;
      if (const auto* store = dyn_cast<StoreInst>(user); store && store->getValueOperand() != pointer) continue;
      if (const auto* rmw = dyn_cast<AtomicRMWInst>(user); rmw && rmw->getValOperand() != pointer) continue;
      if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(user);
          exchange && use.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex())
        continue;
      if (const auto* call = dyn_cast<IntrinsicInst>(user);
          call && (isa<MemIntrinsic>(call) || call->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(call)))
        continue;
      if (is_in_table_of_tools(user)) continue;
      if (isa<GEPOperator>(user) || isa<BitCastOperator>(user) || isa<SelectInst>(user) || isa<PHINode>(user)) {
        open.push_back(user);
        continue;
      }
      return false;
    }
  }
  return true;
}

namespace {

MemoryRow anywhere(uint64_t object, uint32_t flags) {
  return {{static_cast<uint32_t>(object), static_cast<uint32_t>(object >> 32)}, 0, 0, kNoNode, flags | kAnywhere, {}};
}

uint64_t object_of(const Value& base) {
  if (const auto* global = dyn_cast<GlobalVariable>(&base)) return hash_of(*global);
  // A local: unlike any symbol, and unlike the other locals of its function.
  const auto& local = cast<AllocaInst>(base);
  uint64_t index = 1;
  for (const Instruction& i : local.getFunction()->getEntryBlock()) {
    if (&i == &local) break;
    ++index;
  }
  return (hash_of(*local.getFunction()) ^ 0x9e3779b97f4a7c15) * (2 * index + 1);
}

}  // namespace

std::vector<MemoryRow> memory_at(const Value& pointer, uint64_t size, const DataLayout& layout) {
  SmallVector<const Value*, 4> bases;
  getUnderlyingObjects(&pointer, bases);
  std::vector<MemoryRow> rows;
  for (const Value* base : bases) {
    const auto* global = dyn_cast<GlobalVariable>(base);
    if (global && global->isConstant()) continue;
    const auto* local = dyn_cast<AllocaInst>(base);
    const bool named = global || (local && local->getParent() == &local->getFunction()->getEntryBlock() &&
                                  is_only_accessed(*local, [](const Function&) { return true; }));
    if (!named) {
      rows.push_back(anywhere(0, 0));
      continue;
    }
    MemoryRow row = anywhere(object_of(*base), local ? uint32_t{kLocal} : 0);
    APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
    const Value* start = pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    if (start == base && size != 0 && offset.isNonNegative() && offset.getActiveBits() < 31 && size < (1u << 30)) {
      row.offset = static_cast<uint32_t>(offset.getZExtValue());
      row.size = static_cast<uint32_t>(size);
      row.flags &= ~uint32_t{kAnywhere};
    }
    rows.push_back(row);
  }
  return rows;
}

bool is_fixed(const Value& pointer, const DataLayout& layout) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const auto* global = dyn_cast<GlobalVariable>(pointer.stripAndAccumulateConstantOffsets(layout, offset, true));
  return global && !global->isThreadLocal();
}

}  // namespace heddle::analysis
