// Static dependence of one module, for src/facts: what each access, lock, branch and call depends on, function by function.
//
//   write_facts(module, functions, opaque, {position, outside, broken});
//
// Runs before accesses are rewritten, on the optimised program that is really run.
#pragma once
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassManager.h>

#include "facts/format.h"

namespace heddle::analysis {

// What the analysis is told by the pass that it is part of.
struct Surroundings {
  // The position of an instruction: that of its access, if it has one.
  llvm::function_ref<llvm::Constant*(const llvm::Instruction&)> position;
  // A position's text.
  llvm::function_ref<llvm::Constant*(llvm::StringRef)> text;
  // Is the instruction an access that the runtime may see?
  llvm::function_ref<bool(const llvm::Instruction&)> is_access;
  // What is known of a function that is not compiled with the program, where it is called like this.
  llvm::function_ref<facts::Outside(const llvm::CallBase&, llvm::StringRef)> outside;
  // Deliberate faults, for tests.
  llvm::function_ref<bool(const char*)> broken;
};

// Are facts asked for? (HEDDLE_FACTS=1)
bool writing_facts();

// Writes a record for each function into section "heddle_facts"; for `opaque` ones, that nothing is known.
void write_facts(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions,
                 llvm::ArrayRef<llvm::Function*> opaque, llvm::FunctionAnalysisManager& analyses,
                 const Surroundings& around);

}  // namespace heddle::analysis
