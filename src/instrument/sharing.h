// Sharing: can another thread ever see the memory behind a pointer? "No" must be certain, since such an
// access stays as it is and the runtime never hears of it.
#pragma once
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace heddle {

class Sharing {
 public:
  // True if everything `pointer` may point to is private to the thread, or (for reads) never changes, and accesses of it
  // need no event.
  bool is_private(const llvm::Value* pointer, bool write);
  // The same if accesses cannot be events: also without judgements (judgements.h).
  bool is_surely_private(const llvm::Value* pointer, bool write);
  // True for thread-local variables whose accesses are left alone.
  bool is_private_thread_local(const llvm::Value* object);

 private:
  bool object_is_private(const llvm::Value* object, bool write);
  bool escapes(const llvm::Value* object);

  llvm::DenseMap<const llvm::Value*, bool> escapes_;       // locals and by-value arguments
  llvm::DenseMap<const llvm::Value*, bool> thread_local_;  // thread-local variables seen so far
};

// The objects that `pointer` may point into, as far as can be seen.
llvm::SmallVector<const llvm::Value*, 4> objects_of(const llvm::Value* pointer);

}  // namespace heddle
