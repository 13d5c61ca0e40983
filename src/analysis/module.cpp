#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstdlib>

#include "analysis/analysis.h"
#include "analysis/function_graph.h"
#include "analysis/memory.h"

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

bool writing_facts() {
  static const bool on = [] {
    const char* text = std::getenv("HEDDLE_FACTS");
    return text && StringRef(text) == "1";
  }();
  return on;
}

namespace {

// A function that returns twice, or jumps in ways that the graph does not have.
bool is_beyond_us(const Function& function) {
  if (function.callsFunctionThatReturnsTwice()) return true;
  return any_of(function, [](const BasicBlock& block) {
    const Instruction* end = block.getTerminator();
    return isa<CallBrInst>(end) || isa<CatchSwitchInst>(end) || isa<CatchReturnInst>(end) ||
           isa<CleanupReturnInst>(end);
  });
}

// May it be called by somebody whose call is not in the facts?
bool is_called_unseen(const Function& function, function_ref<bool(const Function&)> has_facts) {
  return function.hasAddressTaken() || any_of(function.users(), [&](const User* user) {
           const auto* i = dyn_cast<Instruction>(user);
           return !i || !has_facts(*i->getFunction());
         });
}

// The module's variables: which there are, and which are reached through pointers.
Record variables_of(Module& module, function_ref<bool(const Function&)> has_facts) {
  Record record;
  record.flags = kModule;
  for (const GlobalVariable& global : module.globals()) {
    if (global.isConstant() || global.getName().starts_with("heddle.") || global.getName().starts_with("llvm."))
      continue;
    const bool reached = !is_only_accessed(global, has_facts);
    if (global.isDeclaration() && !reached) continue;
    const uint64_t name = hash_of(global);
    record.memory.push_back({{static_cast<uint32_t>(name), static_cast<uint32_t>(name >> 32)},
                             0,
                             0,
                             kNoNode,
                             reached ? uint32_t{kReached} : 0,
                             {}});
  }
  for (const Function& function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && function.hasAddressTaken()) {
      const uint64_t name = hash_of(function);
      record.memory.push_back(
          {{static_cast<uint32_t>(name), static_cast<uint32_t>(name >> 32)}, 0, 0, kNoNode, kFunction, {}});
    }
  return record;
}

Record nothing_known() {
  Record record;
  record.flags = kOpaque;
  return record;
}

}  // namespace

void write_facts(Module& module, ArrayRef<Function*> functions, ArrayRef<Function*> opaque,
                 FunctionAnalysisManager& analyses, const Surroundings& around) {
  SmallPtrSet<const Function*, 32> followed;
  for (const Function* function : functions)
    if (!is_beyond_us(*function)) followed.insert(function);
  const auto has_facts = [&](const Function& function) { return followed.contains(&function); };

  SmallVector<GlobalValue*, 64> records;
  Record variables = variables_of(module, has_facts);
  variables.text = around.text(module.getSourceFileName());
  records.push_back(emit(variables, module, nullptr));
  const auto add = [&](Function& function, Record record) {
    record.name = hash_of(function);
    record.text = around.text(function.getName());
    if (is_called_unseen(function, has_facts)) record.flags |= kAddressTaken;
    records.push_back(emit(record, module, &function));
  };
  for (Function* function : functions) {
    if (!has_facts(*function)) {
      add(*function, nothing_known());
      continue;
    }
    const FunctionGraph::Analyses known{
        analyses.getResult<PostDominatorTreeAnalysis>(*function), analyses.getResult<LoopAnalysis>(*function),
        analyses.getResult<ScalarEvolutionAnalysis>(*function), analyses.getResult<LazyValueAnalysis>(*function)};
    add(*function, FunctionGraph(*function, around, known).take());
  }
  for (Function* function : opaque) add(*function, nothing_known());
  appendToUsed(module, records);
}

}  // namespace heddle::analysis
