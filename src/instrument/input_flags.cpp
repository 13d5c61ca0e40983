#include "instrument/input_flags.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace heddle {
namespace {

bool is_null_test(const User* user) {
  const auto* compare = dyn_cast<ICmpInst>(user);
  if (!compare || !compare->isEquality()) return false;
  return isa<ConstantPointerNull>(compare->getOperand(0)) || isa<ConstantPointerNull>(compare->getOperand(1));
}

}  // namespace

void find_input_flags(Module& module) {
  Function* function = module.getFunction("__VERIFIER_nondet_pointer");
  if (!function || !function->isDeclaration() || !function->getReturnType()->isPointerTy()) return;
  FunctionCallee flag = module.getOrInsertFunction("heddle_input_flag", function->getFunctionType());
  for (User* user : make_early_inc_range(function->users())) {
    auto* call = dyn_cast<CallBase>(user);
    if (call && call->getCalledOperand() == function && all_of(call->users(), is_null_test))
      call->setCalledFunction(flag);
  }
}

}  // namespace heddle
