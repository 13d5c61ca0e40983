#include "instrument/laps.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdlib>

#include "runtime/states_abi.h"

using namespace llvm;

namespace heddle {
namespace {

StringRef asked() {
  static const char* const text = std::getenv("HEDDLE_STATES");
  return text == nullptr ? StringRef() : StringRef(text);
}

// By an exception, or to where the program gives up, is no way out.
bool can_be_left(const Loop& loop) {
  SmallVector<BasicBlock*, 8> exits;
  loop.getExitBlocks(exits);
  return any_of(
      exits, [](const BasicBlock* exit) { return !exit->isEHPad() && !isa<UnreachableInst>(exit->getTerminator()); });
}

bool may_be_the_programs(const CallBase& call) {
  if (isa<IntrinsicInst>(call) || call.isInlineAsm()) return false;
  const Function* callee = call.getCalledFunction();
  return callee == nullptr || !callee->getName().starts_with("__heddle_");
}

}  // namespace

bool telling_states() { return asked() == "1"; }
bool announces_states() { return !asked().empty(); }

void mark_lap(Loop& loop, RuntimeCalls& runtime) {
  BasicBlock& header = *loop.getHeader();
  const uint32_t always = can_be_left(loop) ? 0 : HEDDLE_LAP_ENDLESS;
  IRBuilder<> phis(&header, header.begin());
  PHINode* flags = phis.CreatePHI(phis.getInt32Ty(), 2);
  for (BasicBlock* from : predecessors(&header))
    flags->addIncoming(phis.getInt32(loop.contains(from) ? always : always | HEDDLE_LAP_FIRST), from);
  IRBuilder<> builder(&header, header.getFirstInsertionPt());
  runtime.call(builder, "__heddle_lap", builder.getVoidTy(), {flags});
}

void clear_before_calls(Function& function, RuntimeCalls& runtime) {
  SmallVector<CallBase*, 16> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && may_be_the_programs(*call))
      calls.push_back(call);
  for (CallBase* call : calls) {
    IRBuilder<> builder(call);
    runtime.call(builder, "__heddle_clear", builder.getVoidTy(), {});
  }
}

}  // namespace heddle
