// How values are followed in one function. Operations that compute are gathered; where the result is needed, the terms of all of
// them are made behind one test:
//
//   %t = call i32 @__heddle_load4(ptr @x, ptr @pos)    =>  %w = call { i64, i32 } @__heddle_follow_load4(ptr @x, ptr @pos)
//                                                          %t = trunc i64 (extractvalue %w, 0); %t.s = extractvalue %w, 1
//   %u = add i32 %t, 1                                     %u = add i32 %t, 1
//   %c = icmp ugt i32 %u, 3                                %c = icmp ugt i32 %u, 3
//   br i1 %c, …                                            br i1 (%t.s != 0), label %cold, label %go
//                                                        cold:
//                                                          %u.t = call i32 @__heddle_term(add, %t.s, %t, 0, 1)
//                                                          %c.t = call i32 @__heddle_term(less, 0, 3, %u.t, %u)
//                                                          call void @__heddle_ask(%c.t, %c)
//                                                        go:
//                                                          %u.s = phi [0, …], [%u.t, %cold]
//                                                          br i1 %c, …
//
// Shadow phis are made empty, and filled when everything else is done. Loads and stores that are left are private: their terms are
// with the runtime, which is asked while there are any.
#include "instrument/follow.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <cstdlib>

#include "instrument/follow_calls.h"
#include "instrument/follow_inputs.h"
#include "instrument/follow_shadows.h"
#include "instrument/input_functions.h"
#include "instrument/input_questions.h"
#include "instrument/judgements.h"
#include "instrument/outside_calls.h"
#include "instrument/unnoticed_branches.h"
#include "runtime/abi.h"

using namespace llvm;

namespace heddle {
namespace {

bool is_constant_memory(const Value* pointer) {
  auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer, 12));
  return global && global->isConstant();
}

// The words that the runtime is given of an outside call, see outside_calls.cpp.
bool is_for_runtime(const Value* pointer) {
  return getUnderlyingObject(pointer, 12)->getName().starts_with("heddle.words");
}

// __heddle_load4 and so on, up to 8 bytes.
bool is_sized(StringRef name, StringRef prefix) {
  return name.consume_front("__heddle_") && name.consume_front(prefix) &&
         (name == "1" || name == "2" || name == "4" || name == "8");
}
bool is_followed_access(StringRef name) {
  return any_of(ArrayRef<StringRef>{"load", "store", "atomic_load", "atomic_store", "rmw", "cas"},
                [&](StringRef prefix) { return is_sized(name, prefix); });
}

StringRef runtime_name(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("__heddle_") ? callee->getName() : "";
}

// Of a library function that the table knows; null for others.
const outside::Effects* effects_of(const CallBase& call) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return callee && callee->isDeclaration() ? known_effects(callee->getName()) : nullptr;
}
// It may be compiled again so that it follows values (src/library).
bool is_instrumented(const CallBase& call) {
  const outside::Effects* effects = effects_of(call);
  return effects && effects->instrumented;
}
// It does not follow values.
bool is_outside(const CallBase& call) { return effects_of(call) && !is_instrumented(call); }

class Follower {
 public:
  Follower(Function& function, RuntimeCalls& runtime, Positions& positions, bool closed)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()), runtime_(runtime),
        positions_(positions), closed_(closed) {
    unlikely_ = MDBuilder(module_.getContext()).createBranchWeights(1, 2000);
  }

  void run() {
    removeUnreachableBlocks(function_);
    prepare();
    find_carrying();
    std::vector<std::pair<BasicBlock*, std::vector<Instruction*>>> blocks;
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
      if (is_in_unnoticed_region(*block)) continue;
      std::vector<Instruction*> instructions;
      for (Instruction& instruction : *block) instructions.push_back(&instruction);
      blocks.emplace_back(block, std::move(instructions));
    }
    make_phis();
    enter();
    for (auto& [block, instructions] : blocks) {
      asked_.clear();
      for (Instruction* instruction : instructions) visit(*instruction);
    }
    fill_phis();
  }

 private:
  using Shadow = SmallVector<Value*, 1>;  // one for each leaf, null for none

  // An undefined value is the same wherever it is used; what is computed is what the operator says; results that go through a structure are
  // found directly.
  void prepare() {
    SmallVector<Instruction*, 8> found;
    for (Instruction& instruction : instructions(function_)) {
      if (!isa<ShuffleVectorInst, InsertValueInst, InsertElementInst>(instruction))
        for (Use& operand : instruction.operands())
          if (isa<UndefValue>(operand) && is_followed(operand->getType()))
            operand.set(Constant::getNullValue(operand->getType()));
      if (computes(instruction) || divides(instruction)) instruction.dropPoisonGeneratingFlags();
      if (auto* extract = dyn_cast<ExtractValueInst>(&instruction))
        if (Value* value = FindInsertedValue(extract->getAggregateOperand(), extract->getIndices());
            value && value != extract) {
          extract->replaceAllUsesWith(value);
          found.push_back(extract);
        }
    }
    for (Instruction* extract : found) extract->eraseFromParent();
    BasicBlock& entry = function_.getEntryBlock();
    for (Instruction& instruction : make_early_inc_range(entry))
      if (auto* local = dyn_cast<AllocaInst>(&instruction); local && isa<Constant>(local->getArraySize()))
        local->moveBefore(entry, entry.begin());
  }

  // ---- Which values may have a term.

  bool is_source(Instruction& instruction) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      return is_followed(load->getType()) && !is_constant_memory(load->getPointerOperand());
    auto* call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call) || call->isInlineAsm() || !has_followed(call->getType())) return false;
    if (const StringRef name = runtime_name(*call); !name.empty()) return is_followed_access(name);
    return !is_outside(*call) || takes_input(*call);
  }

  static bool carries_on(const Instruction& instruction) {
    return computes(instruction) || divides(instruction) ||
           isa<PHINode, ExtractValueInst, InsertValueInst>(instruction);
  }

  void find_carrying() {
    SmallVector<Value*, 64> work;
    const auto add = [&](Value* value) {
      if (has_followed(value->getType()) && carrying_.insert(value).second) work.push_back(value);
    };
    for (Argument& argument : function_.args()) add(&argument);
    for (Instruction& instruction : instructions(function_))
      if (is_source(instruction)) add(&instruction);
    while (!work.empty())
      for (User* user : work.pop_back_val()->users())
        if (auto* instruction = dyn_cast<Instruction>(user); instruction && carries_on(*instruction)) add(instruction);
  }

  // ---- Shadows.

  Value* shadow(Value* value, unsigned leaf = 0) {
    if (asked_.count(value)) return nullptr;
    const auto at = shadows_.find(value);
    return at == shadows_.end() || leaf >= at->second.size() ? nullptr : at->second[leaf];
  }
  Value* or_none(Value* shadow) {
    return shadow ? shadow : ConstantInt::get(Type::getInt32Ty(module_.getContext()), 0);
  }

  bool has_shadow(Value* value) {
    if (pending_set_.count(value)) return true;
    for (unsigned leaf = 0; leaf < leaves_of(value->getType()); ++leaf)
      if (shadow(value, leaf)) return true;
    return false;
  }

  void make_phis() {
    for (Instruction& instruction : instructions(function_)) {
      auto* phi = dyn_cast<PHINode>(&instruction);
      if (!phi || !carrying_.count(phi)) continue;
      Shadow made;
      for (unsigned leaf = 0; leaf < leaves_of(phi->getType()); ++leaf) {
        IRBuilder<> builder(phi);
        made.push_back(builder.CreatePHI(builder.getInt32Ty(), phi->getNumIncomingValues()));
      }
      shadows_[phi] = made;
      phis_.push_back(phi);
    }
  }

  void fill_phis() {
    asked_.clear();
    for (PHINode* phi : phis_) {
      const Shadow& made = shadows_[phi];
      for (unsigned leaf = 0; leaf < made.size(); ++leaf)
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
          cast<PHINode>(made[leaf])
              ->addIncoming(or_none(broken("follow-phis-lost") ? nullptr : shadow(phi->getIncomingValue(i), leaf)),
                            phi->getIncomingBlock(i));
    }
  }

  // Splits the block before an instruction: what is built at the result happens only if some of the shadows is not 0.
  Instruction* cold_block(ArrayRef<Value*> shadows, Instruction& before) {
    IRBuilder<> builder(&before);
    Value* any = nullptr;
    SmallPtrSet<Value*, 8> seen;
    for (Value* each : shadows)
      if (each && seen.insert(each).second) any = any ? builder.CreateOr(any, each) : each;
    return SplitBlockAndInsertIfThen(builder.CreateICmpNE(any, builder.getInt32(0)), before.getIterator(), false,
                                     unlikely_);
  }

  // The value of `made` if the cold block was gone through, else 0.
  Value* merge(Instruction& cold_end, Instruction& before, Value* made) {
    BasicBlock* tail = before.getParent();
    IRBuilder<> builder(tail, tail->begin());
    PHINode* phi = builder.CreatePHI(builder.getInt32Ty(), 2);
    for (BasicBlock* from : predecessors(tail))
      phi->addIncoming(from == cold_end.getParent() ? made : builder.getInt32(0), from);
    return phi;
  }

  // Makes the terms of the operations that were gathered, and asks for values.
  void flush(Instruction& before, ArrayRef<Value*> asks) {
    SmallVector<Value*, 8> inputs;
    const auto add_inputs = [&](Value* value) {
      if (pending_set_.count(value)) return;
      for (unsigned leaf = 0; leaf < leaves_of(value->getType()); ++leaf)
        if (Value* each = shadow(value, leaf)) inputs.push_back(each);
    };
    for (Instruction* operation : pending_)
      for (Value* operand : operation->operands()) add_inputs(operand);
    for (Value* value : asks) add_inputs(value);
    if (!inputs.empty()) {
      Instruction* cold_end = cold_block(inputs, before);
      IRBuilder<> cold(cold_end);
      Made made;
      const auto find = [&](Value* value) {
        const auto at = made.find(value);
        return at != made.end() ? at->second : or_none(shadow(value));
      };
      for (Instruction* operation : pending_) made[operation] = build_term(cold, runtime_, *operation, find);
      for (Value* value : asks) ask_in(cold, value, made);
      for (Instruction* operation : pending_)
        if (any_of(operation->users(), [&](User* user) { return !pending_set_.count(user); }))
          shadows_[operation] = {merge(*cold_end, before, made[operation])};
    }
    for (Value* value : asks) asked_.insert(value);
    pending_.clear();
    pending_set_.clear();
  }

  using Made = DenseMap<Value*, Value*>;
  void ask_in(IRBuilder<>& cold, Value* value, const Made& made = Made()) {
    for (unsigned leaf = 0; leaf < leaves_of(value->getType()); ++leaf) {
      const auto at = made.find(value);
      Value* each = at != made.end() ? at->second : shadow(value, leaf);
      if (!each) continue;
      Value* part = leaf_value(cold, value, leaf);
      if (part && branch_)
        call_cold(cold, runtime_, "__heddle_ask_at", cold.getVoidTy(),
                  {each, as_word(cold, part), positions_.of(*branch_)});
      else if (part)
        call_cold(cold, runtime_,
                  part->getType()->isPointerTy() && compiling_for_inputs() ? "__heddle_ask_address" : "__heddle_ask",
                  cold.getVoidTy(), {each, as_word(cold, part)});
    }
  }

  // Asks for those that have a shadow.
  void ask(Instruction& before, ArrayRef<Value*> values) {
    SmallVector<Value*, 8> asks;
    for (Value* value : values)
      if (has_shadow(value) && !is_contained(asks, value)) asks.push_back(value);
    if (!asks.empty()) flush(before, asks);
  }
  void ask_operands(Instruction& instruction) {
    SmallVector<Value*, 8> operands;
    for (Value* operand : instruction.operands()) operands.push_back(operand);
    ask(instruction, operands);
  }

  // The shadows of these values are needed now.
  void settle(Instruction& before, ArrayRef<Value*> values) {
    if (any_of(values, [&](Value* value) { return pending_set_.count(value) != 0; })) flush(before, {});
  }

  // ---- Entry and return.

  Value* passed(IRBuilder<>& builder, size_t offset) {
    Type* type = ArrayType::get(builder.getInt8Ty(), sizeof(__heddle_passing));
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), module_.getOrInsertGlobal("__heddle_passed", type),
                                              offset);
  }
  static size_t argument_slot(unsigned i) { return offsetof(__heddle_passing, arguments) + 4 * i; }
  static size_t result_slot(unsigned i) { return offsetof(__heddle_passing, results) + 4 * i; }

  bool may_return_term() {
    if (!has_followed(function_.getReturnType())) return false;
    for (BasicBlock& block : function_)
      if (auto* end = dyn_cast<ReturnInst>(block.getTerminator()); end && carrying_.count(end->getReturnValue()))
        return true;
    return false;
  }

  // A function that has returned left its terms where the locals of this one are. Those that only loads and stores touch are
  // written before they are read; of others, code that we do not see may read what nobody wrote, or write and tell nobody.
  void clear_locals(Instruction& first) {
    SmallVector<AllocaInst*, 8> locals;
    for (Instruction& instruction : function_.getEntryBlock())
      if (auto* local = dyn_cast<AllocaInst>(&instruction);
          local && local->isStaticAlloca() && !isAllocaPromotable(local))
        locals.push_back(local);
    if (locals.empty() || broken("follow-locals-stale")) return;
    IRBuilder<> builder(&first);
    IRBuilder<> cold(cold_block({places(builder)}, first));
    for (AllocaInst* local : locals)
      call_cold(cold, runtime_, "__heddle_private_clear", cold.getVoidTy(),
                {local, cold.getInt64(*local->getAllocationSize(module_.getDataLayout()))});
  }

  // Does the caller take terms? And which came with the arguments?
  void enter() {
    Instruction* first = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    IRBuilder<> builder(first);
    may_return_ = may_return_term();
    if (may_return_ && !closed_) {
      Value* from = builder.CreateLoad(builder.getPtrTy(), passed(builder, offsetof(__heddle_passing, from)));
      asked_by_follower_ = builder.CreateICmpEQ(from, &function_);
      builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()),
                          passed(builder, offsetof(__heddle_passing, from)));
    }
    // The caller's code made the copy, and told nobody.
    for (Argument& argument : function_.args())
      if (argument.hasByValAttr())
        before_memory(*first, "__heddle_private_clear", {&argument, bytes_by_value(argument.getParamByValType())});
    clear_locals(*first);
    builder.SetInsertPoint(first);
    SmallVector<std::pair<Argument*, unsigned>, 8> taken;
    unsigned slot = 0;
    for (Argument& argument : function_.args()) {
      if (carrying_.count(&argument) && !argument.use_empty() && !argument.hasByValAttr())
        taken.push_back({&argument, slot});
      slot += leaves_of(argument.getType());
    }
    if (taken.empty()) return;
    Value* owner = builder.CreateLoad(builder.getPtrTy(), passed(builder, offsetof(__heddle_passing, arguments_of)));
    Instruction* cold_end =
        SplitBlockAndInsertIfThen(builder.CreateICmpEQ(owner, &function_), first->getIterator(), false, unlikely_);
    IRBuilder<> cold(cold_end);
    cold.CreateStore(ConstantPointerNull::get(cold.getPtrTy()), passed(cold, offsetof(__heddle_passing, arguments_of)));
    for (auto [argument, at] : taken)
      for (unsigned leaf = 0; leaf < leaves_of(argument->getType()); ++leaf) {
        if (at + leaf >= HEDDLE_MAX_ARGUMENTS) break;
        Value* term = cold.CreateLoad(cold.getInt32Ty(), passed(cold, argument_slot(at + leaf)));
        shadows_[argument].push_back(merge(*cold_end, *first, term));
      }
  }

  void visit_return(ReturnInst& end) {
    Value* value = end.getReturnValue();
    const bool tail = end.getParent()->getTerminatingMustTailCall() != nullptr;
    if (!value || tail || !has_followed(value->getType()) || !may_return_) {
      pending_.clear();
      pending_set_.clear();
      return;
    }
    settle(end, {value});
    pending_.clear();
    pending_set_.clear();
    const unsigned leaves = leaves_of(value->getType());
    if (leaves > HEDDLE_MAX_RESULTS) ask(end, {value});
    IRBuilder<> builder(&end);
    Value* owner = passed(builder, offsetof(__heddle_passing, results_of));
    builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), owner);
    SmallVector<Value*, 4> shadows;
    for (unsigned leaf = 0; leaf < leaves; ++leaf)
      if (Value* each = shadow(value, leaf)) shadows.push_back(each);
    if (shadows.empty()) return;
    Instruction* cold_end = cold_block(shadows, end);
    if (asked_by_follower_) {
      Instruction *then = nullptr, *otherwise = nullptr;
      SplitBlockAndInsertIfThenElse(asked_by_follower_, cold_end->getIterator(), &then, &otherwise);
      IRBuilder<> asking(otherwise);
      ask_in(asking, value);
      cold_end = then;
    }
    IRBuilder<> cold(cold_end);
    for (unsigned leaf = 0; leaf < leaves; ++leaf)
      cold.CreateStore(or_none(shadow(value, leaf)), passed(cold, result_slot(leaf)));
    cold.CreateStore(&function_, passed(cold, offsetof(__heddle_passing, results_of)));
  }

  // ---- Instructions.

  void visit(Instruction& instruction) {
    if (isa<PHINode, DbgInfoIntrinsic, AllocaInst>(instruction) && !instruction.isTerminator()) {
      if (auto* local = dyn_cast<AllocaInst>(&instruction)) ask_operands(*local);
      return;
    }
    if (computes(instruction)) return gather(instruction);
    if (divides(instruction)) return visit_division(instruction);
    if (auto* load = dyn_cast<LoadInst>(&instruction)) return visit_load(*load);
    if (auto* store = dyn_cast<StoreInst>(&instruction)) return visit_store(*store);
    if (auto* extract = dyn_cast<ExtractValueInst>(&instruction)) return visit_extract(*extract);
    if (auto* insert = dyn_cast<InsertValueInst>(&instruction)) return visit_insert(*insert);
    if (auto* call = dyn_cast<CallBase>(&instruction)) return visit_call(*call);
    if (auto* end = dyn_cast<ReturnInst>(&instruction)) return visit_return(*end);
    if (auto* cases = dyn_cast<SwitchInst>(&instruction)) return visit_switch(*cases);
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return visit_private_atomic(instruction);
    if (compiling_for_inputs()) branch_ = dyn_cast<BranchInst>(&instruction);
    const bool unasked =
        isa<BranchInst>(instruction) && (is_unnoticed(instruction) || broken("follow-branches-unasked"));
    if (!unasked) ask_operands(instruction);
    branch_ = nullptr;
    if (instruction.isTerminator() && !pending_.empty()) flush(instruction, {});
  }

  void gather(Instruction& instruction) {
    if (!carrying_.count(&instruction)) return;
    pending_.push_back(&instruction);
    pending_set_.insert(&instruction);
  }

  // A division that fails must have been asked for; by -1 it may fail, too.
  void visit_division(Instruction& division) {
    if (division.getMetadata(kAskedBefore)) return gather(division);
    Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
    const auto* constant = dyn_cast<ConstantInt>(divisor);
    if (!constant || constant->isMinusOne()) {
      const bool overflows = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
      overflows ? ask(division, {divisor, dividend}) : ask(division, {divisor});
    }
    gather(division);
  }

  void visit_extract(ExtractValueInst& extract) {
    Value* whole = extract.getAggregateOperand();
    if (!carrying_.count(&extract)) return;
    const unsigned at = leaf_at(whole->getType(), extract.getIndices());
    Shadow made;
    for (unsigned leaf = 0; leaf < leaves_of(extract.getType()); ++leaf) made.push_back(shadow(whole, at + leaf));
    shadows_[&extract] = made;
  }

  void visit_insert(InsertValueInst& insert) {
    Value* part = insert.getInsertedValueOperand();
    if (leaves_of(insert.getType()) == 0) return ask(insert, {part});
    if (!carrying_.count(&insert)) return;
    settle(insert, {part});
    Shadow made;
    for (unsigned leaf = 0; leaf < leaves_of(insert.getType()); ++leaf)
      made.push_back(shadow(insert.getAggregateOperand(), leaf));
    const unsigned at = leaf_at(insert.getType(), insert.getIndices());
    for (unsigned leaf = 0; leaf < leaves_of(part->getType()); ++leaf) made[at + leaf] = shadow(part, leaf);
    shadows_[&insert] = made;
  }

  // ---- Private memory.

  Value* places(IRBuilder<>& builder) {
    return builder.CreateLoad(builder.getInt32Ty(), module_.getOrInsertGlobal("__heddle_places", builder.getInt32Ty()));
  }
  uint64_t bytes_of(Type* type) { return layout_.getTypeStoreSize(type).getFixedValue(); }
  Value* shape(IRBuilder<>& builder, Type* type) {
    return builder.getInt32(static_cast<uint32_t>(bytes_of(type)) | static_cast<uint32_t>(width_of(type)) << 8);
  }

  void visit_load(LoadInst& load) {
    Value* pointer = load.getPointerOperand();
    if (broken("follow-addresses-unasked")) asked_.insert(pointer);
    if (is_constant_memory(pointer)) return ask(load, {pointer});
    settle(load, {pointer});
    IRBuilder<> builder(&load);
    Instruction* cold_end = cold_block({places(builder), shadow(pointer)}, load);
    IRBuilder<> cold(cold_end);
    ask_in(cold, pointer);
    asked_.insert(pointer);
    if (!is_followed(load.getType())) {
      call_cold(cold, runtime_, "__heddle_private_ask", cold.getVoidTy(),
                {pointer, cold.getInt64(bytes_of(load.getType()))});
      return;
    }
    Value* term =
        call_cold(cold, runtime_, "__heddle_private_load", cold.getInt32Ty(), {pointer, shape(cold, load.getType())});
    shadows_[&load] = {merge(*cold_end, load, term)};
  }

  void visit_store(StoreInst& store) {
    Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
    if (store.getMetadata(kOnlyPrints)) return;
    if (!is_followed(value->getType()) || is_for_runtime(pointer)) ask(store, {value});
    settle(store, {pointer, value});
    if (broken("follow-stores-not-cleared") && !shadow(value)) return;
    IRBuilder<> builder(&store);
    Instruction* cold_end = cold_block({places(builder), shadow(pointer), shadow(value)}, store);
    IRBuilder<> cold(cold_end);
    ask_in(cold, pointer);
    asked_.insert(pointer);
    if (is_followed(value->getType()))
      call_cold(cold, runtime_, "__heddle_private_store", cold.getVoidTy(),
                {pointer, shape(cold, value->getType()), or_none(shadow(value)), as_word(cold, value)});
    else
      call_cold(cold, runtime_, "__heddle_private_clear", cold.getVoidTy(),
                {pointer, cold.getInt64(bytes_of(value->getType()))});
  }

  // What happens to private memory before an instruction, while some of it has terms.
  void before_memory(Instruction& before, StringRef name, ArrayRef<Value*> arguments) {
    IRBuilder<> builder(&before);
    Instruction* cold_end = cold_block({places(builder)}, before);
    IRBuilder<> cold(cold_end);
    SmallVector<Value*, 3> words(arguments);
    if (words.size() > 1) words.back() = cold.CreateZExtOrTrunc(words.back(), cold.getInt64Ty());
    call_cold(cold, runtime_, name, cold.getVoidTy(), words);
  }

  void visit_private_atomic(Instruction& atomic) {
    ask_operands(atomic);
    Value* pointer = atomic.getOperand(0);
    Type* type = atomic.getOperand(1)->getType();
    Value* size = ConstantInt::get(Type::getInt64Ty(module_.getContext()), bytes_of(type));
    before_memory(atomic, "__heddle_private_ask", {pointer, size});
  }

  // ---- Branches.

  // Which successor it is, not the value.
  void visit_switch(SwitchInst& cases) {
    Value* value = cases.getCondition();
    if (broken("follow-switches-unasked")) asked_.insert(value);
    if (!pending_.empty()) flush(cases, {});
    if (!shadow(value)) return;
    Type* word = Type::getInt64Ty(module_.getContext());
    SmallVector<Constant*, 17> table{ConstantInt::get(word, cases.getNumCases())};
    DenseMap<BasicBlock*, uint64_t> numbers{{cases.getDefaultDest(), 0}};
    uint64_t count = 0;
    for (auto& each : cases.cases()) {
      BasicBlock* successor = each.getCaseSuccessor();
      if (successor == cases.getDefaultDest()) continue;
      ++count;
      const uint64_t number = numbers.try_emplace(successor, numbers.size()).first->second;
      table.push_back(ConstantInt::get(word, each.getCaseValue()->getZExtValue()));
      table.push_back(ConstantInt::get(word, number));
    }
    table[0] = ConstantInt::get(word, count);
    ArrayType* type = ArrayType::get(word, table.size());
    auto* constant = new GlobalVariable(module_, type, true, GlobalValue::PrivateLinkage,
                                        ConstantArray::get(type, table), "heddle.switch");
    IRBuilder<> cold(cold_block({shadow(value)}, cases));
    call_cold(cold, runtime_, "__heddle_ask_switch", cold.getVoidTy(),
              {shadow(value), as_word(cold, value), cold.getInt32(static_cast<uint32_t>(width_of(value->getType()))),
               constant});
  }

  // ---- Calls.

  void visit_call(CallBase& call) {
    if (call.isTerminator() && !pending_.empty()) flush(call, {});
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return visit_intrinsic(*intrinsic);
    if (const StringRef name = runtime_name(call); !name.empty()) return visit_runtime(call, name);
    if (is_input(call)) return visit_input(call);
    if (is_assumption(call)) return visit_assumption(call);
    if (call.isInlineAsm() || is_outside(call)) return visit_outside(call);
    visit_program_call(call);
  }

  void visit_intrinsic(IntrinsicInst& call) {
    if (call.isAssumeLikeIntrinsic()) return;
    ask_operands(call);
    if (broken("follow-copies-lost")) return;
    if (call.getIntrinsicID() == Intrinsic::vastart)  // a list of arguments, which were asked
      return before_memory(call, "__heddle_private_clear",
                           {call.getArgOperand(0), ConstantInt::get(Type::getInt64Ty(module_.getContext()), 24)});
    if (!isa<AnyMemIntrinsic>(call)) return leave(call);
    if (auto* transfer = dyn_cast<MemTransferInst>(&call))
      before_memory(call, "__heddle_private_copy",
                    {transfer->getRawDest(), transfer->getRawSource(), transfer->getLength()});
    else if (auto* set = dyn_cast<MemSetInst>(&call))
      before_memory(call, "__heddle_private_clear", {set->getRawDest(), set->getLength()});
    else before_memory(call, "__heddle_private_everything", {});
  }

  // Private memory may be read and written by something that does not follow values.
  void leave(CallBase& call) {
    if (broken("follow-memory-leaves")) return;
    const Reach reach = reach_of(call);
    if (reach == Reach::kEverything) return before_memory(call, "__heddle_private_everything", {});
    if (reach == Reach::kNear)
      for (Value* argument : call.args())
        if (argument->getType()->isPointerTy() && !isa<Function, ConstantPointerNull>(argument) &&
            !is_constant_memory(argument))
          before_memory(call, "__heddle_private_near", {argument});
  }

  // __heddle_store4(ptr, i32, ptr) => __heddle_follow_store4(ptr, i32, i32 term, ptr), and so on.
  void visit_runtime(CallBase& call, StringRef name) {
    if (name == "__heddle_loop_carries") return visit_carries(call);
    if (!is_followed_access(name)) {
      ask_operands(call);
      return ask_wide_access(call, name);
    }
    const bool exchanges = name.contains("cas");
    const unsigned values = name.contains("load") ? 0 : exchanges ? 2 : 1;
    ask(call, {call.getArgOperand(0)});
    SmallVector<Value*, 7> arguments{call.getArgOperand(0)};
    for (unsigned i = 1; i <= values; ++i) settle(call, {call.getArgOperand(i)});
    for (unsigned i = 1; i < call.arg_size(); ++i) {
      arguments.push_back(call.getArgOperand(i));
      if (i <= values) arguments.push_back(or_none(shadow(call.getArgOperand(i))));
    }
    IRBuilder<> builder(&call);
    const std::string followed = ("__heddle_follow_" + name.drop_front(strlen("__heddle_"))).str();
    if (call.getType()->isVoidTy()) {
      runtime_.call(builder, followed, builder.getVoidTy(), arguments);
    } else {
      Type* word = StructType::get(builder.getInt64Ty(), builder.getInt32Ty());
      Value* result = runtime_.call(builder, followed, word, arguments);
      Value* value = builder.CreateTrunc(builder.CreateExtractValue(result, 0), call.getType());
      shadows_[value] = {builder.CreateExtractValue(result, 1)};
      call.replaceAllUsesWith(value);
    }
    call.eraseFromParent();
  }

  // Accesses of more than 8 bytes, whose values have no terms. Other functions of the runtime see to it themselves.
  void ask_wide_access(CallBase& call, StringRef name) {
    if (broken("follow-wide-unasked")) return;
    const auto touch = [&](unsigned pointer, Value* size) {
      before_memory(call, "__heddle_private_ask", {call.getArgOperand(pointer), size});
    };
    if (name.ends_with("_n"))
      for (unsigned i = 1; i < call.arg_size() && call.getArgOperand(i)->getType()->isPointerTy(); ++i)
        touch(i, call.getArgOperand(0));
    else if (name.ends_with("16")) touch(0, ConstantInt::get(Type::getInt64Ty(module_.getContext()), 16));
  }

  void visit_carries(CallBase& call) {
    settle(call, {call.getArgOperand(0)});
    call.setArgOperand(1, or_none(shadow(call.getArgOperand(0))));
  }

  void visit_outside(CallBase& call) {
    if (call.getMetadata(kOnlyPrints)) {
      SmallVector<Value*, 8> pointers;
      for (Value* argument : call.args())
        if (argument->getType()->isPointerTy()) pointers.push_back(argument);
      return ask(call, pointers);
    }
    ask_operands(call);
    const outside::Effects* effects = effects_of(call);
    if (!effects || effects->count == 0) leave(call);  // otherwise the runtime knows what it touches
  }

  // Whoever does not take the term says so: then the runtime asks for the value.
  void visit_input(CallBase& call) {
    ask_operands(call);
    if (takes_input(call)) return take_results(call);
    IRBuilder<> builder(&call);
    builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()),
                        passed(builder, offsetof(__heddle_passing, from)));
  }

  void visit_assumption(CallBase& call) {
    Value* condition = call.getArgOperand(0);
    settle(call, {condition});
    Value* term = shadow(condition);
    if (!term) return;
    IRBuilder<> cold(cold_block({term}, call));
    call_cold(cold, runtime_, "__heddle_ask_assumed", cold.getVoidTy(), {term, as_word(cold, condition)});
  }

  // Where the result of a call is known.
  Instruction& behind(CallBase& call) {
    auto* invoke = dyn_cast<InvokeInst>(&call);
    if (!invoke) return *call.getNextNode();
    BasicBlock* normal = invoke->getNormalDest();  // by hand: shadow phis are empty yet
    BasicBlock* between = BasicBlock::Create(module_.getContext(), "", &function_, normal);
    IRBuilder<> builder(between);
    builder.SetCurrentDebugLocation(invoke->getDebugLoc());
    Instruction* end = builder.CreateBr(normal);
    invoke->setNormalDest(between);
    normal->replacePhiUsesWith(invoke->getParent(), between);
    return *end;
  }

  Value* bytes_by_value(Type* type) {
    return ConstantInt::get(Type::getInt64Ty(module_.getContext()), layout_.getTypeAllocSize(type));
  }

  void visit_program_call(CallBase& call) {
    Value* callee = call.getCalledOperand();
    const unsigned fixed = call.getFunctionType()->getNumParams();
    SmallVector<Value*, 4> asks{callee};
    for (unsigned i = fixed; i < call.arg_size(); ++i) asks.push_back(call.getArgOperand(i));
    for (unsigned i = 0; i < fixed; ++i)
      if (call.isByValArgument(i)) asks.push_back(call.getArgOperand(i));
    ask(call, asks);
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.isByValArgument(i) && !broken("follow-structures-unasked"))
        before_memory(call, "__heddle_private_ask", {call.getArgOperand(i), bytes_by_value(call.getParamByValType(i))});
    if (is_instrumented(call)) before_memory(call, "__heddle_private_call", {callee});
    if (call.isMustTailCall() && !call.getType()->isVoidTy()) cast<CallInst>(call).setTailCallKind(CallInst::TCK_None);
    pass_arguments(call, fixed);
    if (has_followed(call.getType()) && !broken("follow-results-lost")) take_results(call);
  }

  void pass_arguments(CallBase& call, unsigned fixed) {
    struct Passed {
      Value* value;
      unsigned leaf, slot;
    };
    SmallVector<Value*, 8> arguments(call.arg_begin(), call.arg_begin() + fixed);
    settle(call, arguments);
    SmallVector<Passed, 8> list;
    SmallVector<Value*, 8> shadows, too_many;
    unsigned slot = 0;
    for (Value* argument : arguments) {
      for (unsigned leaf = 0; leaf < leaves_of(argument->getType()); ++leaf)
        if (Value* each = shadow(argument, leaf)) {
          if (slot + leaf >= HEDDLE_MAX_ARGUMENTS) {
            too_many.push_back(argument);
            continue;
          }
          shadows.push_back(each);
          list.push_back({argument, leaf, slot + leaf});
        }
      slot += leaves_of(argument->getType());
    }
    if (!too_many.empty()) ask(call, too_many);
    if (!list.empty() && !broken("follow-arguments-lost")) {
      Value* callee = call.getCalledOperand();
      Instruction* cold_end = cold_block(shadows, call);
      IRBuilder<> cold(cold_end);
      Value* takes = call_cold(cold, runtime_, "__heddle_takes_terms", cold.getInt32Ty(), {callee});
      Instruction *then = nullptr, *otherwise = nullptr;
      SplitBlockAndInsertIfThenElse(cold.CreateICmpNE(takes, cold.getInt32(0)), cold_end->getIterator(), &then,
                                    &otherwise);
      IRBuilder<> passing(then), asking(otherwise);
      for (const Passed& each : list)
        passing.CreateStore(shadow(each.value, each.leaf), passed(passing, argument_slot(each.slot)));
      for (Value* argument : arguments) ask_in(asking, argument);
    }
  }

  void take_results(CallBase& call) {
    Value* callee = call.getCalledOperand();
    IRBuilder<> builder(&call);
    builder.CreateStore(callee, passed(builder, offsetof(__heddle_passing, from)));
    if (call.isMustTailCall()) return;
    Instruction& next = behind(call);
    IRBuilder<> after(&next);
    Value* owner = after.CreateLoad(after.getPtrTy(), passed(after, offsetof(__heddle_passing, results_of)));
    Instruction* cold_end =
        SplitBlockAndInsertIfThen(after.CreateICmpEQ(owner, callee), next.getIterator(), false, unlikely_);
    IRBuilder<> cold(cold_end);
    cold.CreateStore(ConstantPointerNull::get(cold.getPtrTy()), passed(cold, offsetof(__heddle_passing, results_of)));
    const unsigned leaves = leaves_of(call.getType());
    if (leaves > HEDDLE_MAX_RESULTS) return;
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
      Value* term = cold.CreateLoad(cold.getInt32Ty(), passed(cold, result_slot(leaf)));
      shadows_[&call].push_back(merge(*cold_end, next, term));
    }
  }

  Function& function_;
  Module& module_;
  const DataLayout& layout_;
  RuntimeCalls& runtime_;
  Positions& positions_;
  const BranchInst* branch_ = nullptr;  // that is being asked about, where its place matters
  const bool closed_;                   // everybody who calls it follows values
  bool may_return_ = false;             // a term, that is
  MDNode* unlikely_;
  Value* asked_by_follower_ = nullptr;  // the caller takes terms back
  DenseSet<Value*> carrying_;           // may have a term
  DenseMap<Value*, Shadow> shadows_;
  SmallVector<PHINode*, 16> phis_;         // those with shadow phis
  SmallVector<Instruction*, 16> pending_;  // operations of the current block whose terms are not made yet
  DenseSet<Value*> pending_set_;
  DenseSet<Value*> asked_;  // values that were asked in the current block
};

}  // namespace

bool following_values() {
  static const bool on = [] {
    const char* text = std::getenv("HEDDLE_FOLLOW");
    return text && StringRef(text) == "1";
  }();
  return on;
}

void follow_values(Module& module, ArrayRef<Function*> functions, RuntimeCalls& runtime, Positions& positions) {
  Type* word = Type::getInt64Ty(module.getContext());
  StructType* marks = StructType::get(word, word);
  const SmallPtrSet<const Function*, 32> followed(functions.begin(), functions.end());
  for (Function* function : functions) {
    const auto is_followed_call = [&](const User* user) {
      return isa<Instruction>(user) && followed.contains(cast<Instruction>(user)->getFunction());
    };
    const bool closed =
        function->hasLocalLinkage() && !function->hasAddressTaken() && all_of(function->users(), is_followed_call);
    Follower(*function, runtime, positions, closed).run();
    function->setPrefixData(ConstantStruct::get(
        marks, {ConstantInt::get(word, HEDDLE_FOLLOWED_MARK), ConstantInt::get(word, HEDDLE_MARK)}));
  }
}

}  // namespace heddle
