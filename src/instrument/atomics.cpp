// Atomic instructions. The word of flags holds the memory order as C numbers it, and whether the program
// looks at the result: a counter that is only ever incremented commutes with itself.
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/AtomicOrdering.h>

#include <optional>

#include "instrument/judgements.h"
#include "instrument/rewrites.h"
#include "runtime/abi.h"

using namespace llvm;

namespace heddle {

static uint32_t flags_of(AtomicOrdering order, bool unused) {
  const uint32_t number = order == AtomicOrdering::Unordered ? 0 : static_cast<uint32_t>(toCABI(order));
  return number | ((unused && judging()) || broken("always-unused") ? HEDDLE_UNUSED : 0);
}

static std::string sized(const char* name, Type* type, const DataLayout& layout) {
  return name + std::to_string(layout.getTypeStoreSize(type).getFixedValue());
}

static Type* integer_of(IRBuilder<>& builder, Type* type, const DataLayout& layout) {
  return builder.getIntNTy(layout.getTypeStoreSize(type).getFixedValue() * 8);
}

// %v = load atomic i32, ptr %p acquire
//   =>  %v = call i32 @__heddle_atomic_load4(ptr %p, i32 2, ptr @pos)
void rewrite_atomic_load(Rewriter& rewriter, LoadInst& load) {
  IRBuilder<> builder(&load);
  Type* type = load.getType();
  if (!fits_integer(type, rewriter.layout)) return rewriter.unsupported(load, "atomic access of an unusual size");
  Value* pointer = load.getPointerOperand();
  Value* integer = rewriter.runtime.call(
      builder, sized("__heddle_atomic_load", type, rewriter.layout), integer_of(builder, type, rewriter.layout),
      {pointer, builder.getInt32(flags_of(load.getOrdering(), load.use_empty())), rewriter.position(load)});
  load.replaceAllUsesWith(from_integer(builder, integer, type));
  load.eraseFromParent();
}

// store atomic i32 %v, ptr %p release
//   =>  call void @__heddle_atomic_store4(ptr %p, i32 %v, i32 3, ptr @pos)
void rewrite_atomic_store(Rewriter& rewriter, StoreInst& store) {
  IRBuilder<> builder(&store);
  Value* value = store.getValueOperand();
  if (!fits_integer(value->getType(), rewriter.layout))
    return rewriter.unsupported(store, "atomic access of an unusual size");
  Value* pointer = store.getPointerOperand();
  rewriter.runtime.call(builder, sized("__heddle_atomic_store", value->getType(), rewriter.layout), builder.getVoidTy(),
                        {pointer, to_integer(builder, value, rewriter.layout),
                         builder.getInt32(flags_of(store.getOrdering(), false)), rewriter.position(store)});
  store.eraseFromParent();
}

static std::optional<__heddle_rmw> operation_of(const AtomicRMWInst& rmw) {
  Type* type = rmw.getType();
  const bool number = type->isFloatTy() || type->isDoubleTy();
  switch (rmw.getOperation()) {
    case AtomicRMWInst::Xchg: return HEDDLE_XCHG;
    case AtomicRMWInst::Add: return HEDDLE_ADD;
    case AtomicRMWInst::Sub: return HEDDLE_SUB;
    case AtomicRMWInst::And: return HEDDLE_AND;
    case AtomicRMWInst::Nand: return HEDDLE_NAND;
    case AtomicRMWInst::Or: return HEDDLE_OR;
    case AtomicRMWInst::Xor: return HEDDLE_XOR;
    case AtomicRMWInst::Max: return HEDDLE_MAX;
    case AtomicRMWInst::Min: return HEDDLE_MIN;
    case AtomicRMWInst::UMax: return HEDDLE_UMAX;
    case AtomicRMWInst::UMin: return HEDDLE_UMIN;
    case AtomicRMWInst::UIncWrap: return HEDDLE_UINC_WRAP;
    case AtomicRMWInst::UDecWrap: return HEDDLE_UDEC_WRAP;
    case AtomicRMWInst::FAdd:
      if (number) return HEDDLE_FADD;
      break;
    case AtomicRMWInst::FSub:
      if (number) return HEDDLE_FSUB;
      break;
    case AtomicRMWInst::FMax:
      if (number) return HEDDLE_FMAX;
      break;
    case AtomicRMWInst::FMin:
      if (number) return HEDDLE_FMIN;
      break;
    default: break;
  }
  return std::nullopt;
}

// %old = atomicrmw add ptr %p, i32 %v seq_cst
//   =>  %old = call i32 @__heddle_rmw4(ptr %p, i32 %v, i32 1, i32 5, ptr @pos)
void rewrite_rmw(Rewriter& rewriter, AtomicRMWInst& rmw) {
  IRBuilder<> builder(&rmw);
  Type* type = rmw.getType();
  const auto operation = operation_of(rmw);
  if (!operation || !fits_integer(type, rewriter.layout))
    return rewriter.unsupported(rmw, "atomic operation of an unusual kind");
  Value* pointer = rmw.getPointerOperand();
  Value* old = rewriter.runtime.call(
      builder, sized("__heddle_rmw", type, rewriter.layout), integer_of(builder, type, rewriter.layout),
      {pointer, to_integer(builder, rmw.getValOperand(), rewriter.layout), builder.getInt32(*operation),
       builder.getInt32(flags_of(rmw.getOrdering(), rmw.use_empty())), rewriter.position(rmw)});
  rmw.replaceAllUsesWith(from_integer(builder, old, type));
  rmw.eraseFromParent();
}

// %r = cmpxchg weak ptr %p, i64 %e, i64 %d acq_rel acquire
//   =>  %old = call i64 @__heddle_cas8(ptr %p, i64 %e, i64 %d, i32 4, ptr @pos)
//       %ok  = icmp eq i64 %old, %e
//       %r0  = insertvalue { i64, i1 } poison, i64 %old, 0
//       %r   = insertvalue { i64, i1 } %r0, i1 %ok, 1
// A weak exchange never fails spuriously here: that is one of the behaviours it allows.
void rewrite_compare_exchange(Rewriter& rewriter, AtomicCmpXchgInst& exchange) {
  IRBuilder<> builder(&exchange);
  Type* type = exchange.getCompareOperand()->getType();
  if (!fits_integer(type, rewriter.layout)) return rewriter.unsupported(exchange, "atomic access of an unusual size");
  Value* pointer = exchange.getPointerOperand();
  Value* expected = to_integer(builder, exchange.getCompareOperand(), rewriter.layout);
  Value* desired = to_integer(builder, exchange.getNewValOperand(), rewriter.layout);
  Value* old = rewriter.runtime.call(
      builder, sized("__heddle_cas", type, rewriter.layout), integer_of(builder, type, rewriter.layout),
      {pointer, expected, desired,
       builder.getInt32(flags_of(exchange.getSuccessOrdering(), exchange.use_empty()) |
                        flags_of(exchange.getFailureOrdering(), false) << HEDDLE_FAILURE_SHIFT),
       rewriter.position(exchange)});
  Value* ok = builder.CreateICmpEQ(old, expected);
  Value* result = builder.CreateInsertValue(PoisonValue::get(exchange.getType()), from_integer(builder, old, type), 0);
  exchange.replaceAllUsesWith(builder.CreateInsertValue(result, ok, 1));
  exchange.eraseFromParent();
}

// fence seq_cst                           =>  call void @__heddle_fence(i32 5, ptr @pos)
// fence syncscope("singlethread") acquire =>  nothing: only the compiler cares, and it has run
void rewrite_fence(Rewriter& rewriter, FenceInst& fence) {
  if (fence.getSyncScopeID() != SyncScope::SingleThread) {
    IRBuilder<> builder(&fence);
    rewriter.runtime.call(builder, "__heddle_fence", builder.getVoidTy(),
                          {builder.getInt32(flags_of(fence.getOrdering(), false)), rewriter.position(fence)});
  }
  fence.eraseFromParent();
}

}  // namespace heddle
