// Intrinsics that are left when everything else is planned. Most compute, or tell the compiler something. Those that may
// touch memory which others can see stay, and the run is marked as not controlled: which bytes an fxsave or a gather of the
// processor's own touches is not known here. What an intrinsic may do is asked of LLVM, so new ones are refused too.
//
// Some give values from outside, which differ from run to run: the counter of cycles, hardware random numbers. Those come
// from the runtime.
//
//   %t = call i64 @llvm.x86.rdtsc()        =>   %t = call i64 @__heddle_cycle_counter()
//   call void @llvm.va_copy(ptr %to, ptr %from)   =>   call ptr @__heddle_memcpy(ptr %to, ptr %from, i64 24, ptr @pos)
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "instrument/rewrites.h"

using namespace llvm;

namespace heddle {
namespace {

#if defined(__x86_64__)
constexpr uint64_t kListBytes = 24;  // of a va_list
#else
constexpr uint64_t kListBytes = 32;
#endif

// Touch no memory of the program's, whatever LLVM must assume of them: hints, marks, what concerns the frame and the
// processor's own state.
bool touches_nothing(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::assume:
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_label:
    case Intrinsic::dbg_assign:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::var_annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::annotation:
    case Intrinsic::codeview_annotation:
    case Intrinsic::sideeffect:
    case Intrinsic::pseudoprobe:
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::stackprotector:
    case Intrinsic::stackguard:
    case Intrinsic::vaend:
    case Intrinsic::localescape:
    case Intrinsic::threadlocal_address:
    case Intrinsic::donothing:
    case Intrinsic::trap:
    case Intrinsic::debugtrap:
    case Intrinsic::ubsantrap:
    case Intrinsic::prefetch:
    case Intrinsic::clear_cache:
    case Intrinsic::eh_typeid_for:
    case Intrinsic::eh_return_i32:
    case Intrinsic::eh_return_i64:
    case Intrinsic::eh_unwind_init:
    case Intrinsic::get_rounding:
    case Intrinsic::set_rounding:
    case Intrinsic::get_fpenv:
    case Intrinsic::set_fpenv:
    case Intrinsic::reset_fpenv:
    case Intrinsic::get_fpmode:
    case Intrinsic::set_fpmode:
    case Intrinsic::reset_fpmode:
    case Intrinsic::read_register:
    case Intrinsic::read_volatile_register:
    case Intrinsic::write_register:
    case Intrinsic::instrprof_increment:
    case Intrinsic::instrprof_increment_step:
    case Intrinsic::instrprof_cover:
    case Intrinsic::instrprof_value_profile:
    case Intrinsic::instrprof_timestamp:
    case Intrinsic::allow_runtime_check:
    case Intrinsic::allow_ubsan_check:
    case Intrinsic::is_constant:
    case Intrinsic::objectsize:
    case Intrinsic::arithmetic_fence:
    case Intrinsic::x86_sse_sfence:
    case Intrinsic::x86_sse2_lfence:
    case Intrinsic::x86_sse2_mfence:
    case Intrinsic::x86_sse2_pause:
    case Intrinsic::x86_sse2_clflush:
    case Intrinsic::x86_clflushopt:
    case Intrinsic::x86_clwb:
    case Intrinsic::x86_cldemote: return true;
    default: return false;
  }
}

const char* outside_call(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::readcyclecounter:
    case Intrinsic::readsteadycounter:
    case Intrinsic::x86_rdtsc:
    case Intrinsic::x86_rdtscp: return "__heddle_cycle_counter";
    case Intrinsic::x86_rdrand_16:
    case Intrinsic::x86_rdrand_32:
    case Intrinsic::x86_rdrand_64:
    case Intrinsic::x86_rdseed_16:
    case Intrinsic::x86_rdseed_32:
    case Intrinsic::x86_rdseed_64: return "__heddle_hardware_random";
    default: return nullptr;
  }
}

// Differ from run to run, and cannot be given by the runtime.
bool is_outside_value(Intrinsic::ID id) {
  return id == Intrinsic::x86_rdpid || id == Intrinsic::x86_rdpmc || id == Intrinsic::x86_xgetbv;
}

// va_start, which fills a list in the frame of its function, wherever that list goes afterwards.
bool starts_own_list(const IntrinsicInst& call) {
  return call.getIntrinsicID() == Intrinsic::vastart &&
         all_of(objects_of(call.getArgOperand(0)), [](const Value* object) { return isa<AllocaInst>(object); });
}

// Reads or writes memory that others may see.
bool touches_shared(const IntrinsicInst& call, Sharing& sharing) {
  if (touches_nothing(call.getIntrinsicID()) || starts_own_list(call)) return false;
  const MemoryEffects effects = call.getMemoryEffects();
  if (effects.onlyAccessesInaccessibleMem()) return false;
  bool pointers = false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const Value* argument = call.getArgOperand(i);
    if (!argument->getType()->isPtrOrPtrVectorTy()) continue;
    pointers = true;
    if (!argument->getType()->isPointerTy() || !sharing.is_surely_private(argument, !call.onlyReadsMemory(i)))
      return true;
  }
  return !pointers && !effects.onlyAccessesInaccessibleOrArgMem();
}

}  // namespace

Unseen classify_intrinsic(const CallBase& call, Sharing& sharing) {
  auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic || isa<MemIntrinsic>(intrinsic)) return Unseen::kNothing;
  const Intrinsic::ID id = intrinsic->getIntrinsicID();
  if (outside_call(id)) return Unseen::kGivenByRuntime;
  if (is_outside_value(id)) return Unseen::kOutsideValue;
  if (id == Intrinsic::vacopy)
    return sharing.is_private(call.getArgOperand(0), true) && sharing.is_private(call.getArgOperand(1), false)
               ? Unseen::kNothing
               : Unseen::kCopiesArguments;
  return touches_shared(*intrinsic, sharing) ? Unseen::kTouchesMemory : Unseen::kNothing;
}

// {i64, i32} @llvm.x86.rdtscp() also tells the processor's number, which is 0; {i32, i32} @llvm.x86.rdrand.32() whether
// it had a number, which it had.
static Value* with_status(IRBuilder<>& builder, Value* number, const CallBase& call) {
  auto* pair = dyn_cast<StructType>(call.getType());
  Value* first = builder.CreateTrunc(number, pair ? pair->getElementType(0) : call.getType());
  if (!pair) return first;
  const uint64_t status = call.getIntrinsicID() == Intrinsic::x86_rdtscp ? 0 : 1;
  Value* result = builder.CreateInsertValue(PoisonValue::get(pair), first, 0);
  return builder.CreateInsertValue(result, ConstantInt::get(pair->getElementType(1), status), 1);
}

void rewrite_intrinsic(Rewriter& rewriter, CallBase& call, Sharing& sharing) {
  const StringRef name = call.getCalledFunction()->getName();
  if (const char* given = outside_call(call.getIntrinsicID())) {
    IRBuilder<> builder(&call);
    Value* number = rewriter.runtime.call(builder, given, builder.getInt64Ty(), {});
    call.replaceAllUsesWith(with_status(builder, number, call));
    call.eraseFromParent();
    return;
  }
  if (call.getIntrinsicID() == Intrinsic::vacopy) {
    IRBuilder<> builder(&call);
    rewriter.runtime.call(
        builder, "__heddle_memcpy", builder.getPtrTy(),
        {call.getArgOperand(0), call.getArgOperand(1), builder.getInt64(kListBytes), rewriter.position(call)});
    call.eraseFromParent();
    return;
  }
  const bool memory = classify_intrinsic(call, sharing) == Unseen::kTouchesMemory;
  rewriter.unsupported(
      call, (name + (memory ? ", which may touch shared memory" : ", whose value comes from outside")).str());
}

}  // namespace heddle
