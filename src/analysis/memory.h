// Which memory an access touches, as far as that is known: a variable, perhaps a part of it, or whatever a pointer leads to.
#pragma once
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

#include <array>

#include "analysis/record.h"

namespace llvm {
class LazyValueInfo;
class ScalarEvolution;
}  // namespace llvm

namespace heddle::analysis {

// What is known of the values that a number can have.
struct Ranges {
  llvm::ScalarEvolution& evolution;
  llvm::LazyValueInfo& values;
};

// True if the address is only used to access the variable, and only in functions that `has_facts` holds for: nothing else in
// the module can get at it.
bool is_only_accessed(const llvm::Value& variable, llvm::function_ref<bool(const llvm::Function&)> has_facts);

// One row per variable that `pointer` may lead to (object 0: any that is reached through pointers). `size` 0: unknown.
// Memory that never changes has none.
std::vector<facts::MemoryRow> memory_at(const llvm::Value& pointer, uint64_t size, const llvm::DataLayout& layout);

// MemoryRow::type of an access; one of several.
using TypeAccessed = std::array<uint32_t, 3>;
std::vector<TypeAccessed> types_accessed(const llvm::Instruction& access, uint64_t size);
// All of the access, `size` bytes at `pointer`, is known to lie in the `whole` bytes of `variable`.
bool lies_within(llvm::Value& pointer, uint64_t size, llvm::Value& variable, uint64_t whole, llvm::Instruction& access,
                 const Ranges& ranges);
// The access of `size` bytes there cannot fail: they belong to a variable that is always there.
bool is_valid(llvm::Value& pointer, uint64_t size, llvm::Instruction& access, const Ranges& ranges);
// Does `pointer` lead to the same bytes each time?
bool is_fixed(const llvm::Value& pointer, const llvm::DataLayout& layout);

}  // namespace heddle::analysis
