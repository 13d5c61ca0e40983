// memcpy and its family, as intrinsics and as calls: the runtime's versions do the same, and see the accesses.
#include <llvm/IR/IRBuilder.h>

#include "instrument/follow.h"
#include "instrument/judgements.h"
#include "instrument/outside_calls.h"

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

// The shape of each known function (`own` in src/outside/functions.txt): parameters, then the result. p pointer to what is read,
// w to what is written, f to a function, i int, z size_t or long, d double, v nothing; a dot for more arguments.
static StringRef shape_of(StringRef name) {
  const outside::Effects* effects = known_effects(name);
  return effects ? StringRef(effects->own) : StringRef();
}

static bool has_shape(FunctionType* type, StringRef shape) {
  const auto matches = [](Type* t, char c) {
    switch (c) {
      case 'i': return t->isIntegerTy(32);
      case 'z': return t->isIntegerTy(64);
      case 'd': return t->isDoubleTy();
      case 'v': return t->isVoidTy();
      default: return t->isPointerTy();
    }
  };
  auto [parameters, result] = shape.split('_');
  if (type->isVarArg() != parameters.consume_back(".") || type->getNumParams() != parameters.size() ||
      !matches(type->getReturnType(), result[0]))
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

// The runtime knows which bytes the function reads and writes: also of private memory, if that may hold values that are followed.
bool wants_string_call(const CallBase& call, Sharing& sharing) {
  if (broken("strings-skipped")) return false;
  if (following_values()) return true;
  const StringRef shape = shape_of(call.getCalledFunction()->getName());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const char kind = i < shape.find_first_of("._") ? shape[i] : 'p';
    const Value* argument = call.getArgOperand(i);
    if (kind != 'f' && argument->getType()->isPointerTy() && !sharing.is_private(argument, kind == 'w')) return true;
  }
  return false;
}

// %n = call i64 @strlen(ptr %s)
//   =>  %n = call i64 @__heddle_strlen(ptr %s, ptr @pos)
// %n = call i32 (ptr, ptr, ...) @sprintf(ptr %to, ptr %format, i32 %i)
//   =>  %n = call i32 (ptr, ptr, ptr, ...) @__heddle_sprintf(ptr @pos, ptr %to, ptr %format, i32 %i)
void rewrite_string_function(Rewriter& rewriter, CallBase& call) {
  IRBuilder<> builder(&call);
  const bool more = call.getFunctionType()->isVarArg();
  SmallVector<Value*, 4> arguments(call.args());
  SmallVector<Type*, 4> types(call.getFunctionType()->params());
  Constant* position = rewriter.position(call);
  arguments.insert(more ? arguments.begin() : arguments.end(), position);
  types.insert(more ? types.begin() : types.end(), position->getType());
  FunctionCallee callee = rewriter.runtime.declare(("__heddle_" + call.getCalledFunction()->getName()).str(),
                                                   FunctionType::get(call.getType(), types, more));
  // What compares for qsort may throw.
  if (auto* function = dyn_cast<Function>(callee.getCallee());
      function && shape_of(call.getCalledFunction()->getName()).contains('f'))
    function->removeFnAttr(Attribute::NoUnwind);
  CallBase* replacement;
  if (auto* invoke = dyn_cast<InvokeInst>(&call))
    replacement = builder.CreateInvoke(callee, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
  else replacement = builder.CreateCall(callee, arguments);
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

}  // namespace heddle
