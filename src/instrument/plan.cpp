#include "instrument/plan.h"

#include "instrument/judgements.h"
#include "instrument/unnoticed_branches.h"
#include "instrument/variable_names.h"

using namespace llvm;

namespace heddle {

static const Value* accessed(const Instruction& instruction) {
  if (const Value* pointer = getLoadStorePointerOperand(&instruction)) return pointer;
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) return rmw->getPointerOperand();
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) return exchange->getPointerOperand();
  return nullptr;
}

// An access relative to a segment register, or of a size that only the processor knows.
static bool is_unusual(const Instruction& instruction, const DataLayout& layout) {
  const Value* pointer = accessed(instruction);
  if (!pointer) return false;
  return pointer->getType()->getPointerAddressSpace() != 0 ||
         (isa<LoadInst, StoreInst>(instruction) &&
          layout.getTypeStoreSize(getLoadStoreType(const_cast<Instruction*>(&instruction))).isScalable());
}

static bool wants_block_call(const MemIntrinsic& intrinsic, Sharing& sharing) {
  if (auto* length = dyn_cast<ConstantInt>(intrinsic.getLength()); length && length->isZero()) return false;
  if (intrinsic.getDestAddressSpace() != 0 || broken("copies-skipped")) return false;
  if (!sharing.is_private(intrinsic.getRawDest(), true)) return true;
  auto* transfer = dyn_cast<MemTransferInst>(&intrinsic);
  return transfer && transfer->getSourceAddressSpace() == 0 && !sharing.is_private(transfer->getRawSource(), false);
}

static bool wants_call(CallBase& call, Sharing& sharing) {
  if (call.isInlineAsm()) return classify(call) != Assembly::kHarmless;
  if (auto* intrinsic = dyn_cast<MemIntrinsic>(&call)) return wants_block_call(*intrinsic, sharing);
  if (is_hardware_fence(call) || classify_intrinsic(call, sharing) != Unseen::kNothing) return true;
  if (is_string_function(call)) return wants_string_call(call, sharing);
  return is_atomic_function(call) || passes_shared_by_value(call, sharing);
}

static bool wants_rewrite(Instruction& instruction, Sharing& sharing, const DataLayout& layout) {
  if (is_unusual(instruction, layout)) return true;
  if (is_unnoticed(instruction)) return false;
  if (broken("atomics-private") && isa<LoadInst>(instruction) && instruction.isAtomic()) return false;
  if (broken("vectors-skipped") && isa<LoadInst>(instruction) && instruction.getType()->isVectorTy()) return false;
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return !(judging() && load->hasMetadata(LLVMContext::MD_invariant_load)) &&
           !sharing.is_private(load->getPointerOperand(), false);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) return !sharing.is_private(store->getPointerOperand(), true);
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) return !sharing.is_private(rmw->getPointerOperand(), true);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return !sharing.is_private(exchange->getPointerOperand(), true);
  if (auto* argument = dyn_cast<VAArgInst>(&instruction))
    return !sharing.is_surely_private(argument->getPointerOperand(), true);
  if (isa<FenceInst>(instruction)) return true;
  if (auto* call = dyn_cast<CallBase>(&instruction)) return wants_call(*call, sharing);
  return false;
}

Plan make_plan(Function& function, Sharing& sharing, const DataLayout& layout) {
  Plan plan;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (wants_rewrite(instruction, sharing, layout)) {
        plan.order.push_back(&instruction);
        plan.chosen.insert(&instruction);
      }
  return plan;
}

static void carry_out(Instruction& instruction, Rewriter& rewriter, Sharing& sharing) {
  if (is_unusual(instruction, rewriter.layout))
    rewriter.unsupported(instruction, "access relative to a segment register or of an unknown size");
  else if (isa<VAArgInst>(instruction)) rewriter.unsupported(instruction, "va_arg as an instruction");
  else if (auto* load = dyn_cast<LoadInst>(&instruction))
    load->isAtomic() ? rewrite_atomic_load(rewriter, *load) : rewrite_load(rewriter, *load);
  else if (auto* store = dyn_cast<StoreInst>(&instruction))
    store->isAtomic() ? rewrite_atomic_store(rewriter, *store) : rewrite_store(rewriter, *store);
  else if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) rewrite_rmw(rewriter, *rmw);
  else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) rewrite_compare_exchange(rewriter, *exchange);
  else if (auto* fence = dyn_cast<FenceInst>(&instruction)) rewrite_fence(rewriter, *fence);
  else if (auto* intrinsic = dyn_cast<MemIntrinsic>(&instruction)) rewrite_memory_intrinsic(rewriter, *intrinsic);
  else if (auto* call = dyn_cast<CallBase>(&instruction)) {
    if (call->isInlineAsm() || is_hardware_fence(*call)) rewrite_assembly(rewriter, *call);
    else if (isa<IntrinsicInst>(call)) rewrite_intrinsic(rewriter, *call, sharing);
    else if (is_string_function(*call)) rewrite_string_function(rewriter, *call);
    else if (is_atomic_function(*call)) rewrite_atomic_function(rewriter, *call);
    else rewrite_by_value(rewriter, *call, sharing);
  }
}

// The pointer that names the access; null if there is none.
static const Value* pointer_of(const Instruction& instruction) {
  if (const Value* pointer = accessed(instruction)) return pointer;
  auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || call->isInlineAsm()) return nullptr;
  for (unsigned i = 0; i < call->arg_size(); ++i)
    if (call->isByValArgument(i)) return call->getArgOperand(i);
  for (const Value* argument : call->args())
    if (argument->getType()->isPointerTy()) return argument;
  return nullptr;
}

void locate(const Plan& plan, Rewriter& rewriter) {
  for (Instruction* instruction : plan.order) {
    const Value* pointer = pointer_of(*instruction);
    rewriter.located[instruction] =
        rewriter.positions.of(*instruction, pointer ? variable_name(pointer, rewriter.layout) : "");
  }
}

void carry_out(const Plan& plan, Rewriter& rewriter, Sharing& sharing) {
  for (Instruction* instruction : plan.order) carry_out(*instruction, rewriter, sharing);
}

}  // namespace heddle
