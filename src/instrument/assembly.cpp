// Inline assembly. What its text does is judged in assembly_text.cpp. Fences become the runtime's; so does the counter of cycles,
// where it is read in the usual way. Assembly that may touch memory, asks the kernel for something or the processor for a value that
// differs from run to run could do so behind the scheduler's back: it stays, and the run is marked as not controlled.
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "instrument/assembly_text.h"
#include "instrument/rewrites.h"
#include "runtime/abi.h"

using namespace llvm;

namespace heddle {
namespace {

const InlineAsm& assembly_of(const CallBase& call) { return *cast<InlineAsm>(call.getCalledOperand()); }

// Not memory that the operand gives the address of. A value whose constraint allows memory too is at most put on the stack.
bool in_register(const InlineAsm::ConstraintInfo& constraint) {
  if (constraint.isIndirect || constraint.Codes.empty()) return false;
  return any_of(constraint.Codes,
                [](const std::string& code) { return code != "m" && code != "o" && code != "V" && code != "p"; });
}

struct Judgement {
  Assembly kind = Assembly::kHarmless;
  std::string statement;  // the one that decided
};

Judgement judge(const CallBase& call) {
  const InlineAsm& assembly = assembly_of(call);
  const auto constraints = assembly.ParseConstraints();
  const auto is_register = [&](unsigned i) { return i < constraints.size() && in_register(constraints[i]); };
  Judgement result;
  const auto found = [&](Assembly kind, StringRef statement) {
    if (result.kind < kind) result = {kind, statement.str()};
  };
  const StringRef text = assembly.getAsmString();
  if (!text.trim().empty() && (assembly.getDialect() == InlineAsm::AD_Intel || text.contains("/*") ||
                               text.contains("$(") || text.contains("syntax")))
    return {Assembly::kTouchesMemory, text.take_until([](char c) { return c == '\n'; }).str()};
  for_each_statement(text, [&](StringRef statement) {
    switch (judge_statement(statement, is_register)) {
      case Statement::kNothing: break;
      case Statement::kFence: found(Assembly::kFence, statement); break;
      case Statement::kOutsideValue:  // what nobody looks at makes no difference: cpuid, as a barrier
        if (!call.use_empty()) found(Assembly::kOutsideValue, statement);
        break;
      case Statement::kSystemCall: found(Assembly::kSystemCall, statement); break;
      case Statement::kUnknown: found(Assembly::kTouchesMemory, statement); break;
    }
  });
  return result;
}

// The 32 bits of the counter of cycles that go into this register; -1 if it is none of rdtsc's.
int half_of(const InlineAsm::ConstraintInfo& constraint) {
  if (constraint.Type != InlineAsm::isOutput || constraint.isIndirect || constraint.Codes.size() != 1) return -1;
  const StringRef code = constraint.Codes[0];
  return code == "{ax}" ? 0 : code == "{dx}" ? 1 : code == "{cx}" ? 2 : -1;
}

bool reads_cycle_counter(const CallBase& call) {
  bool reads = false, more = false;
  for_each_statement(assembly_of(call).getAsmString(), [&](StringRef statement) {
    if (statement == "rdtsc" || statement == "rdtscp") reads = true;
    else
      more |= judge_statement(statement, [](unsigned) { return false; }) > Statement::kFence || statement.contains('$');
  });
  if (!reads || more || !call.arg_empty() || !isa<CallInst>(call)) return false;
  return all_of(assembly_of(call).ParseConstraints(), [](const InlineAsm::ConstraintInfo& constraint) {
    return constraint.Type == InlineAsm::isClobber || half_of(constraint) >= 0;
  });
}

// %r = call { i32, i32 } asm "rdtsc", "={ax},={dx}"()
//   =>  %t = call i64 @__heddle_cycle_counter()
//       %r = { trunc %t, trunc (lshr %t, 32) }
// rdtscp also has the number of the processor in ecx, which is 0.
void rewrite_cycle_counter(Rewriter& rewriter, CallBase& call) {
  IRBuilder<> builder(&call);
  Value* time = rewriter.runtime.call(builder, "__heddle_cycle_counter", builder.getInt64Ty(), {});
  Value* halves[] = {builder.CreateAnd(time, 0xffffffffu), builder.CreateLShr(time, 32), builder.getInt64(0)};
  auto* several = dyn_cast<StructType>(call.getType());
  Value* result = several ? PoisonValue::get(several) : nullptr;
  unsigned place = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly_of(call).ParseConstraints()) {
    if (constraint.Type == InlineAsm::isClobber) continue;
    Type* type = several ? several->getElementType(place) : call.getType();
    Value* half = builder.CreateZExtOrTrunc(halves[half_of(constraint)], type);
    result = several ? builder.CreateInsertValue(result, half, place++) : half;
  }
  if (result) call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace

Assembly classify(const CallBase& call) { return judge(call).kind; }

bool is_hardware_fence(const CallBase& call) { return call.getIntrinsicID() == Intrinsic::x86_sse2_mfence; }

// call void asm sideeffect "mfence", "~{memory}"()
//   =>  call void @__heddle_fence(i32 5, ptr @pos)
// %v = call i32 asm "xchgl $0, $1", "=r,*m,..."(...)
//   =>  call void @__heddle_unsupported(ptr @text, ptr @pos)
//       %v = call i32 asm ... as before
void rewrite_assembly(Rewriter& rewriter, CallBase& call) {
  const Judgement judged = is_hardware_fence(call) ? Judgement{Assembly::kFence, ""} : judge(call);
  const std::string quoted = " (" + StringRef(judged.statement).take_front(60).str() + ")";
  switch (judged.kind) {
    case Assembly::kSystemCall: return rewriter.unsupported(call, "inline assembly that makes a system call" + quoted);
    case Assembly::kTouchesMemory: return rewriter.unsupported(call, "inline assembly that may touch memory" + quoted);
    case Assembly::kOutsideValue:
      if (reads_cycle_counter(call)) return rewrite_cycle_counter(rewriter, call);
      return rewriter.unsupported(call, "inline assembly whose value comes from outside" + quoted);
    case Assembly::kHarmless:
    case Assembly::kFence: break;
  }
  IRBuilder<> builder(&call);
  constexpr uint32_t kSequentiallyConsistent = 5;
  rewriter.runtime.call(builder, "__heddle_fence", builder.getVoidTy(),
                        {builder.getInt32(kSequentiallyConsistent), rewriter.position(call)});
  if (call.use_empty() && isa<CallInst>(call)) call.eraseFromParent();
}

}  // namespace heddle
