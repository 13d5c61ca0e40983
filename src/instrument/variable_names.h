// What a programmer calls the memory behind a pointer: "balance", "queue.head", "table[]", "node->next".
#pragma once
#include <string>

namespace llvm {
class Value;
class DataLayout;
}  // namespace llvm

namespace heddle {

// Best effort from debug information; "" if nothing sensible is known.
std::string variable_name(const llvm::Value* pointer, const llvm::DataLayout& layout);

}  // namespace heddle
