// FunctionGraph: what depends on what in one function, as a graph over values and blocks.
//
// A value depends on its operands; what a phi is depends also on which way was taken; a load on its address and on memory. A block
// has a node for "is executed": it depends on the conditions of the branches that control it. A call is left to whoever joins the
// functions: it has nodes for its arguments, its result, and for that it may not return; all that comes after it depends on that.
// Values that depend on nothing have no node, those that depend on one thing share its node.
#pragma once
#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include "analysis/analysis.h"
#include "analysis/control.h"
#include "analysis/record.h"

namespace heddle::analysis {

class FunctionGraph {
 public:
  struct Analyses {
    const llvm::PostDominatorTree& post_dominators;
    const llvm::LoopInfo& loops;
    llvm::ScalarEvolution& evolution;
    llvm::LazyValueInfo& values;
  };
  FunctionGraph(llvm::Function& function, const Surroundings& around, const Analyses& analyses);

  Record take() { return std::move(record_); }

 private:
  using Node = uint32_t;

  void number_blocks();
  void number_values();
  void follow_blocks();
  void follow_loops();
  void follow_phi(const llvm::PHINode& phi);
  void visit(llvm::Instruction& instruction);
  void visit_access(llvm::Instruction& access, const llvm::Value& pointer, const llvm::Value* written, bool reads);
  void visit_copy(const llvm::Instruction& copy);
  void visit_call(llvm::CallBase& call);
  void call_named(uint64_t name, facts::CallRow row, llvm::ArrayRef<Node> arguments);
  void visit_end(const llvm::Instruction& terminator);

  Node of(const llvm::Value* value) const;
  Node joined(llvm::ArrayRef<Node> nodes);  // one that depends on all of them
  Node condition(const llvm::BasicBlock* block) const;
  Node memory(const llvm::Instruction& access, const llvm::Value& pointer, uint64_t size, Node node, bool store);
  void site(const llvm::Instruction& at, facts::SiteKind kind, Node address, Node value, Node result, uint32_t flags);

  llvm::Function& function_;
  const Surroundings& around_;
  const Analyses& analyses_;
  const llvm::DataLayout& layout_;
  ControlDependence controlled_by_;
  Record record_;
  llvm::DenseMap<const llvm::Value*, Node> nodes_;
  llvm::DenseMap<const llvm::BasicBlock*, Node> executed_;  // per block
  llvm::DenseMap<const llvm::BasicBlock*, Node>
      after_;  // per block: that everything on the way to it returned and ended
  llvm::DenseMap<const llvm::Instruction*, Node> returns_;  // per call that may not return
  Node here_ = facts::kEntry;                               // that the instruction being visited is executed
};

}  // namespace heddle::analysis
