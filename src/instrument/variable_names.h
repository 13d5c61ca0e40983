// What a programmer calls the memory behind a pointer: "balance", "queue.head", "table[]", "node->next".
#pragma once
#include <string>

namespace llvm {
class Value;
class DataLayout;
class DILocalVariable;
class DIType;
class StringRef;
}  // namespace llvm

namespace heddle {

// Best effort from debug information; "" if nothing sensible is known.
std::string variable_name(const llvm::Value* pointer, const llvm::DataLayout& layout);

// The user's local variable that lives at this address, or null.
const llvm::DILocalVariable* variable_in_memory(const llvm::Value* address);

// Without typedefs, const and the like.
const llvm::DIType* plain_type(const llvm::DIType* type);
// A name that libraries give to their insides, such as _M_impl.
bool is_library_member(llvm::StringRef name);

}  // namespace heddle
