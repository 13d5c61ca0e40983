// What a function looks like to those who follow its values: which types are followed, which instructions compute.
#pragma once
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "instrument/runtime_calls.h"

namespace heddle {

// Integers up to 64 bits and pointers.
bool is_followed(const llvm::Type* type);
int width_of(const llvm::Type* type);
// Values in structures and arrays have a shadow each: how many there are, at most kMaxLeaves; 0 if it is too large.
inline constexpr unsigned kMaxLeaves = 16;
unsigned leaves_of(llvm::Type* type);
bool has_followed(llvm::Type* type);
// The number of the first leaf of an element.
unsigned leaf_at(llvm::Type* type, llvm::ArrayRef<unsigned> path);
// The value of a leaf, or null if it is not followed.
llvm::Value* leaf_value(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned leaf);

// The result is a term of the operands, and nothing else happens.
bool computes(const llvm::Instruction& instruction);
// Likewise, but the operands of a division are asked first if it could fail.
bool divides(const llvm::Instruction& instruction);

// The value as an i64, with zeros above it.
llvm::Value* as_word(llvm::IRBuilder<>& builder, llvm::Value* value);

// Builds the term of an instruction that `computes`, from shadows of its operands (0 for none).
llvm::Value* build_term(llvm::IRBuilder<>& builder, RuntimeCalls& runtime, llvm::Instruction& instruction,
                        llvm::function_ref<llvm::Value*(llvm::Value*)> shadow);

// A call of the runtime that keeps the registers of its caller (HEDDLE_COLD).
llvm::CallInst* call_cold(llvm::IRBuilder<>& builder, RuntimeCalls& runtime, llvm::StringRef name, llvm::Type* result,
                          llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace heddle
