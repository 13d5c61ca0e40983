// Which memory an access touches, as far as that is known: a variable, perhaps a part of it, or whatever a pointer leads to.
#pragma once
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

#include "analysis/record.h"

namespace heddle::analysis {

// True if the address is only used to access the variable, and only in functions that `has_facts` holds for: nothing else in
// the module can get at it.
bool is_only_accessed(const llvm::Value& variable, llvm::function_ref<bool(const llvm::Function&)> has_facts);

// One row per variable that `pointer` may lead to (object 0: any that is reached through pointers). `size` 0: unknown.
// Memory that never changes has none.
std::vector<facts::MemoryRow> memory_at(const llvm::Value& pointer, uint64_t size, const llvm::DataLayout& layout);

// Does `pointer` lead to the same bytes each time?
bool is_fixed(const llvm::Value& pointer, const llvm::DataLayout& layout);

}  // namespace heddle::analysis
