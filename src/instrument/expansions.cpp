// What becomes what:
//
//   %v = call <16 x i8> @llvm.x86.sse3.ldu.dq(ptr %p)             =>   %v = load <16 x i8>, ptr %p, align 1
//   %v = call <4 x i32> @llvm.x86.avx2.maskload.d(ptr %p, %m)     =>   %on = icmp slt <4 x i32> %m, zeroinitializer
//                                                                      %v = call @llvm.masked.load(ptr %p, %on, zero)
//   call @llvm.memcpy.element.unordered.atomic(ptr %to, ptr %from, i64 8, i32 4)
//     =>  for each element  %e = load atomic i32, ptr %from unordered    store atomic i32 %e, ptr %to unordered
//
// and LLVM's own scalarizer turns masked loads and stores, gathers and scatters into one access for each lane that is
// switched on. It asks the target what that has as an instruction; here the answer is always "nothing".
#include "instrument/expansions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h>

#include "instrument/judgements.h"

using namespace llvm;

namespace heddle {
namespace {

constexpr uint64_t kMaxElements = 64;

bool is_unaligned_load(const IntrinsicInst& call) {
  return call.getIntrinsicID() == Intrinsic::x86_sse3_ldu_dq || call.getIntrinsicID() == Intrinsic::x86_avx_ldu_dq_256;
}

bool is_masked_load(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::x86_avx_maskload_ps:
    case Intrinsic::x86_avx_maskload_pd:
    case Intrinsic::x86_avx_maskload_ps_256:
    case Intrinsic::x86_avx_maskload_pd_256:
    case Intrinsic::x86_avx2_maskload_d:
    case Intrinsic::x86_avx2_maskload_q:
    case Intrinsic::x86_avx2_maskload_d_256:
    case Intrinsic::x86_avx2_maskload_q_256: return true;
    default: return false;
  }
}

bool is_masked_store(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::x86_avx_maskstore_ps:
    case Intrinsic::x86_avx_maskstore_pd:
    case Intrinsic::x86_avx_maskstore_ps_256:
    case Intrinsic::x86_avx_maskstore_pd_256:
    case Intrinsic::x86_avx2_maskstore_d:
    case Intrinsic::x86_avx2_maskstore_q:
    case Intrinsic::x86_avx2_maskstore_d_256:
    case Intrinsic::x86_avx2_maskstore_q_256: return true;
    default: return false;
  }
}

bool is_masked(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_store:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_expandload:
    case Intrinsic::masked_compressstore: return true;
    default: return false;
  }
}

// The highest bit of each lane of the mask switches it on.
Value* switched_on(IRBuilder<>& builder, Value* mask) {
  auto* vector = cast<FixedVectorType>(mask->getType());
  if (broken("masks-ignored"))
    return Constant::getAllOnesValue(FixedVectorType::get(builder.getInt1Ty(), vector->getNumElements()));
  auto* integers = FixedVectorType::get(builder.getIntNTy(vector->getScalarSizeInBits()), vector->getNumElements());
  return builder.CreateICmpSLT(builder.CreateBitCast(mask, integers), Constant::getNullValue(integers));
}

bool copy_elements(AtomicMemTransferInst& copy) {
  auto* length = dyn_cast<ConstantInt>(copy.getLength());
  const uint64_t size = copy.getElementSizeInBytes();
  if (!length || length->getZExtValue() / size > kMaxElements || copy.getDestAddressSpace() != 0 ||
      copy.getSourceAddressSpace() != 0 || size > 16)
    return false;
  IRBuilder<> builder(&copy);
  Type* type = builder.getIntNTy(size * 8);
  SmallVector<LoadInst*, 16> elements;  // all of them first: the two blocks may overlap
  const auto at = [&](Value* start, uint64_t i) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), start, i * size);
  };
  const uint64_t count = length->getZExtValue() / size;
  for (uint64_t i = 0; i < count; ++i) {
    elements.push_back(builder.CreateAlignedLoad(type, at(copy.getRawSource(), i), Align(size)));
    elements.back()->setAtomic(AtomicOrdering::Unordered);
  }
  for (uint64_t i = 0; i < count; ++i)
    builder.CreateAlignedStore(elements[i], at(copy.getRawDest(), i), Align(size))
        ->setAtomic(AtomicOrdering::Unordered);
  copy.eraseFromParent();
  return true;
}

bool expand(IntrinsicInst& call) {
  if (auto* copy = dyn_cast<AtomicMemTransferInst>(&call)) return copy_elements(*copy);
  IRBuilder<> builder(&call);
  Value* result = nullptr;
  if (is_unaligned_load(call)) {
    result = builder.CreateAlignedLoad(call.getType(), call.getArgOperand(0), Align(1));
  } else if (is_masked_load(call)) {
    result =
        builder.CreateMaskedLoad(call.getType(), call.getArgOperand(0), Align(1),
                                 switched_on(builder, call.getArgOperand(1)), Constant::getNullValue(call.getType()));
  } else if (is_masked_store(call)) {
    builder.CreateMaskedStore(call.getArgOperand(2), call.getArgOperand(0), Align(1),
                              switched_on(builder, call.getArgOperand(1)));
  } else {
    return false;
  }
  if (result) call.replaceAllUsesWith(result);
  call.eraseFromParent();
  return true;
}

void scalarize(Function& function) {
  FunctionAnalysisManager own;
  own.registerPass([] { return PassInstrumentationAnalysis(); });
  own.registerPass([] { return TargetIRAnalysis(); });
  own.registerPass([] { return DominatorTreeAnalysis(); });
  ScalarizeMaskedMemIntrinPass().run(function, own);
}

}  // namespace

bool expand_accesses(Function& function) {
  if (broken("expansions-missing")) return false;
  bool changed = false, masked = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) changed |= expand(*call);
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) masked |= is_masked(*call);
  if (masked) scalarize(function);
  return changed || masked;
}

}  // namespace heddle
