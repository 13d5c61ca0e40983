// An access of one local is compared with it in place, unless its offset is a constant that fits:
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

#include "instrument/variable_names.h"

using namespace llvm;

namespace heddle {
namespace {

struct Touch {
  Instruction* instruction;
  Value* pointer;
  Value* size;  // in bytes, an i64
  AllocaInst* local;
};

class Bounds {
 public:
  Bounds(Function& function, Rewriter& rewriter) : rewriter_(rewriter) {
    for (Instruction& instruction : instructions(function)) look_at(instruction);
  }

  void check() {
    for (const Touch& touch : touches_) check(touch);
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
    const TypeSize size = rewriter_.layout.getTypeStoreSize(type);
    if (!size.isScalable())
      add(instruction, pointer, ConstantInt::get(Type::getInt64Ty(instruction.getContext()), size.getFixedValue()));
  }

  void add(Instruction& instruction, Value* pointer, Value* size) {
    auto* local = const_cast<AllocaInst*>(dyn_cast<AllocaInst>(getUnderlyingObjectAggressive(pointer)));
    if (!local || local->getName().starts_with("heddle.") || local->isSwiftError() || local->isUsedWithInAlloca() ||
        local->getAddressSpace() != 0 || local->getAllocatedType()->isScalableTy() ||
        pointer->getType()->getPointerAddressSpace() != 0 || fits(*local, pointer, size))
      return;
    touches_.push_back({&instruction, pointer, size, local});
  }

  // Certainly, at a constant offset.
  bool fits(const AllocaInst& local, const Value* pointer, const Value* size) const {
    auto* bytes = dyn_cast<ConstantInt>(size);
    const auto room = local.getAllocationSize(rewriter_.layout);
    if (!bytes || !room) return false;
    APInt offset(64, 0);
    const Value* base = pointer->stripAndAccumulateConstantOffsets(rewriter_.layout, offset, /*AllowNonInbounds=*/true);
    if (base != &local || offset.isNegative()) return false;
    return offset.getZExtValue() <= room->getFixedValue() &&
           bytes->getZExtValue() <= room->getFixedValue() - offset.getZExtValue();
  }

  Value* size_of(AllocaInst& local) {
    IRBuilder<> builder(local.getNextNode());
    if (const auto fixed = local.getAllocationSize(rewriter_.layout)) return builder.getInt64(fixed->getFixedValue());
    const uint64_t element = rewriter_.layout.getTypeAllocSize(local.getAllocatedType()).getFixedValue();
    return builder.CreateMul(builder.CreateZExtOrTrunc(local.getArraySize(), builder.getInt64Ty()),
                             builder.getInt64(element));
  }

  void check(const Touch& touch) {
    Value* room = size_of(*touch.local);
    IRBuilder<> builder(touch.instruction);
    Type* byte = builder.getInt8Ty();
    Value* size = builder.CreateZExtOrTrunc(touch.size, builder.getInt64Ty());
    // A block of no bytes is nowhere.
    Value* end = builder.CreateGEP(byte, touch.local, room);
    Value* behind = builder.CreateICmpUGT(builder.CreateGEP(byte, touch.pointer, size), end);
    Value* before = builder.CreateICmpULT(touch.pointer, touch.local);
    Value* beyond = builder.CreateOr(before, behind);
    if (!isa<ConstantInt>(size)) beyond = builder.CreateAnd(beyond, builder.CreateICmpNE(size, builder.getInt64(0)));
    Constant* position = rewriter_.positions.of(*touch.instruction, variable_name(touch.local, rewriter_.layout));
    Instruction* then =
        SplitBlockAndInsertIfThen(beyond, touch.instruction, /*Unreachable=*/false,
                                  MDBuilder(touch.instruction->getContext()).createUnlikelyBranchWeights());
    IRBuilder<> failing(then);
    failing.SetCurrentDebugLocation(touch.instruction->getDebugLoc());
    rewriter_.runtime.call(failing, "__heddle_beyond", failing.getVoidTy(),
                           {touch.pointer, size, touch.local, room, position});
  }

  Rewriter& rewriter_;
  SmallVector<Touch, 8> touches_;
};

}  // namespace

void check_bounds(Function& function, Rewriter& rewriter) { Bounds(function, rewriter).check(); }

}  // namespace heddle
