#include "analysis/function_graph.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/memory.h"

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

namespace {

// Does nothing but return, as far as facts are concerned.
bool is_harmless(const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call); intrinsic && intrinsic->isAssumeLikeIntrinsic())
    return true;
  const Function* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("__heddle_");
}

// A division whose divisor may be 0, or -1 where that overflows.
bool may_trap(const Instruction& i) {
  if (!i.isIntDivRem()) return false;
  const auto* divisor = dyn_cast<ConstantInt>(i.getOperand(1));
  return !divisor || divisor->isZero() || divisor->isMinusOne();
}

// Computes from its operands alone.
bool is_pure(const CallBase& call) {
  return isa<IntrinsicInst>(call) && call.doesNotAccessMemory() && call.willReturn();
}

}  // namespace

FunctionGraph::FunctionGraph(Function& function, const Surroundings& around, const Analyses& analyses)
    : function_(function), around_(around), analyses_(analyses), layout_(function.getParent()->getDataLayout()) {
  if (!around.broken("facts-control")) controlled_by_ = control_dependence(function, analyses.post_dominators);
  record_.parameters = static_cast<uint32_t>(function.arg_size());
  record_.nodes += record_.parameters;
  for (const Argument& argument : function.args()) nodes_[&argument] = kFirstParameter + argument.getArgNo();
  number_blocks();
  number_values();
  for (const BasicBlock* block : ReversePostOrderTraversal<const Function*>(&function)) {
    here_ = executed_.lookup(block);
    for (const Instruction& instruction : *block) visit(const_cast<Instruction&>(instruction));
  }
  // Every value has its node now.
  for (const BasicBlock& block : function)
    for (const PHINode& phi : block.phis()) follow_phi(phi);
  follow_blocks();
  follow_loops();
}

// Nodes of blocks. What comes after a call that may not return, or after a loop, also depends on that.
void FunctionGraph::number_blocks() {
  SmallVector<const BasicBlock*, 32> open;
  for (const BasicBlock& block : function_) {
    executed_[&block] = record_.node();
    bool source = false;
    for (const Instruction& i : block) {
      const auto* call = dyn_cast<CallBase>(&i);
      if (!call || is_harmless(*call) || is_pure(*call) || isa<MemIntrinsic>(call)) continue;
      returns_[call] = record_.node();
      source = true;
    }
    if (const Loop* loop = analyses_.loops.getLoopFor(&block)) source |= loop->isLoopExiting(&block);
    if (source) open.push_back(&block);
  }
  while (!open.empty()) {
    const BasicBlock* block = open.pop_back_val();
    for (const BasicBlock* next : successors(block)) {
      Node& after = after_.try_emplace(next, kNoNode).first->second;
      if (after != kNoNode) continue;
      after = record_.node();
      open.push_back(next);
    }
  }
}

// Nodes of values whose operands may come later: phis. The others get theirs when their operands have them.
void FunctionGraph::number_values() {
  for (const BasicBlock& block : function_)
    for (const PHINode& phi : block.phis()) nodes_[&phi] = record_.node();
}

FunctionGraph::Node FunctionGraph::of(const Value* value) const {
  const auto found = nodes_.find(value);
  return found == nodes_.end() ? kNoNode : found->second;
}

FunctionGraph::Node FunctionGraph::joined(ArrayRef<Node> nodes) {
  SmallVector<Node, 8> distinct;
  for (Node n : nodes)
    if (n != kNoNode && !is_contained(distinct, n)) distinct.push_back(n);
  if (distinct.empty()) return kNoNode;
  if (distinct.size() == 1) return distinct.front();
  const Node all = record_.node();
  for (Node n : distinct) record_.edge(n, all);
  return all;
}

void FunctionGraph::follow_blocks() {
  for (const BasicBlock& block : function_) {
    const Node node = executed_.lookup(&block);
    if (const auto after = after_.find(&block); after != after_.end()) record_.edge(after->second, node);
    const auto controls = controlled_by_.find(&block);
    if (controls == controlled_by_.end()) {
      record_.edge(kEntry, node);
      continue;
    }
    for (const BasicBlock* by : controls->second) {
      record_.edge(condition(by), node);
      record_.edge(executed_.lookup(by), node);
    }
  }
  for (const BasicBlock& block : function_) {  // in this order: the same source gives the same bytes
    const auto found = after_.find(&block);
    if (found == after_.end()) continue;
    const Node after = found->second;
    for (const BasicBlock* before : predecessors(&block)) {
      if (const auto earlier = after_.find(before); earlier != after_.end()) record_.edge(earlier->second, after);
      for (const Instruction& i : *before)
        if (const auto call = returns_.find(&i); call != returns_.end()) record_.edge(call->second, after);
    }
  }
}

// The condition under which a loop is left; a loop that counts to a number known before it begins ends for certain.
void FunctionGraph::follow_loops() {
  for (const Loop* loop : analyses_.loops.getLoopsInPreorder()) {
    if (!isa<SCEVCouldNotCompute>(analyses_.evolution.getBackedgeTakenCount(loop))) continue;
    SmallVector<BasicBlock*, 4> exits;
    loop->getExitingBlocks(exits);
    for (const BasicBlock* exit : exits) {
      const Node decides = joined({condition(exit), executed_.lookup(exit)});
      for (const BasicBlock* next : successors(exit))
        if (!loop->contains(next)) record_.edge(decides, after_.lookup(next), EdgeKind::kTermination);
      record_.edge(decides, kMayNotReturn, EdgeKind::kTermination);
    }
  }
}

FunctionGraph::Node FunctionGraph::condition(const BasicBlock* block) const {
  const Instruction* end = block->getTerminator();
  if (const auto* branch = dyn_cast<BranchInst>(end))
    return branch->isConditional() ? of(branch->getCondition()) : kNoNode;
  if (const auto* choice = dyn_cast<SwitchInst>(end)) return of(choice->getCondition());
  if (const auto* jump = dyn_cast<IndirectBrInst>(end)) return of(jump->getAddress());
  if (isa<InvokeInst>(end)) return returns_.lookup(end);
  return kNoNode;
}

void FunctionGraph::visit(Instruction& i) {
  if (i.isTerminator() && !isa<CallBase>(i)) return visit_end(i);
  if (isa<PHINode>(i)) return;
  if (auto* load = dyn_cast<LoadInst>(&i)) return visit_access(i, *load->getPointerOperand(), nullptr, true);
  if (auto* store = dyn_cast<StoreInst>(&i))
    return visit_access(i, *store->getPointerOperand(), store->getValueOperand(), false);
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&i))
    return visit_access(i, *rmw->getPointerOperand(), rmw->getValOperand(), true);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
    visit_access(i, *exchange->getPointerOperand(), exchange->getNewValOperand(), true);
    return record_.edge(of(exchange->getCompareOperand()), of(&i));
  }
  if (isa<MemIntrinsic>(i)) return visit_copy(i);
  if (auto* call = dyn_cast<CallBase>(&i)) {
    if (is_harmless(*call)) return;
    if (!is_pure(*call)) {
      visit_call(*call);
      if (i.isTerminator()) visit_end(i);
      return;
    }
  }
  if (isa<AllocaInst>(i)) {
    if (!is_only_accessed(i, [](const Function&) { return true; })) record_.flags |= kHasLives;
    return;
  }
  SmallVector<Node, 8> operands;
  for (const Value* operand : i.operands()) operands.push_back(of(operand));
  if (isa<LandingPadInst>(i) || isa<VAArgInst>(i)) operands.push_back(here_);
  if (const Node node = joined(operands); node != kNoNode) nodes_[&i] = node;
  if (may_trap(i)) site(i, SiteKind::kDivision, joined(operands), kNoNode, kNoNode, 0);
}

// Which of its values it has is decided by the branches on the ways to it.
void FunctionGraph::follow_phi(const PHINode& phi) {
  const Node node = of(&phi);
  for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
    record_.edge(of(phi.getIncomingValue(k)), node);
    if (around_.broken("facts-phi") || phi.hasConstantOrUndefValue()) continue;
    record_.edge(executed_.lookup(phi.getIncomingBlock(k)), node);
    record_.edge(condition(phi.getIncomingBlock(k)), node);
  }
}

FunctionGraph::Node FunctionGraph::memory(const Instruction& access, const Value& pointer, uint64_t size, Node node,
                                          bool store) {
  const std::vector<TypeAccessed> types = types_accessed(access, size);
  for (MemoryRow row : memory_at(pointer, size, layout_)) {
    if (around_.broken("facts-alias") && row.object[0] == 0 && row.object[1] == 0) continue;
    row.node = node;
    row.flags |= store ? kStore : 0;
    for (const TypeAccessed& type : types) {
      std::copy(type.begin(), type.end(), row.type);
      record_.memory.push_back(row);
    }
  }
  return node;
}

void FunctionGraph::site(const Instruction& at, SiteKind kind, Node address, Node value, Node result, uint32_t flags) {
  record_.sites.push_back({around_.position(at), {0, kind, flags, here_, address, value, result}});
}

void FunctionGraph::visit_access(Instruction& access, const Value& pointer, const Value* written, bool reads) {
  const Node address = around_.broken("facts-address") ? kNoNode : of(&pointer);
  Type* type = written ? written->getType() : access.getType();
  const TypeSize size = layout_.getTypeStoreSize(type);
  const uint64_t bytes = size.isScalable() ? 0 : size.getFixedValue();
  Node result = kNoNode, value = kNoNode;
  if (reads) {
    result = record_.node();
    nodes_[&access] = result;
    record_.edge(address, result);
    memory(access, pointer, bytes, result, false);
  }
  if (written) {
    value = record_.node();
    record_.edge(of(written), value);
    record_.edge(address, value);  // where it is not written to, something else stays
    record_.edge(here_, value);    // likewise if it is not executed
    record_.edge(result, value);
    memory(access, pointer, bytes, value, true);
  }
  if (!around_.is_access(access)) return;
  const SiteKind kind = !written ? SiteKind::kRead : reads ? SiteKind::kUpdate : SiteKind::kWrite;
  const bool fixed = is_fixed(pointer, layout_),
             valid = is_valid(const_cast<Value&>(pointer), bytes, access, {analyses_.evolution, analyses_.values});
  site(access, kind, address, value, result, (fixed ? kFixed : 0u) | (valid ? kValid : 0u));
}

// memcpy, memmove, memset.
void FunctionGraph::visit_copy(const Instruction& i) {
  const auto& copy = cast<MemIntrinsic>(i);
  const auto* length = dyn_cast<ConstantInt>(copy.getLength());
  const uint64_t bytes = length ? length->getZExtValue() : 0;
  const Node value = record_.node();
  const Node address = joined({of(copy.getRawDest()), of(copy.getLength())});
  Node result = kNoNode, from = kNoNode;
  if (const auto* transfer = dyn_cast<MemTransferInst>(&copy)) {
    result = record_.node();
    from = of(transfer->getRawSource());
    record_.edge(from, result);
    memory(i, *transfer->getRawSource(), bytes, result, false);
    record_.edge(result, value);
  } else {
    record_.edge(of(copy.getArgOperand(1)), value);
  }
  record_.edge(address, value);
  record_.edge(here_, value);
  memory(i, *copy.getRawDest(), bytes, value, true);
  if (around_.is_access(i)) site(i, SiteKind::kUpdate, joined({address, from}), value, result, 0);
}

void FunctionGraph::visit_end(const Instruction& end) {
  const BasicBlock* block = end.getParent();
  if (const auto* result = dyn_cast<ReturnInst>(&end)) {
    record_.edge(of(result->getReturnValue()), kResult);
    if (result->getReturnValue()) record_.edge(here_, kResult);
    return;
  }
  if (isa<UnreachableInst>(end) || isa<ResumeInst>(end)) {
    record_.flags |= kMayAbort;
    record_.edge(here_, kMayNotReturn);
    site(end, SiteKind::kAbort, kNoNode, kNoNode, kNoNode, 0);
    return;
  }
  if (succ_size(block) > 1) site(end, SiteKind::kBranch, kNoNode, kNoNode, condition(block), 0);
}

}  // namespace heddle::analysis
