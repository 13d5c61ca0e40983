// Structures passed by value in memory. The code generator copies them from where they are to where the callee finds
// them, without any instruction that says so. If others can see the source, the copy is made here, by the runtime.
//
//   call void @use(ptr byval(%T) align 8 @shared)
//     =>  call void @__heddle_load(ptr %local, ptr @shared, i64 64, ptr @pos)
//         call void @use(ptr byval(%T) align 8 %local)
#include <llvm/IR/IRBuilder.h>

#include "instrument/judgements.h"
#include "instrument/rewrites.h"

using namespace llvm;

namespace heddle {
namespace {

bool is_copied(const CallBase& call, unsigned argument, Sharing& sharing) {
  return call.isByValArgument(argument) && !sharing.is_private(call.getArgOperand(argument), false) &&
         !broken("byval-ignored");
}

// Memory of the caller's that the callee gets to write to, in ways that only other systems' calling conventions have.
bool is_strange(const CallBase& call, unsigned argument) {
  return call.isInAllocaArgument(argument) || call.paramHasAttr(argument, Attribute::Preallocated);
}

// An instruction of the processor, which LLVM does not say to keep no addresses.
bool forgets_addresses(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->isIntrinsic() && callee->getName().starts_with("llvm.x86.");
}

}  // namespace

void note_copies(Module& module) {
  for (Function& function : module)
    for (BasicBlock& block : function)
      for (Instruction& instruction : block)
        if (auto* call = dyn_cast<CallBase>(&instruction))
          for (unsigned i = 0; i < call->arg_size(); ++i)
            if (call->getArgOperand(i)->getType()->isPointerTy() &&
                (call->isByValArgument(i) || forgets_addresses(*call)))
              call->addParamAttr(i, Attribute::NoCapture);
}

bool passes_shared_by_value(const CallBase& call, Sharing& sharing) {
  if (call.isInlineAsm()) return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (is_strange(call, i) || is_copied(call, i, sharing)) return true;
  return false;
}

void rewrite_by_value(Rewriter& rewriter, CallBase& call, Sharing& sharing) {
  // A callee that takes over the caller's frame gets its arguments in the places of the caller's own.
  if (call.isMustTailCall())
    return rewriter.unsupported(call, "structure passed by value in a call that replaces its caller");
  IRBuilder<> builder(&call);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (is_strange(call, i)) return rewriter.unsupported(call, "argument of an unusual calling convention");
    if (!is_copied(call, i, sharing)) continue;
    Type* type = call.getParamByValType(i);
    AllocaInst* local = private_local(call, type);
    const MaybeAlign align = call.getParamAlign(i);
    if (align && *align > local->getAlign()) local->setAlignment(*align);
    rewriter.runtime.call(builder, "__heddle_load", builder.getVoidTy(),
                          {local, call.getArgOperand(i), builder.getInt64(rewriter.layout.getTypeAllocSize(type)),
                           rewriter.position(call)});
    call.setArgOperand(i, local);
  }
  if (auto* plain = dyn_cast<CallInst>(&call)) plain->setTailCallKind(CallInst::TCK_NoTail);
}

}  // namespace heddle
