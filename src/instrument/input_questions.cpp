#include "instrument/input_questions.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

using namespace llvm;

namespace heddle {
namespace {

bool is_word(const Type* type) { return type->isIntegerTy() && type->getIntegerBitWidth() <= 64; }

// Both ways lead on; on the one the values are asked for.
void branch_before(Instruction& instruction, Value* unusual, ArrayRef<Value*> values) {
  Module& module = *instruction.getModule();
  Instruction* end = SplitBlockAndInsertIfThen(unusual, instruction.getIterator(), false);
  IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  FunctionCallee use =
      module.getOrInsertFunction("__heddle_use", FunctionType::get(builder.getVoidTy(), {builder.getInt64Ty()}, false));
  for (Value* value : values) builder.CreateCall(use, {builder.CreateZExt(value, builder.getInt64Ty())});
}

void mark(Instruction& instruction) {
  instruction.setMetadata(kAskedBefore, MDNode::get(instruction.getContext(), {}));
}

void ask_division(BinaryOperator& division) {
  Value *a = division.getOperand(0), *b = division.getOperand(1);
  if (!is_word(division.getType()) || isa<Constant>(b)) return;
  IRBuilder<> builder(&division);
  Value* fails = builder.CreateICmpEQ(b, Constant::getNullValue(b->getType()));
  if (division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem) {
    const auto least = APInt::getSignedMinValue(division.getType()->getIntegerBitWidth());
    Value* overflows = builder.CreateAnd(builder.CreateICmpEQ(b, Constant::getAllOnesValue(b->getType())),
                                         builder.CreateICmpEQ(a, ConstantInt::get(a->getType(), least)));
    fails = builder.CreateOr(fails, overflows);
  }
  mark(division);
  branch_before(division, fails, {b});
}

void ask_shift(BinaryOperator& shift) {
  Value* amount = shift.getOperand(1);
  if (!is_word(shift.getType()) || isa<Constant>(amount)) return;
  IRBuilder<> builder(&shift);
  Value* large =
      builder.CreateICmpUGE(amount, ConstantInt::get(amount->getType(), shift.getType()->getIntegerBitWidth()));
  mark(shift);
  branch_before(shift, large, {amount});
}

// As its result and whether it overflowed; nothing if it stays as it is.
std::optional<std::pair<Value*, Value*>> expand_overflow(IRBuilder<>& builder, WithOverflowInst& call) {
  Value *a = call.getLHS(), *b = call.getRHS();
  Type* type = a->getType();
  if (!is_word(type)) return std::nullopt;
  const unsigned width = type->getIntegerBitWidth();
  Value* zero = Constant::getNullValue(type);
  switch (call.getIntrinsicID()) {
    case Intrinsic::uadd_with_overflow: {
      Value* sum = builder.CreateAdd(a, b);
      return std::pair(sum, builder.CreateICmpULT(sum, a));
    }
    case Intrinsic::usub_with_overflow: return std::pair(builder.CreateSub(a, b), builder.CreateICmpULT(a, b));
    case Intrinsic::sadd_with_overflow: {
      Value* sum = builder.CreateAdd(a, b);
      Value* signs = builder.CreateAnd(builder.CreateXor(a, sum), builder.CreateXor(b, sum));
      return std::pair(sum, builder.CreateICmpSLT(signs, zero));
    }
    case Intrinsic::ssub_with_overflow: {
      Value* rest = builder.CreateSub(a, b);
      Value* signs = builder.CreateAnd(builder.CreateXor(a, b), builder.CreateXor(a, rest));
      return std::pair(rest, builder.CreateICmpSLT(signs, zero));
    }
    case Intrinsic::smul_with_overflow:
    case Intrinsic::umul_with_overflow: {
      if (width > 32) return std::nullopt;
      const bool is_signed = call.getIntrinsicID() == Intrinsic::smul_with_overflow;
      Type* wide = builder.getIntNTy(2 * width);
      const auto extend = [&](Value* v) {
        return is_signed ? builder.CreateSExt(v, wide) : builder.CreateZExt(v, wide);
      };
      Value* product = builder.CreateMul(extend(a), extend(b));
      Value* result = builder.CreateTrunc(product, type);
      return std::pair(result, builder.CreateICmpNE(extend(result), product));
    }
    default: return std::nullopt;
  }
}

void ask_overflow(WithOverflowInst& call) {
  IRBuilder<> builder(&call);
  const auto parts = expand_overflow(builder, call);
  if (!parts) return;
  for (User* user : make_early_inc_range(call.users())) {
    auto* extract = dyn_cast<ExtractValueInst>(user);
    if (!extract || extract->getNumIndices() != 1) continue;
    extract->replaceAllUsesWith(extract->getIndices()[0] == 0 ? parts->first : parts->second);
    extract->eraseFromParent();
  }
  if (!call.use_empty()) {
    Value* whole = builder.CreateInsertValue(PoisonValue::get(call.getType()), parts->first, 0);
    call.replaceAllUsesWith(builder.CreateInsertValue(whole, parts->second, 1));
  }
  call.eraseFromParent();
}

// A table of whole numbers that never changes, as stretches of equal values.
constexpr unsigned kMostStretches = 20;
struct Table {
  SmallVector<std::pair<uint64_t, uint64_t>, kMostStretches> stretches;  // the last index of each, and its value
  uint64_t count = 0;
};

std::optional<Table> read_table(const GlobalVariable& global, Type* element) {
  if (!global.isConstant() || !global.hasDefinitiveInitializer()) return std::nullopt;
  auto* type = dyn_cast<ArrayType>(global.getValueType());
  if (!type || type->getElementType() != element || !is_word(element) || type->getNumElements() < 2)
    return std::nullopt;
  Table table;
  table.count = type->getNumElements();
  for (uint64_t i = 0; i < table.count; ++i) {
    const auto* value =
        dyn_cast_or_null<ConstantInt>(global.getInitializer()->getAggregateElement(static_cast<unsigned>(i)));
    if (!value) return std::nullopt;
    const uint64_t word = value->getZExtValue();
    if (!table.stretches.empty() && table.stretches.back().second == word) {
      table.stretches.back().first = i;
      continue;
    }
    if (table.stretches.size() == kMostStretches) return std::nullopt;
    table.stretches.push_back({i, word});
  }
  return table;
}

void ask_table(LoadInst& load) {
  auto* address = dyn_cast<GetElementPtrInst>(load.getPointerOperand());
  if (!address || !load.isSimple()) return;
  auto* global = dyn_cast<GlobalVariable>(address->getPointerOperand());
  if (!global) return;
  const auto table = read_table(*global, load.getType());
  if (!table) return;
  const DataLayout& layout = load.getModule()->getDataLayout();
  MapVector<Value*, APInt> variable;
  APInt constant(64, 0);
  const uint64_t size = layout.getTypeAllocSize(load.getType());
  if (!cast<GEPOperator>(address)->collectOffset(layout, 64, variable, constant) || variable.size() != 1 ||
      variable.front().second != size || constant.getSExtValue() % static_cast<int64_t>(size) != 0)
    return;
  IRBuilder<> builder(&load);
  Value* index =
      builder.CreateAdd(builder.CreateSExtOrTrunc(variable.front().first, builder.getInt64Ty()),
                        builder.getInt64(static_cast<uint64_t>(constant.getSExtValue() / static_cast<int64_t>(size))));
  Value* inside = builder.CreateICmpULT(index, builder.getInt64(table->count));
  Instruction *then = nullptr, *otherwise = nullptr;
  SplitBlockAndInsertIfThenElse(inside, load.getIterator(), &then, &otherwise);
  IRBuilder<> chain(then);
  Value* value = ConstantInt::get(load.getType(), table->stretches.back().second);
  for (size_t i = table->stretches.size() - 1; i-- > 0;) {
    const auto& [last, word] = table->stretches[i];
    value = chain.CreateSelect(chain.CreateICmpULE(index, chain.getInt64(last)), ConstantInt::get(load.getType(), word),
                               value);
  }
  IRBuilder<> join(&load);
  PHINode* result = join.CreatePHI(load.getType(), 2);
  result->addIncoming(value, then->getParent());
  result->addIncoming(&load, otherwise->getParent());
  load.replaceUsesWithIf(result, [&](Use& use) { return use.getUser() != result; });
  load.moveBefore(otherwise);
}

}  // namespace

void ask_about_failures(Function& function) {
  SmallVector<Instruction*, 32> found;
  for (Instruction& instruction : instructions(function)) {
    if (auto* operation = dyn_cast<BinaryOperator>(&instruction);
        operation && (operation->isIntDivRem() || operation->isShift()))
      found.push_back(operation);
    if (isa<LoadInst, WithOverflowInst>(instruction)) found.push_back(&instruction);
  }
  for (Instruction* instruction : found) {
    if (auto* load = dyn_cast<LoadInst>(instruction)) ask_table(*load);
    else if (auto* call = dyn_cast<WithOverflowInst>(instruction)) ask_overflow(*call);
    else if (auto* operation = cast<BinaryOperator>(instruction); operation->isShift()) ask_shift(*operation);
    else ask_division(*operation);
  }
}

}  // namespace heddle
