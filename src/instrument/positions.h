// Positions: the constants of type __heddle_pos (abi.h) that say where in the source an access is.
#pragma once
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

namespace heddle {

class Positions {
 public:
  explicit Positions(llvm::Module& module);

  // A new position for an access to `variable` ("" if unknown) by `instruction`.
  llvm::Constant* of(const llvm::Instruction& instruction, llvm::StringRef variable = "");
  // One for each of these variables, one behind the other.
  llvm::Constant* of_each(const llvm::Instruction& instruction, llvm::ArrayRef<std::string> variables);
  // The same for a place that is not one instruction (a loop); `location` may be null.
  llvm::Constant* at(const llvm::DILocation* location, const llvm::Function& function, llvm::StringRef variable = "");
  // A text constant, one per distinct text and module.
  llvm::Constant* text(llvm::StringRef text);

 private:
  llvm::Constant* value_at(const llvm::DILocation* location, const llvm::Function& function, llvm::StringRef variable);
  llvm::Constant* place(llvm::Constant* value);

  llvm::Module& module_;
  llvm::StructType* type_;
  llvm::StringMap<llvm::Constant*> texts_;
};

// True if the path belongs to the system's headers rather than to the user.
bool is_system_file(const llvm::DIFile* file);
// "push" for "Queue<int>::push", "main::lambda" for the call operator of a lambda in main.
std::string short_name(const llvm::DISubprogram& subprogram);

}  // namespace heddle
