// Can an access fail? Not if it is of a variable that is always there, at an offset that is known to lie within.
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>

#include "analysis/memory.h"

using namespace llvm;

namespace heddle::analysis {

namespace {

// The offset as the sum of a constant and a number with a factor, whose range is known from the tests before the access.
bool is_within(const Value& pointer, const Value* base, uint64_t last, Instruction& access, const DataLayout& layout,
               LazyValueInfo& values) {
  const auto* gep = dyn_cast<GEPOperator>(&pointer);
  if (!gep || gep->getPointerOperand() != base) return false;
  const unsigned bits = layout.getIndexTypeSizeInBits(gep->getType());
  MapVector<Value*, APInt> variable;
  APInt constant(bits, 0);
  if (!gep->collectOffset(layout, bits, variable, constant) || variable.size() != 1) return false;
  const auto& [number, factor] = variable.front();
  const ConstantRange range = values.getConstantRange(number, &access, /*UndefAllowed=*/false).sextOrTrunc(128);
  if (range.isFullSet() || range.isEmptySet()) return false;
  const APInt from = range.getSignedMin() * factor.sext(128) + constant.sext(128);
  const APInt to = range.getSignedMax() * factor.sext(128) + constant.sext(128);
  return factor.isNonNegative() && from.isNonNegative() && to.getActiveBits() < 48 && to.getZExtValue() <= last;
}

}  // namespace

// Where the offset is not a constant, it may still have a range: table[h % N], the counter of a loop, what a test says.
bool lies_within(Value& pointer, uint64_t size, Value& variable, uint64_t whole, Instruction& access,
                 const Ranges& ranges) {
  if (size > whole) return false;
  const SCEV* offset =
      ranges.evolution.getMinusSCEV(ranges.evolution.getSCEV(&pointer), ranges.evolution.getSCEV(&variable));
  if (!isa<SCEVCouldNotCompute>(offset)) {
    const APInt most = ranges.evolution.getUnsignedRange(offset).getUnsignedMax();
    if (most.getActiveBits() < 48 && most.getZExtValue() <= whole - size) return true;
  }
  return is_within(pointer, &variable, whole - size, access, access.getModule()->getDataLayout(), ranges.values);
}

bool is_valid(Value& pointer, uint64_t size, Instruction& access, const Ranges& ranges) {
  auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(&pointer));
  if (!global || global->isDeclaration() || global->isInterposable() || global->isThreadLocal() || size == 0)
    return false;
  const DataLayout& layout = access.getModule()->getDataLayout();
  return lies_within(pointer, size, *global, layout.getTypeAllocSize(global->getValueType()).getFixedValue(), access,
                     ranges);
}

}  // namespace heddle::analysis
