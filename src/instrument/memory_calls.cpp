// memcpy and its family, as intrinsics and as calls: the runtime's versions do the same, and see the accesses.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>

#include "instrument/rewrites.h"

using namespace llvm;

namespace heddle {

// call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
//   =>  call ptr @__heddle_memcpy(ptr %to, ptr %from, i64 %n, ptr @pos)
// call void @llvm.memset.p0.i64(ptr %to, i8 %byte, i64 %n, i1 false)
//   =>  %int = zext i8 %byte to i32
//       call ptr @__heddle_memset(ptr %to, i32 %int, i64 %n, ptr @pos)
void rewrite_memory_intrinsic(Rewriter& rewriter, MemIntrinsic& intrinsic) {
  IRBuilder<> builder(&intrinsic);
  Value* length = builder.CreateZExtOrTrunc(intrinsic.getLength(), builder.getInt64Ty());
  Value* to = intrinsic.getRawDest();
  Constant* position = rewriter.position(intrinsic);
  if (auto* set = dyn_cast<MemSetInst>(&intrinsic)) {
    Value* byte = builder.CreateZExt(set->getValue(), builder.getInt32Ty());
    rewriter.runtime.call(builder, "__heddle_memset", builder.getPtrTy(), {to, byte, length, position});
  } else {
    auto& transfer = cast<MemTransferInst>(intrinsic);
    const char* name = isa<MemMoveInst>(transfer) ? "__heddle_memmove" : "__heddle_memcpy";
    rewriter.runtime.call(builder, name, builder.getPtrTy(), {to, transfer.getRawSource(), length, position});
  }
  intrinsic.eraseFromParent();
}

// The shape of each known function: result, then parameters. p pointer, i int, z size_t.
static StringRef shape_of(StringRef name) {
  return StringSwitch<StringRef>(name)
      .Cases("memcpy", "memmove", "ppz_p").Case("memset", "piz_p")
      .Cases("memcmp", "bcmp", "strncmp", "ppz_i")
      .Case("memchr", "piz_p")
      .Case("strlen", "p_z").Case("strnlen", "pz_z")
      .Case("strcmp", "pp_i")
      .Cases("strchr", "strrchr", "pi_p")
      .Cases("strstr", "strcpy", "stpcpy", "strcat", "pp_p")
      .Cases("strncpy", "strncat", "ppz_p")
      .Default("");
}

static bool has_shape(FunctionType* type, StringRef shape) {
  const auto matches = [](Type* t, char c) {
    return c == 'p' ? t->isPointerTy() : t->isIntegerTy(c == 'i' ? 32 : 64);
  };
  const auto [parameters, result] = shape.split('_');
  if (type->isVarArg() || type->getNumParams() != parameters.size() || !matches(type->getReturnType(), result[0]))
    return false;
  for (unsigned i = 0; i < parameters.size(); ++i)
    if (!matches(type->getParamType(i), parameters[i])) return false;
  return true;
}

bool is_string_function(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.isMustTailCall()) return false;
  const StringRef shape = shape_of(callee->getName());
  return !shape.empty() && has_shape(call.getFunctionType(), shape);
}

// %n = call i64 @strlen(ptr %s)
//   =>  %n = call i64 @__heddle_strlen(ptr %s, ptr @pos)
void rewrite_string_function(Rewriter& rewriter, CallBase& call) {
  IRBuilder<> builder(&call);
  SmallVector<Value*, 4> arguments(call.args());
  arguments.push_back(rewriter.position(call));
  SmallVector<Type*, 4> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee callee = rewriter.runtime.declare(("__heddle_" + call.getCalledFunction()->getName()).str(),
                                                   FunctionType::get(call.getType(), types, false));
  CallBase* replacement;
  if (auto* invoke = dyn_cast<InvokeInst>(&call))
    replacement = builder.CreateInvoke(callee, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
  else
    replacement = builder.CreateCall(callee, arguments);
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

}  // namespace heddle
