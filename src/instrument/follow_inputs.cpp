#include "instrument/follow_inputs.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace heddle {
namespace {

StringRef name_of(const CallBase& call) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return callee && callee->isDeclaration() ? callee->getName() : StringRef();
}

// How many bits the input has that a function returns; 0 if it returns none that is followed.
unsigned input_bits(StringRef name) {
  if (name.consume_front("heddle_input_"))
    return StringSwitch<unsigned>(name).Case("1", 8).Case("2", 16).Case("4", 32).Case("8", 64).Case("flag", 1).Default(
        0);
  if (!name.consume_front("__VERIFIER_nondet_")) return 0;
  return StringSwitch<unsigned>(name)
      .Cases("bool", "_Bool", 1)
      .Cases("char", "uchar", "u8", 8)
      .Cases("short", "ushort", "u16", 16)
      .Cases("int", "uint", "unsigned", "u32", 32)
      .Cases("long", "ulong", "longlong", "ulonglong", "size_t", "u64", 64)
      .Default(0);
}

// stdout or stderr, as the C library has them.
bool is_standard_stream(const Value* stream) {
  const auto* load = dyn_cast<LoadInst>(stream->stripPointerCasts());
  if (!load) return false;
  const StringRef name = load->getPointerOperand()->getName();
  return name == "stdout" || name == "stderr";
}

}  // namespace

bool only_prints(const CallBase& call) {
  if (!call.use_empty()) return false;
  const StringRef name = name_of(call);
  if (name == "printf" || name == "puts" || name == "putchar" || name == "perror" || name == "putchar_unlocked")
    return true;
  if (name == "fprintf") return is_standard_stream(call.getArgOperand(0));
  if (name == "fputs" || name == "fputc" || name == "putc" || name == "fwrite")
    return is_standard_stream(call.getArgOperand(call.arg_size() - 1));
  return false;
}

bool is_input(const CallBase& call) { return input_bits(name_of(call)) != 0; }

bool takes_input(const CallBase& call) {
  const unsigned bits = input_bits(name_of(call));
  return bits != 0 && call.getType()->isIntegerTy(bits);
}

bool is_assumption(const CallBase& call) {
  const StringRef name = name_of(call);
  return (name == "heddle_assume" || name == "__VERIFIER_assume") && call.arg_size() == 1 &&
         call.getArgOperand(0)->getType()->isIntegerTy();
}

}  // namespace heddle
