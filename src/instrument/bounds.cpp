// An access of one local is compared with it in place, unless it is known to lie within:
//
//   store i32 1, ptr %p           =>  %before = icmp ult ptr %p, %local
//                                     %behind = icmp ugt ptr %p, %last        ; %last = getelementptr i8, ptr %local, i64 12
//                                     br (%before or %behind), label %beyond, label %within
//                                   beyond:
//                                     call void @__heddle_beyond(ptr %p, i64 4, ptr %local, i64 16, ptr @pos)
//                                     br label %within
//                                   within:
//                                     store i32 1, ptr %p
//
// Pointers are compared, not made integers: what frames.cpp says of a local that goes elsewhere stays true.
#include "instrument/bounds.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/judgements.h"
#include "instrument/variable_names.h"

using namespace llvm;

namespace heddle {
namespace {

class Finder {
 public:
  Finder(Function& function, const analysis::Ranges& ranges)
      : function_(function), layout_(function.getParent()->getDataLayout()), ranges_(ranges) {}

  DoubtfulAccesses find() && {
    for (Instruction& instruction : instructions(function_)) look_at(instruction);
    return std::move(found_);
  }

 private:
  void look_at(Instruction& instruction) {
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      add(instruction, load->getPointerOperand(), load->getType());
    } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      add(instruction, store->getPointerOperand(), store->getValueOperand()->getType());
    } else if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
      add(instruction, rmw->getPointerOperand(), rmw->getType());
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      add(instruction, exchange->getPointerOperand(), exchange->getNewValOperand()->getType());
    } else if (auto* block = dyn_cast<MemIntrinsic>(&instruction)) {
      add(instruction, block->getRawDest(), block->getLength());
      if (auto* copy = dyn_cast<MemTransferInst>(block)) add(instruction, copy->getRawSource(), block->getLength());
    }
  }

  void add(Instruction& instruction, Value* pointer, Type* type) {
    const TypeSize size = layout_.getTypeStoreSize(type);
    if (!size.isScalable())
      add(instruction, pointer, ConstantInt::get(Type::getInt64Ty(instruction.getContext()), size.getFixedValue()));
  }

  void add(Instruction& instruction, Value* pointer, Value* size) {
    auto* local = const_cast<AllocaInst*>(dyn_cast<AllocaInst>(getUnderlyingObjectAggressive(pointer)));
    if (!local || local->getName().starts_with("heddle.") || local->isSwiftError() || local->isUsedWithInAlloca() ||
        local->getAddressSpace() != 0 || local->getAllocatedType()->isScalableTy() ||
        pointer->getType()->getPointerAddressSpace() != 0 || fits(instruction, *local, *pointer, *size))
      return;
    found_.push_back({&instruction, pointer, size, local});
  }

  // Certainly: at a constant offset, or at one whose range is known.
  bool fits(Instruction& instruction, AllocaInst& local, Value& pointer, const Value& size) const {
    auto* bytes = dyn_cast<ConstantInt>(&size);
    const auto room = local.getAllocationSize(layout_);
    if (!bytes || !room || bytes->getZExtValue() > room->getFixedValue()) return false;
    APInt offset(64, 0);
    const Value* base = pointer.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    if (base == &local)
      return !offset.isNegative() && offset.getZExtValue() <= room->getFixedValue() - bytes->getZExtValue();
    return judging() &&
           analysis::lies_within(pointer, bytes->getZExtValue(), local, room->getFixedValue(), instruction, ranges_);
  }

  Function& function_;
  const DataLayout& layout_;
  const analysis::Ranges& ranges_;
  DoubtfulAccesses found_;
};

Value* size_of(AllocaInst& local, const DataLayout& layout) {
  IRBuilder<> builder(local.getNextNode());
  if (const auto fixed = local.getAllocationSize(layout)) return builder.getInt64(fixed->getFixedValue());
  const uint64_t element = layout.getTypeAllocSize(local.getAllocatedType()).getFixedValue();
  return builder.CreateMul(builder.CreateZExtOrTrunc(local.getArraySize(), builder.getInt64Ty()),
                           builder.getInt64(element));
}

void check(const DoubtfulAccess& access, Rewriter& rewriter) {
  Value* room = size_of(*access.local, rewriter.layout);
  IRBuilder<> builder(access.instruction);
  Type* byte = builder.getInt8Ty();
  Value* size = builder.CreateZExtOrTrunc(access.size, builder.getInt64Ty());
  // A block of no bytes is nowhere.
  Value* end = builder.CreateGEP(byte, access.local, room);
  Value* behind = builder.CreateICmpUGT(builder.CreateGEP(byte, access.pointer, size), end);
  Value* before = builder.CreateICmpULT(access.pointer, access.local);
  Value* beyond = builder.CreateOr(before, behind);
  if (!isa<ConstantInt>(size)) beyond = builder.CreateAnd(beyond, builder.CreateICmpNE(size, builder.getInt64(0)));
  Constant* position = rewriter.positions.of(*access.instruction, variable_name(access.local, rewriter.layout));
  Instruction* then =
      SplitBlockAndInsertIfThen(beyond, access.instruction, /*Unreachable=*/false,
                                MDBuilder(access.instruction->getContext()).createUnlikelyBranchWeights());
  IRBuilder<> failing(then);
  failing.SetCurrentDebugLocation(access.instruction->getDebugLoc());
  rewriter.runtime.call(failing, "__heddle_beyond", failing.getVoidTy(),
                        {access.pointer, size, access.local, room, position});
}

}  // namespace

DoubtfulAccesses find_doubtful_accesses(Function& function, const analysis::Ranges& ranges) {
  return Finder(function, ranges).find();
}

void check_bounds(const DoubtfulAccesses& accesses, Rewriter& rewriter) {
  for (const DoubtfulAccess& access : accesses) check(access, rewriter);
}

}  // namespace heddle
