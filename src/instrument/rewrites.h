// The rewrites: each turns one instruction into a call of abi.h. One file per family; which instructions are
// rewritten at all is decided in plan.cpp.
#pragma once
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/positions.h"
#include "instrument/runtime_calls.h"
#include "instrument/sharing.h"

namespace heddle {

// What every rewrite needs.
struct Rewriter {
  llvm::Module& module;
  const llvm::DataLayout& layout;
  RuntimeCalls& runtime;
  Positions& positions;
  // Positions of all accesses. Made before the first rewrite: names are found by looking
  // at the loads that pointers come from, which are rewritten too.
  llvm::DenseMap<const llvm::Instruction*, llvm::Constant*> located{};

  llvm::Constant* position(const llvm::Instruction& instruction) const { return located.lookup(&instruction); }
  // Inserts __heddle_unsupported(what) before `instruction`, which stays.
  void unsupported(llvm::Instruction& instruction, llvm::StringRef what);
};

// accesses.cpp
void rewrite_load(Rewriter&, llvm::LoadInst&);
void rewrite_store(Rewriter&, llvm::StoreInst&);

// atomics.cpp
void rewrite_atomic_load(Rewriter&, llvm::LoadInst&);
void rewrite_atomic_store(Rewriter&, llvm::StoreInst&);
void rewrite_rmw(Rewriter&, llvm::AtomicRMWInst&);
void rewrite_compare_exchange(Rewriter&, llvm::AtomicCmpXchgInst&);
void rewrite_fence(Rewriter&, llvm::FenceInst&);

// memory_calls.cpp
bool is_string_function(const llvm::CallBase&);
bool wants_string_call(const llvm::CallBase&, Sharing&);  // of such a call: it may touch shared memory
void rewrite_memory_intrinsic(Rewriter&, llvm::MemIntrinsic&);
void rewrite_string_function(Rewriter&, llvm::CallBase&);

// atomic_calls.cpp: calls of libatomic, which clang writes for atomics that it does not know to be lock-free.
bool is_atomic_function(const llvm::CallBase&);
void rewrite_atomic_function(Rewriter&, llvm::CallBase&);

// assembly.cpp
enum class Assembly { kHarmless, kFence, kOutsideValue, kTouchesMemory, kSystemCall };
Assembly classify(const llvm::CallBase&);
bool is_hardware_fence(const llvm::CallBase&);
void rewrite_assembly(Rewriter&, llvm::CallBase&);

// by_value.cpp
void note_copies(llvm::Module&);  // that a call does not keep the address of what it copies
bool passes_shared_by_value(const llvm::CallBase&, Sharing&);
void rewrite_by_value(Rewriter&, llvm::CallBase&, Sharing&);

// intrinsics.cpp: those that no other file knows.
enum class Unseen { kNothing, kCopiesArguments, kGivenByRuntime, kOutsideValue, kTouchesMemory };
Unseen classify_intrinsic(const llvm::CallBase&, Sharing&);
void rewrite_intrinsic(Rewriter&, llvm::CallBase&, Sharing&);

// A local of the function of `user` for values on their way to or from the runtime.
llvm::AllocaInst* private_local(llvm::Instruction& user, llvm::Type* type);

}  // namespace heddle
