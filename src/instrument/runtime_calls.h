// RuntimeCalls: declares the functions of abi.h in the module and builds calls of them.
//
//   runtime.call(builder, "__heddle_load4", builder.getInt32Ty(), {pointer, position});
#pragma once
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace heddle {

class RuntimeCalls {
 public:
  explicit RuntimeCalls(llvm::Module& module) : module_(module) {}

  llvm::CallInst* call(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments);
  // The declaration alone, for replacing the callee of an existing call.
  llvm::FunctionCallee declare(llvm::StringRef name, llvm::FunctionType* type);

 private:
  llvm::Module& module_;
};

// Values travel to and from the runtime as integers of 1, 2, 4, 8 or 16 bytes. A type that does not fit
// one exactly goes through private memory instead (see accesses.cpp).
bool fits_integer(llvm::Type* type, const llvm::DataLayout& layout);
llvm::Value* to_integer(llvm::IRBuilder<>& builder, llvm::Value* value, const llvm::DataLayout& layout);
llvm::Value* from_integer(llvm::IRBuilder<>& builder, llvm::Value* integer, llvm::Type* type);

}  // namespace heddle
