#include "instrument/runtime_calls.h"

using namespace llvm;

namespace heddle {

FunctionCallee RuntimeCalls::declare(StringRef name, FunctionType* type) {
  FunctionCallee callee = module_.getOrInsertFunction(name, type);
  if (auto* function = dyn_cast<Function>(callee.getCallee()); function && !function->doesNotThrow()) {
    function->setDoesNotThrow();
    // The C calling convention: whoever passes an integer narrower than a register extends it.
    for (unsigned i = 0; i < type->getNumParams(); ++i)
      if (type->getParamType(i)->isIntegerTy() && type->getParamType(i)->getIntegerBitWidth() < 32)
        function->addParamAttr(i, Attribute::ZExt);
    if (type->getReturnType()->isIntegerTy() && type->getReturnType()->getIntegerBitWidth() < 32)
      function->addRetAttr(Attribute::ZExt);
  }
  return callee;
}

CallInst* RuntimeCalls::call(IRBuilder<>& builder, StringRef name, Type* result, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 6> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee callee = declare(name, FunctionType::get(result, types, false));
  CallInst* call = builder.CreateCall(callee, arguments);
  if (auto* function = dyn_cast<Function>(callee.getCallee())) call->setAttributes(function->getAttributes());
  return call;
}

bool fits_integer(Type* type, const DataLayout& layout) {
  const TypeSize size = layout.getTypeStoreSize(type);
  if (size.isScalable()) return false;
  const uint64_t bytes = size.getFixedValue();
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16) return false;
  if (type->isIntegerTy()) return true;
  if (type->isPointerTy()) return type->getPointerAddressSpace() == 0;
  if (type->isFloatingPointTy() || isa<FixedVectorType>(type))
    return !type->getScalarType()->isPointerTy() && layout.getTypeSizeInBits(type) == bytes * 8;
  return false;
}

Value* to_integer(IRBuilder<>& builder, Value* value, const DataLayout& layout) {
  Type* type = value->getType();
  Type* integer = builder.getIntNTy(layout.getTypeStoreSize(type).getFixedValue() * 8);
  if (type->isPointerTy()) return builder.CreatePtrToInt(value, integer);
  if (type->isIntegerTy()) return builder.CreateZExt(value, integer);
  return builder.CreateBitCast(value, integer);
}

Value* from_integer(IRBuilder<>& builder, Value* integer, Type* type) {
  if (type->isPointerTy()) return builder.CreateIntToPtr(integer, type);
  if (type->isIntegerTy()) return builder.CreateTrunc(integer, type);
  return builder.CreateBitCast(integer, type);
}

}  // namespace heddle
