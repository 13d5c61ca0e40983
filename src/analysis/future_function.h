// FutureFunctionWriter: the blocks, items and expressions of one function, while they are collected.
#pragma once
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/futures.h"

namespace heddle::analysis {

class FutureFunctionWriter {
 public:
  FutureFunctionWriter(llvm::Function& function, llvm::ScalarEvolution& evolution, const FutureSurroundings& around);

  void run();
  facts::FutureFunction& rows() { return rows_; }
  llvm::ArrayRef<llvm::Constant*> variables() const { return variables_; }
  llvm::ArrayRef<llvm::Constant*> positions() const { return positions_; }  // null: none
  StandingPlan take_plan() { return std::move(plan_); }

 private:
  using Row = facts::ItemRow;

  void number_places();
  void visit(llvm::Instruction& i);
  void visit_access(llvm::Instruction& i, const llvm::Value& pointer, llvm::Type* type, uint32_t flags);
  void visit_copy(llvm::MemIntrinsic& copy);
  void visit_call(llvm::CallBase& call);
  bool visit_known(llvm::CallBase& call, llvm::StringRef name);
  void visit_indirect(llvm::CallBase& call);
  void visit_create(llvm::CallBase& call, const llvm::Value* start, const llvm::Value* argument);
  void visit_arguments(llvm::CallBase& call, uint32_t flags);

  Row& item(facts::ItemKind kind, const llvm::Instruction& at);
  Row& access_item(const llvm::Instruction& at, const llvm::Value& pointer, uint32_t bytes, uint32_t flags);
  void give_arguments(Row& row, llvm::CallBase& call);
  void name(Row& row, const llvm::Function& function);

  uint32_t expression(const llvm::Value& value);
  uint32_t expression(const llvm::SCEV* e);
  uint32_t all_of(const llvm::SCEVNAryExpr& e, facts::ExpressionOp op);
  uint32_t leaf(llvm::Value& value);
  uint32_t recurrence(const llvm::SCEVAddRecExpr& e);
  uint32_t constant(int64_t value);
  uint32_t add(facts::ExpressionOp op, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0, uint32_t d = 0);
  uint32_t slot_of(llvm::Value& value);  // its number + 1, 0 if it can have none

  llvm::Function& function_;
  llvm::ScalarEvolution& evolution_;
  const FutureSurroundings& around_;
  const llvm::DataLayout& layout_;
  facts::FutureFunction rows_;
  StandingPlan plan_;
  std::vector<llvm::Constant*> variables_, positions_;
  llvm::DenseMap<const llvm::BasicBlock*, uint32_t> blocks_;
  llvm::DenseMap<const llvm::Instruction*, uint32_t> places_;  // how many items come before what it gives is there
  llvm::DenseMap<const llvm::SCEV*, uint32_t> expressions_;
  llvm::DenseMap<const llvm::Value*, uint32_t> leaves_, slots_;
  uint32_t depth_ = 0;
};

// Is the access one to an element of an array?
bool is_element(const llvm::Value& pointer, bool has_field, const llvm::DataLayout& layout);

}  // namespace heddle::analysis
