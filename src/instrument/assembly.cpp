// Inline assembly, and the few intrinsics that stand for an instruction Heddle must know about.
//
// Harmless: nothing at all (a compiler barrier), hints such as pause, and code that neither names memory as
// an operand nor declares that it touches any. Fences become the runtime's. The rest could read or
// write shared memory behind the scheduler's back, or ask the kernel for anything: it stays, and the run is marked as
// not controlled.
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "instrument/rewrites.h"
#include "runtime/abi.h"

using namespace llvm;

namespace heddle {
namespace {

enum class Statement { kNothing, kFence, kSystemCall, kUnknown };

// "  LOCK addl $$0,0(%%rsp) # note" => "lock addl $0,0(%rsp)"
std::string normalised(StringRef text) {
  text = text.take_until([](char c) { return c == '#'; }).trim();
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c == '$' || c == '%') && i + 1 < text.size() && text[i + 1] == c) continue;
    if (isSpace(c)) {
      if (!out.empty() && out.back() != ' ' && out.back() != ',') out += ' ';
    } else {
      if (c == ',' && !out.empty() && out.back() == ' ') out.pop_back();
      out += toLower(c);
    }
  }
  return out;
}

Statement classify_statement(StringRef text) {
  const std::string s = normalised(text);
  StringRef rest = s;
  if (StringSwitch<bool>(rest)
          .Cases("", "nop", "pause", "rep", "rep nop", "rep; nop", "lfence", "sfence", true)
          .Cases("lock", "rdtsc", "rdtscp", "cpuid", ".p2align 4", "yield", "isb", true)
          .Default(false))
    return Statement::kNothing;
  if (rest == "mfence" || rest == "dmb ish") return Statement::kFence;
  if (StringSwitch<bool>(rest).Cases("syscall", "sysenter", "int $0x80", "int $128", true).Default(false))
    return Statement::kSystemCall;
  // The idiom for a full fence: a locked operation that adds 0 to the top of the stack.
  rest.consume_front("lock ");
  const bool adds_nothing = rest.consume_front("addl $0,") || rest.consume_front("addq $0,") ||
                            rest.consume_front("orl $0,") || rest.consume_front("orq $0,") ||
                            rest.consume_front("addl $0x0,") || rest.consume_front("orl $0x0,");
  if (adds_nothing && (rest.ends_with("(%rsp)") || rest.ends_with("(%esp)"))) return Statement::kFence;
  return Statement::kUnknown;
}

bool names_memory(const InlineAsm& assembly) {
  for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.isIndirect) return true;
    for (const std::string& code : constraint.Codes)
      if (code == "{memory}" || code == "m" || code == "o" || code == "V") return true;
  }
  return false;
}

}  // namespace

Assembly classify(const CallBase& call) {
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  bool fence = false, unknown = false;
  SmallVector<StringRef, 4> statements;
  SplitString(assembly.getAsmString(), statements, ";\n");
  for (StringRef statement : statements) {
    const Statement s = classify_statement(statement);
    fence |= s == Statement::kFence;
    unknown |= s == Statement::kUnknown;
    if (s == Statement::kSystemCall) return Assembly::kSystemCall;
  }
  if (unknown) return names_memory(assembly) ? Assembly::kTouchesMemory : Assembly::kHarmless;
  return fence ? Assembly::kFence : Assembly::kHarmless;
}

bool is_hardware_fence(const CallBase& call) { return call.getIntrinsicID() == Intrinsic::x86_sse2_mfence; }

// call void asm sideeffect "mfence", "~{memory}"()
//   =>  call void @__heddle_fence(i32 5, ptr @pos)
// %v = call i32 asm "xchgl $0, $1", "=r,*m,..."(...)
//   =>  call void @__heddle_unsupported(ptr @text, ptr @pos)
//       %v = call i32 asm ... as before
void rewrite_assembly(Rewriter& rewriter, CallBase& call) {
  const Assembly kind = is_hardware_fence(call) ? Assembly::kFence : classify(call);
  if (kind == Assembly::kSystemCall)
    return rewriter.unsupported(call, "inline assembly that makes a system call");
  if (kind == Assembly::kTouchesMemory) return rewriter.unsupported(call, "inline assembly that touches memory");
  IRBuilder<> builder(&call);
  constexpr uint32_t kSequentiallyConsistent = 5;
  rewriter.runtime.call(builder, "__heddle_fence", builder.getVoidTy(),
                        {builder.getInt32(kSequentiallyConsistent), rewriter.position(call)});
  if (call.use_empty() && isa<CallInst>(call)) call.eraseFromParent();
}

}  // namespace heddle
