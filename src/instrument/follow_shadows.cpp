#include "instrument/follow_shadows.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/TargetParser/Triple.h>

#include <optional>

#include "instrument/input_questions.h"
#include "instrument/judgements.h"
#include "runtime/abi.h"
#include "trace/term.h"

using namespace llvm;

namespace heddle {
namespace {

constexpr uint32_t code(TermOp op) { return static_cast<uint32_t>(op); }

std::optional<uint32_t> binary_operator(unsigned opcode) {
  switch (opcode) {
    case Instruction::Add: return code(TermOp::kAdd);
    case Instruction::Sub: return code(TermOp::kSub);
    case Instruction::Mul: return code(TermOp::kMul);
    case Instruction::UDiv: return code(TermOp::kUDiv);
    case Instruction::SDiv: return code(TermOp::kSDiv);
    case Instruction::URem: return code(TermOp::kURem);
    case Instruction::SRem: return code(TermOp::kSRem);
    case Instruction::And: return code(TermOp::kAnd);
    case Instruction::Or: return code(TermOp::kOr);
    case Instruction::Xor: return code(TermOp::kXor);
    case Instruction::Shl: return code(TermOp::kShl);
    case Instruction::LShr: return code(TermOp::kLShr);
    case Instruction::AShr: return code(TermOp::kAShr);
    default: return std::nullopt;
  }
}

std::optional<uint32_t> intrinsic_operator(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::smax: return HEDDLE_TERM_SMAX;
    case Intrinsic::smin: return HEDDLE_TERM_SMIN;
    case Intrinsic::umax: return HEDDLE_TERM_UMAX;
    case Intrinsic::umin: return HEDDLE_TERM_UMIN;
    case Intrinsic::abs: return HEDDLE_TERM_ABS;
    case Intrinsic::bswap: return code(TermOp::kByteSwap);
    case Intrinsic::ctpop: return code(TermOp::kPopCount);
    case Intrinsic::ctlz: return code(TermOp::kLeadingZeros);
    case Intrinsic::cttz: return code(TermOp::kTrailingZeros);
    default: return std::nullopt;
  }
}

bool passes_on(const Instruction& instruction) {
  if (isa<FreezeInst>(instruction)) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == Intrinsic::launder_invariant_group ||
                  call->getIntrinsicID() == Intrinsic::strip_invariant_group);
}

class TermBuilder {
 public:
  TermBuilder(IRBuilder<>& builder, RuntimeCalls& runtime, function_ref<Value*(Value*)> shadow)
      : builder_(builder), runtime_(runtime), shadow_(shadow) {}

  Value* build(Instruction& instruction) {
    if (passes_on(instruction)) return shadow_(instruction.getOperand(0));
    if (auto* compare = dyn_cast<ICmpInst>(&instruction)) return build_compare(*compare);
    if (auto* select = dyn_cast<SelectInst>(&instruction)) return build_select(*select);
    if (auto* address = dyn_cast<GetElementPtrInst>(&instruction)) return build_address(*address);
    if (isa<CastInst>(instruction)) return build_cast(instruction);
    if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) return build_intrinsic(*call);
    return build_binary(instruction);
  }

 private:
  Value* none() { return builder_.getInt32(0); }

  Value* term(uint32_t op, int width, int from, Value* a, Value* a_value, Value* b, Value* b_value) {
    const auto what = op | static_cast<uint32_t>(width) << 8 | static_cast<uint32_t>(from) << 16;
    return call_cold(builder_, runtime_, "__heddle_term", builder_.getInt32Ty(),
                     {builder_.getInt32(what), a, a_value, b, b_value});
  }
  Value* term(uint32_t op, int width, int from, Value* a, Value* b) {
    return term(op, width, from, shadow_(a), as_word(builder_, a), shadow_(b), as_word(builder_, b));
  }
  Value* convert(TermOp op, int width, int from, Value* shadow, Value* value) {
    if (width == from) return shadow;
    return term(code(op), width, from, shadow, value, none(), builder_.getInt64(0));
  }

  // The amount of a shift is asked; a divisor was.
  Value* build_binary(Instruction& instruction) {
    const int width = width_of(instruction.getType());
    const uint32_t op = *binary_operator(instruction.getOpcode());
    Value *a = instruction.getOperand(0), *b = instruction.getOperand(1);
    if (!instruction.isShift() || instruction.getMetadata(kAskedBefore)) return term(op, width, width, a, b);
    if (!isa<Constant>(b) && !broken("follow-shifts-unasked"))
      call_cold(builder_, runtime_, "__heddle_ask", builder_.getVoidTy(), {shadow_(b), as_word(builder_, b)});
    return term(op, width, width, shadow_(a), as_word(builder_, a), none(), as_word(builder_, b));
  }

  Value* negate(Value* shadow, Value* compared) {
    return term(code(TermOp::kXor), 1, 1, shadow, as_word(builder_, builder_.CreateNot(compared)), none(),
                builder_.getInt64(1));
  }

  // a > b as b < a, a >= b as not a < b.
  Value* build_compare(ICmpInst& compare) {
    Value *a = compare.getOperand(0), *b = compare.getOperand(1);
    const int from = width_of(a->getType());
    const auto less = code(compare.isSigned() ? TermOp::kSLess : TermOp::kULess);
    switch (compare.getPredicate()) {
      case ICmpInst::ICMP_EQ: return term(code(TermOp::kEqual), 1, from, a, b);
      case ICmpInst::ICMP_NE: return term(HEDDLE_TERM_NOT_EQUAL, 1, from, a, b);
      case ICmpInst::ICMP_ULT:
      case ICmpInst::ICMP_SLT: return term(less, 1, from, a, b);
      case ICmpInst::ICMP_UGT:
      case ICmpInst::ICMP_SGT: return term(less, 1, from, b, a);
      case ICmpInst::ICMP_UGE:
      case ICmpInst::ICMP_SGE: return negate(term(less, 1, from, a, b), &compare);
      default: return negate(term(less, 1, from, b, a), &compare);
    }
  }

  Value* build_select(SelectInst& select) {
    Value *condition = select.getCondition(), *a = select.getTrueValue(), *b = select.getFalseValue();
    return call_cold(
        builder_, runtime_, "__heddle_term_select", builder_.getInt32Ty(),
        {builder_.getInt32(static_cast<uint32_t>(width_of(select.getType()))), shadow_(condition),
         as_word(builder_, condition), shadow_(a), as_word(builder_, a), shadow_(b), as_word(builder_, b)});
  }

  Value* build_cast(Instruction& cast) {
    Value* from = cast.getOperand(0);
    const int width = width_of(cast.getType()), had = width_of(from->getType());
    const TermOp op = width < had ? TermOp::kTruncate : isa<SExtInst>(cast) ? TermOp::kSignExtend : TermOp::kZeroExtend;
    return convert(op, width, had, shadow_(from), as_word(builder_, from));
  }

  Value* build_intrinsic(IntrinsicInst& call) {
    const uint32_t op = *intrinsic_operator(call.getIntrinsicID());
    const int width = width_of(call.getType());
    Value* a = call.getArgOperand(0);
    const bool two = op >= HEDDLE_TERM_SMAX && op <= HEDDLE_TERM_UMIN;
    if (two) return term(op, width, width, a, call.getArgOperand(1));
    return term(op, width, width, shadow_(a), as_word(builder_, a), none(), builder_.getInt64(0));
  }

  // The base, and each index times the size of what it counts.
  Value* build_address(GetElementPtrInst& address) {
    const DataLayout& layout = address.getModule()->getDataLayout();
    MapVector<Value*, APInt> variable;
    APInt constant(64, 0);
    cast<GEPOperator>(address).collectOffset(layout, 64, variable, constant);
    Value* sum = shadow_(address.getPointerOperand());
    Value* value = as_word(builder_, address.getPointerOperand());
    for (auto& [index, scale] : variable) {
      const int had = width_of(index->getType());
      Value* wide = builder_.CreateSExtOrTrunc(index, builder_.getInt64Ty());
      Value* shadow = convert(had > 64 ? TermOp::kTruncate : TermOp::kSignExtend, 64, had, shadow_(index),
                              as_word(builder_, index));
      Value* factor = builder_.getInt64(scale.getSExtValue());
      Value* product = builder_.CreateMul(wide, factor);
      shadow = term(code(TermOp::kMul), 64, 64, shadow, wide, none(), factor);
      sum = term(code(TermOp::kAdd), 64, 64, sum, value, shadow, product);
      value = builder_.CreateAdd(value, product);
    }
    if (constant == 0) return sum;
    return term(code(TermOp::kAdd), 64, 64, sum, value, none(), builder_.getInt64(constant.getSExtValue()));
  }

  IRBuilder<>& builder_;
  RuntimeCalls& runtime_;
  function_ref<Value*(Value*)> shadow_;
};

}  // namespace

bool is_followed(const Type* type) {
  if (type->isPointerTy()) return type->getPointerAddressSpace() == 0;
  return type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
}

int width_of(const Type* type) { return type->isPointerTy() ? 64 : static_cast<int>(type->getIntegerBitWidth()); }

static unsigned count_leaves(Type* type) {
  if (auto* structure = dyn_cast<StructType>(type)) {
    unsigned count = 0;
    for (Type* element : structure->elements()) count += count_leaves(element);
    return count;
  }
  if (auto* array = dyn_cast<ArrayType>(type))
    return static_cast<unsigned>(std::min<uint64_t>(array->getNumElements(), kMaxLeaves + 1)) *
           count_leaves(array->getElementType());
  return 1;
}

unsigned leaves_of(Type* type) {
  const unsigned count = count_leaves(type);
  return count <= kMaxLeaves ? count : 0;
}

bool has_followed(Type* type) {
  if (leaves_of(type) == 0) return false;
  if (auto* structure = dyn_cast<StructType>(type)) return any_of(structure->elements(), has_followed);
  if (auto* array = dyn_cast<ArrayType>(type))
    return array->getNumElements() > 0 && has_followed(array->getElementType());
  return is_followed(type);
}

unsigned leaf_at(Type* type, ArrayRef<unsigned> path) {
  unsigned leaf = 0;
  for (const unsigned index : path) {
    if (auto* structure = dyn_cast<StructType>(type)) {
      for (unsigned i = 0; i < index; ++i) leaf += count_leaves(structure->getElementType(i));
      type = structure->getElementType(index);
    } else {
      type = cast<ArrayType>(type)->getElementType();
      leaf += index * count_leaves(type);
    }
  }
  return leaf;
}

Value* leaf_value(IRBuilder<>& builder, Value* value, unsigned leaf) {
  Type* type = value->getType();
  SmallVector<unsigned, 4> path;
  while (isa<StructType, ArrayType>(type)) {
    unsigned index = 0;
    auto* structure = dyn_cast<StructType>(type);
    const auto element = [&] {
      return structure ? structure->getElementType(index) : cast<ArrayType>(type)->getElementType();
    };
    while (leaf >= count_leaves(element())) leaf -= count_leaves(element()), ++index;
    path.push_back(index);
    type = element();
  }
  if (!is_followed(type)) return nullptr;
  return path.empty() ? value : builder.CreateExtractValue(value, path);
}

bool computes(const Instruction& instruction) {
  if (!is_followed(instruction.getType()) || divides(instruction)) return false;
  if (const auto* call = dyn_cast<IntrinsicInst>(&instruction))
    return passes_on(instruction) || intrinsic_operator(call->getIntrinsicID());
  for (const Value* operand : instruction.operands())
    if (!is_followed(operand->getType())) return false;
  return (isa<BinaryOperator>(instruction) && binary_operator(instruction.getOpcode())) ||
         isa<ICmpInst, SelectInst, GetElementPtrInst, FreezeInst, TruncInst, ZExtInst, SExtInst, PtrToIntInst,
             IntToPtrInst>(instruction);
}

bool divides(const Instruction& instruction) { return is_followed(instruction.getType()) && instruction.isIntDivRem(); }

Value* as_word(IRBuilder<>& builder, Value* value) {
  if (value->getType()->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
  return builder.CreateZExt(value, builder.getInt64Ty());
}

Value* build_term(IRBuilder<>& builder, RuntimeCalls& runtime, Instruction& instruction,
                  function_ref<Value*(Value*)> shadow) {
  return TermBuilder(builder, runtime, shadow).build(instruction);
}

CallInst* call_cold(IRBuilder<>& builder, RuntimeCalls& runtime, StringRef name, Type* result,
                    ArrayRef<Value*> arguments) {
  CallInst* call = runtime.call(builder, name, result, arguments);
  if (Triple(builder.GetInsertBlock()->getModule()->getTargetTriple()).getArch() != Triple::x86_64) return call;
  call->getCalledFunction()->setCallingConv(CallingConv::PreserveMost);
  call->setCallingConv(CallingConv::PreserveMost);
  return call;
}

}  // namespace heddle
