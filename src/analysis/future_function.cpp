#include "analysis/future_function.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Operator.h>

#include "analysis/memory.h"
#include "analysis/record.h"

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

namespace {

// The type at this offset is an element of an array in it.
bool lies_in_array(Type* type, uint64_t offset, const DataLayout& layout) {
  for (;;) {
    if (type->isArrayTy()) return true;
    auto* structure = dyn_cast<StructType>(type);
    if (!structure || structure->isOpaque() || structure->getNumElements() == 0) return false;
    const StructLayout* members = layout.getStructLayout(structure);
    if (offset >= members->getSizeInBytes()) return false;
    const unsigned member = members->getElementContainingOffset(offset);
    offset -= members->getElementOffset(member);
    type = structure->getElementType(member);
  }
}

constexpr uint32_t kMostItems = 1 << 16;

}  // namespace

bool is_element(const Value& pointer, bool has_field, const DataLayout& layout) {
  const Value* p = &pointer;
  uint64_t offset = 0;
  while (const auto* step = dyn_cast<GEPOperator>(p)) {
    APInt bytes(64, 0);
    if (!step->accumulateConstantOffset(layout, bytes)) return true;
    offset += bytes.getZExtValue();
    p = step->getPointerOperand();
  }
  if (const auto* global = dyn_cast<GlobalVariable>(p)) return lies_in_array(global->getValueType(), offset, layout);
  if (const auto* local = dyn_cast<AllocaInst>(p)) return lies_in_array(local->getAllocatedType(), offset, layout);
  return !has_field;
}

FutureFunctionWriter::FutureFunctionWriter(Function& function, ScalarEvolution& evolution,
                                           const FutureSurroundings& around)
    : function_(function), evolution_(evolution), around_(around), layout_(function.getParent()->getDataLayout()) {
  plan_.function = &function;
  rows_.name = hash_of(function);
  rows_.parameters = static_cast<uint32_t>(function.arg_size());
}

void FutureFunctionWriter::run() {
  uint32_t number = 0;
  for (const BasicBlock& block : function_) blocks_[&block] = number++;
  for (BasicBlock& block : function_) {
    const auto edges = static_cast<uint32_t>(rows_.edges.size());
    const Instruction* end = block.getTerminator();
    rows_.blocks.push_back(
        {static_cast<uint32_t>(rows_.items.size()), edges, isa<ReturnInst>(end) || isa<ResumeInst>(end)});
    for (const BasicBlock* next : successors(&block)) rows_.edges.push_back(blocks_[next]);
    if (&block == &function_.getEntryBlock()) item(ItemKind::kHarmless, *block.getFirstNonPHI());
    for (Instruction& i : block) {
      visit(i);
      places_[&i] = static_cast<uint32_t>(rows_.items.size());
    }
  }
  rows_.blocks.push_back({static_cast<uint32_t>(rows_.items.size()), static_cast<uint32_t>(rows_.edges.size()), 0});
  // Where slots get their values is known only now.
  for (const auto& [value, slot] : slots_) {
    SlotRow& row = rows_.slots[slot - 1];
    if (const auto* i = dyn_cast<Instruction>(value)) row.block = blocks_[i->getParent()], row.item = places_[i];
  }
  if (rows_.items.size() > kMostItems) rows_.flags |= kFutureOpaque;
}

ItemRow& FutureFunctionWriter::item(ItemKind kind, const Instruction& at) {
  ItemRow row{};
  row.kind = kind;
  row.address = row.base = kNoExpression;
  if (const auto* call = dyn_cast<CallBase>(&at); call && !call->doesNotThrow()) row.flags |= kMayThrow;
  Constant* position = around_.position(at);
  const auto number = static_cast<uint32_t>(rows_.items.size());
  positions_.push_back(position);
  if (position) plan_.accesses.try_emplace(position, number);
  if (isa<CallBase>(at) && (plan_.calls.empty() || plan_.calls.back().first != &at))
    plan_.calls.emplace_back(const_cast<Instruction*>(&at), number);
  rows_.items.push_back(row);
  return rows_.items.back();
}

ItemRow& FutureFunctionWriter::access_item(const Instruction& at, const Value& pointer, uint32_t bytes,
                                           uint32_t flags) {
  const uint32_t address = expression(pointer);
  const Value* object = getUnderlyingObject(&pointer);
  const uint32_t base = object == &pointer ? address : expression(*object);
  ItemRow& row = item(ItemKind::kAccess, at);
  row.flags |= flags;
  row.address = address;
  row.base = base;
  row.bytes = bytes;
  return row;
}

void FutureFunctionWriter::visit_access(Instruction& i, const Value& pointer, Type* type, uint32_t flags) {
  const TypeSize size = layout_.getTypeStoreSize(type);
  const uint32_t bytes = size.isScalable() ? 0 : static_cast<uint32_t>(size.getFixedValue());
  const auto types = types_accessed(i, bytes);
  const TypeAccessed known = types.size() == 1 ? types[0] : TypeAccessed{};
  if (is_element(pointer, known[2] != 0, layout_)) flags |= kElement;
  ItemRow& row = access_item(i, pointer, bytes, flags);
  std::copy(known.begin(), known.end(), row.type);
}

void FutureFunctionWriter::visit_copy(MemIntrinsic& copy) {
  const auto* length = dyn_cast<ConstantInt>(copy.getLength());
  const uint32_t bytes =
      length && length->getValue().ult(UINT32_MAX) ? static_cast<uint32_t>(length->getZExtValue()) : 0;
  if (length && bytes == 0) {
    item(ItemKind::kHarmless, copy);
    return;
  }
  if (const auto* transfer = dyn_cast<MemTransferInst>(&copy))
    access_item(copy, *transfer->getRawSource(), bytes, kReads | kElement);
  access_item(copy, *copy.getRawDest(), bytes, kWrites | kElement);
}

void FutureFunctionWriter::visit(Instruction& i) {
  if (auto* call = dyn_cast<CallBase>(&i)) return visit_call(*call);
  if (!around_.position(i)) return;  // private
  if (auto* load = dyn_cast<LoadInst>(&i)) return visit_access(i, *load->getPointerOperand(), load->getType(), kReads);
  if (auto* store = dyn_cast<StoreInst>(&i))
    return visit_access(i, *store->getPointerOperand(), store->getValueOperand()->getType(), kWrites);
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&i))
    return visit_access(i, *rmw->getPointerOperand(), rmw->getType(), kReads | kWrites);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i))
    return visit_access(i, *exchange->getPointerOperand(), exchange->getCompareOperand()->getType(), kReads | kWrites);
  item(isa<FenceInst>(i) ? ItemKind::kHarmless : ItemKind::kAnything, i);
}

uint32_t FutureFunctionWriter::add(ExpressionOp op, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  rows_.expressions.push_back({op, a, b, c, d});
  return static_cast<uint32_t>(rows_.expressions.size() - 1);
}

uint32_t FutureFunctionWriter::constant(int64_t value) {
  return add(ExpressionOp::kConstant, static_cast<uint32_t>(value),
             static_cast<uint32_t>(static_cast<uint64_t>(value) >> 32));
}

uint32_t FutureFunctionWriter::slot_of(Value& value) {
  Type* type = value.getType();
  if (!(type->isPointerTy() && type->getPointerAddressSpace() == 0) &&
      !(type->isIntegerTy() && type->getIntegerBitWidth() <= 64))
    return 0;
  if (isa<InvokeInst>(value) || isa<CallBrInst>(value) || (!isa<Instruction>(value) && !isa<Argument>(value))) return 0;
  if (const auto* i = dyn_cast<Instruction>(&value);
      i && (i->isEHPad() || i->isTerminator() || i->getFunction() != &function_))
    return 0;
  uint32_t& slot = slots_[&value];
  if (slot != 0) return slot;
  const auto* argument = dyn_cast<Argument>(&value);
  rows_.slots.push_back(
      {0, 0, type->isPointerTy() ? 64 : type->getIntegerBitWidth(), argument ? argument->getArgNo() + 1 : 0});
  plan_.slots.emplace_back(&value);
  return slot = static_cast<uint32_t>(rows_.slots.size());
}

// What the compiler knows no more of than that it is a value.
uint32_t FutureFunctionWriter::leaf(Value& value) {
  if (const auto found = leaves_.find(&value); found != leaves_.end()) return found->second;
  uint32_t made;
  if (auto* global = dyn_cast<GlobalVariable>(&value)) {
    if (global->isThreadLocal() || !global->isDSOLocal() || global->isDeclaration()) {
      made = add(ExpressionOp::kUnknown);
    } else {
      made = add(ExpressionOp::kVariable, static_cast<uint32_t>(variables_.size()));
      variables_.push_back(global);
    }
  } else if (const uint32_t slot = slot_of(value); slot == 0) {
    made = add(ExpressionOp::kUnknown);
  } else if (auto* load = dyn_cast<LoadInst>(&value); load && layout_.getTypeStoreSize(load->getType()) <= 8 &&
                                                      layout_.typeSizeEqualsStoreSize(load->getType())) {
    const auto types = types_accessed(*load, layout_.getTypeStoreSize(load->getType()));
    const uint32_t address = expression(*load->getPointerOperand());
    rows_.types.push_back(types.size() == 1 ? types[0] : TypeAccessed{});
    made = add(ExpressionOp::kLoad, address, static_cast<uint32_t>(layout_.getTypeStoreSize(load->getType())),
               static_cast<uint32_t>(rows_.types.size() - 1), slot);
  } else {
    made = add(ExpressionOp::kSlot, slot - 1);
  }
  return leaves_[&value] = made;
}

uint32_t FutureFunctionWriter::all_of(const SCEVNAryExpr& e, ExpressionOp op) {
  uint32_t sum = expression(e.getOperand(0));
  const auto bits = static_cast<uint32_t>(evolution_.getTypeSizeInBits(e.getType()));
  for (unsigned i = 1; i < e.getNumOperands(); ++i) {
    const uint32_t next = expression(e.getOperand(i));
    sum = add(op, sum, next, bits);
  }
  return sum;
}

// a, a + b, … as often as the loop comes round at most.
uint32_t FutureFunctionWriter::recurrence(const SCEVAddRecExpr& e) {
  const SCEV* times = evolution_.getSymbolicMaxBackedgeTakenCount(e.getLoop());
  if (!e.isAffine() || isa<SCEVCouldNotCompute>(times)) return add(ExpressionOp::kUnknown);
  const uint32_t start = expression(e.getStart()), step = expression(e.getStepRecurrence(evolution_)),
                 count = expression(times);
  const uint32_t made = add(ExpressionOp::kRecurrence, start, step, count);
  return add(ExpressionOp::kTruncate, made, 0, static_cast<uint32_t>(evolution_.getTypeSizeInBits(e.getType())));
}

uint32_t FutureFunctionWriter::expression(const Value& value) {
  Type* type = value.getType();
  if (!evolution_.isSCEVable(type) || evolution_.getTypeSizeInBits(type) > 64) return add(ExpressionOp::kUnknown);
  return expression(evolution_.getSCEV(const_cast<Value*>(&value)));
}

uint32_t FutureFunctionWriter::expression(const SCEV* e) {
  if (const auto found = expressions_.find(e); found != expressions_.end()) return found->second;
  if (depth_ > 40 || evolution_.getTypeSizeInBits(e->getType()) > 64) return add(ExpressionOp::kUnknown);
  ++depth_;
  uint32_t made;
  const auto bits = static_cast<uint32_t>(evolution_.getTypeSizeInBits(e->getType()));
  const auto cast_of = [&](ExpressionOp op) {
    const uint32_t operand = expression(cast<SCEVCastExpr>(e)->getOperand());
    return add(op, operand, 0, bits);
  };
  switch (e->getSCEVType()) {
    case scConstant: made = constant(cast<SCEVConstant>(e)->getAPInt().getSExtValue()); break;
    case scAddExpr: made = all_of(*cast<SCEVNAryExpr>(e), ExpressionOp::kAdd); break;
    case scMulExpr: made = all_of(*cast<SCEVNAryExpr>(e), ExpressionOp::kMultiply); break;
    case scSMaxExpr: made = all_of(*cast<SCEVNAryExpr>(e), ExpressionOp::kLargest); break;
    case scSMinExpr: made = all_of(*cast<SCEVNAryExpr>(e), ExpressionOp::kSmallest); break;
    case scUDivExpr: {
      const uint32_t a = expression(cast<SCEVUDivExpr>(e)->getLHS()), b = expression(cast<SCEVUDivExpr>(e)->getRHS());
      made = add(ExpressionOp::kDivide, a, b, bits);
      break;
    }
    case scSignExtend: made = cast_of(ExpressionOp::kSignExtend); break;
    case scZeroExtend: made = cast_of(ExpressionOp::kZeroExtend); break;
    case scPtrToInt: made = expression(cast<SCEVCastExpr>(e)->getOperand()); break;
    case scTruncate: made = cast_of(ExpressionOp::kTruncate); break;
    case scAddRecExpr: made = recurrence(*cast<SCEVAddRecExpr>(e)); break;
    case scUnknown: made = leaf(*cast<SCEVUnknown>(e)->getValue()); break;
    case scUMaxExpr:
    case scUMinExpr:
    case scSequentialUMinExpr: {
      // Of numbers that are not negative the same as the signed ones.
      const auto& list = *cast<SCEVNAryExpr>(e);
      const ExpressionOp op = e->getSCEVType() == scUMaxExpr ? ExpressionOp::kLargest : ExpressionOp::kSmallest;
      uint32_t sum = UINT32_MAX;
      for (const SCEV* operand : list.operands()) {
        const uint32_t plain = expression(operand);
        const uint32_t next = add(ExpressionOp::kZeroExtend, plain, 0, bits);
        sum = sum == UINT32_MAX ? next : add(op, sum, next, bits);
      }
      made = sum;
      break;
    }
    default: made = add(ExpressionOp::kUnknown); break;
  }
  --depth_;
  return expressions_[e] = made;
}

}  // namespace heddle::analysis
