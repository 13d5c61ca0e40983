#include "instrument/call_effects.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include "instrument/outside_calls.h"
#include "instrument/positions.h"
#include "instrument/rewrites.h"

using namespace llvm;

namespace heddle {

bool CallEffects::visible(const CallBase& call) {
  if (call.doesNotReturn() && isa<CallInst>(call)) return true;  // leaves the loop
  if (call.isInlineAsm()) {
    const Assembly kind = classify(call);
    return kind == Assembly::kHarmless || kind == Assembly::kFence;
  }
  if (call.getIntrinsicID() != Intrinsic::not_intrinsic) return true;
  const Function* callee = call.getCalledFunction();
  if (!callee) return false;
  return is_string_function(call) || is_atomic_function(call) || visible(*callee);
}

bool CallEffects::visible(const Function& function) {
  if (may_repeat(function.getName()) || function.onlyReadsMemory()) return true;
  if (function.isDeclaration()) {
    // Code of the user's in another file is instrumented as well; a system header's function is a library's.
    const DISubprogram* subprogram = function.getSubprogram();
    return subprogram && subprogram->getFile() && !is_system_file(subprogram->getFile());
  }
  auto [entry, fresh] = known_.try_emplace(&function, true);
  if (!fresh) return entry->second;
  bool result = true;
  for (const BasicBlock& block : function)
    for (const Instruction& instruction : block) {
      if (auto* call = dyn_cast<CallBase>(&instruction)) {
        result = result && visible(*call);
      } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        for (const Value* object : objects_of(store->getPointerOperand()))
          result = result && !sharing_.is_private_thread_local(object);
      }
    }
  return known_[&function] = result;
}

}  // namespace heddle
