#include "analysis/futures.h"

#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstdlib>
#include <cstring>

#include "analysis/future_function.h"
#include "analysis/memory.h"
#include "analysis/record.h"

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

bool writing_futures() {
  static const bool on = [] {
    const char* text = std::getenv("HEDDLE_FUTURES");
    return text && StringRef(text) == "1";
  }();
  return on;
}

namespace {

constexpr size_t kMostBlocks = 1024;

bool is_beyond_us(const Function& function) {
  if (function.callsFunctionThatReturnsTwice() || function.size() > kMostBlocks || function.isPresplitCoroutine())
    return true;
  return any_of(function, [](const BasicBlock& block) {
    const Instruction* end = block.getTerminator();
    if (block.getTerminatingMustTailCall()) return true;
    return isa<CallBrInst>(end) || isa<CatchSwitchInst>(end) || isa<CatchReturnInst>(end) ||
           isa<CleanupReturnInst>(end) || isa<IndirectBrInst>(end);
  });
}

template <class T>
void append(std::vector<uint32_t>& words, const std::vector<T>& rows) {
  const size_t at = words.size();
  words.resize(at + rows.size() * sizeof(T) / 4);
  if (!rows.empty()) std::memcpy(&words[at], rows.data(), rows.size() * sizeof(T));
}

// @heddle.future = private constant <{ [n x i32], [m x i32] }> …, section "heddle_futures"; the first part is for the linker.
GlobalVariable* emit(Module& module, FutureHeader header, Constant* function, ArrayRef<Constant*> variables,
                     ArrayRef<Constant*> positions, const std::vector<uint32_t>& rest, const Function* with) {
  LLVMContext& context = module.getContext();
  Type *word = Type::getInt32Ty(context), *wide = Type::getInt64Ty(context);
  const size_t front = sizeof header / 4 + variables.size() + positions.size();
  auto* type = StructType::get(context, {ArrayType::get(word, front), ArrayType::get(word, rest.size())}, true);
  auto* record =
      new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, UndefValue::get(type), "heddle.future");
  header.magic = kFutureMagic;
  header.words = static_cast<uint32_t>(front + rest.size());
  const auto distance = [&](Constant* to) {
    Constant* bytes =
        ConstantExpr::getSub(ConstantExpr::getPtrToInt(to, wide), ConstantExpr::getPtrToInt(record, wide));
    return ConstantExpr::getTrunc(bytes, word);
  };
  uint32_t plain[sizeof header / 4];
  std::memcpy(plain, &header, sizeof header);
  std::vector<Constant*> words;
  for (size_t i = 0; i < std::size(plain); ++i)
    words.push_back(i == offsetof(FutureHeader, function) / 4 && function ? distance(function)
                                                                          : ConstantInt::get(word, plain[i]));
  for (Constant* v : variables) words.push_back(distance(v));
  for (Constant* p : positions) words.push_back(p ? distance(p) : ConstantInt::get(word, 0));
  record->setInitializer(ConstantStruct::get(
      type, {ConstantArray::get(ArrayType::get(word, front), words), ConstantDataArray::get(context, rest)}));
  record->setSection(kFutureSection);
  record->setAlignment(Align(4));
  if (with && with->hasComdat()) record->setComdat(const_cast<Comdat*>(with->getComdat()));
  return record;
}

bool is_vtable(const User* user) {
  if (const auto* global = dyn_cast<GlobalVariable>(user)) return global->getName().starts_with("_ZTV");
  return isa<Constant>(user) && !isa<GlobalValue>(user) && all_of(user->users(), is_vtable);
}
bool is_list_of_ours(const User* user) {
  if (const auto* global = dyn_cast<GlobalVariable>(user)) return global->getName().starts_with("llvm.");
  return isa<Constant>(user) && !isa<GlobalValue>(user) && all_of(user->users(), is_list_of_ours);
}

// May it be called through a pointer that is no entry of a vtable?
bool is_taken(const Function& function) {
  return any_of(function.uses(), [&](const Use& use) {
    const User* user = use.getUser();
    if (const auto* call = dyn_cast<CallBase>(user)) {
      if (call->isCallee(&use)) return false;
      const auto* callee = call->getCalledFunction();
      return !(callee && (callee->getName() == "pthread_create" || callee->getName() == "thrd_create"));
    }
    return !is_vtable(user) && !is_list_of_ours(user);
  });
}

VirtualRow virtual_row(const Function& function, uint32_t place, bool thread_state) {
  const uint64_t hash = hash_of(function);
  return {{static_cast<uint32_t>(hash), static_cast<uint32_t>(hash >> 32)}, place, thread_state};
}

void add_vtable(const GlobalVariable& table, std::vector<VirtualRow>& rows) {
  const bool state = table.getName().starts_with("_ZTVNSt6thread11_State_impl");
  for (const Use& part : table.getInitializer()->operands()) {
    const auto* entries = dyn_cast<ConstantArray>(part);
    if (!entries) continue;
    for (unsigned i = 2; i < entries->getNumOperands(); ++i)
      if (const auto* f = dyn_cast<Function>(entries->getOperand(i)->stripPointerCastsAndAliases()))
        rows.push_back(virtual_row(*f, i - 2, state));
  }
}

GlobalVariable* write_module(Module& module) {
  std::vector<Constant*> variables;
  std::vector<VariableRow> rows;
  std::vector<VirtualRow> virtuals;
  const auto anybody = [](const Function&) { return true; };
  for (GlobalVariable& global : module.globals()) {
    if (global.getName().starts_with("_ZTV") && global.hasInitializer()) add_vtable(global, virtuals);
    if (global.isConstant() || global.isThreadLocal() || global.isDeclaration() || !global.isDSOLocal() ||
        global.hasComdat() || global.getName().starts_with("heddle.") || global.getName().starts_with("llvm."))
      continue;
    // What other modules may name they may also take the address of.
    const bool reached = !global.hasLocalLinkage() || !is_only_accessed(global, anybody);
    const uint64_t size = module.getDataLayout().getTypeAllocSize(global.getValueType());
    if (size >= UINT32_MAX) continue;
    variables.push_back(&global);
    rows.push_back({static_cast<uint32_t>(size), reached});
  }
  for (const Function& function : module)
    if (!function.isIntrinsic() && is_taken(function)) virtuals.push_back(virtual_row(function, UINT32_MAX, false));
  FutureHeader header{};
  header.flags = kFutureModule;
  header.variables = static_cast<uint32_t>(variables.size());
  header.edges = static_cast<uint32_t>(virtuals.size());
  std::vector<uint32_t> rest;
  append(rest, rows);
  append(rest, virtuals);
  return emit(module, header, nullptr, variables, {}, rest, nullptr);
}

GlobalVariable* write_function(Module& module, Function& function, FutureFunctionWriter* writer) {
  FutureHeader header{};
  const uint64_t name = hash_of(function);
  header.name[0] = static_cast<uint32_t>(name);
  header.name[1] = static_cast<uint32_t>(name >> 32);
  header.parameters = static_cast<uint32_t>(function.arg_size());
  std::vector<uint32_t> rest;
  if (!writer || writer->rows().opaque()) {
    header.flags |= kFutureOpaque;
    return emit(module, header, &function, {}, {}, rest, &function);
  }
  const FutureFunction& f = writer->rows();
  header.variables = static_cast<uint32_t>(writer->variables().size());
  header.slots = static_cast<uint32_t>(f.slots.size());
  header.expressions = static_cast<uint32_t>(f.expressions.size());
  header.blocks = static_cast<uint32_t>(f.blocks.size());
  header.edges = static_cast<uint32_t>(f.edges.size());
  header.items = static_cast<uint32_t>(f.items.size());
  header.arguments = static_cast<uint32_t>(f.arguments.size());
  header.types = static_cast<uint32_t>(f.types.size());
  append(rest, f.slots);
  append(rest, f.expressions);
  append(rest, f.blocks);
  append(rest, f.edges);
  append(rest, f.items);
  append(rest, f.arguments);
  append(rest, f.types);
  return emit(module, header, &function, writer->variables(), writer->positions(), rest, &function);
}

}  // namespace

std::vector<StandingPlan> write_futures(Module& module, ArrayRef<Function*> functions, ArrayRef<Function*> opaque,
                                        FunctionAnalysisManager& analyses, const FutureSurroundings& around) {
  std::vector<StandingPlan> plans;
  SmallVector<GlobalValue*, 64> records;
  records.push_back(write_module(module));
  for (Function* function : functions) {
    if (is_beyond_us(*function)) {
      records.push_back(write_function(module, *function, nullptr));
      continue;
    }
    FutureFunctionWriter writer(*function, analyses.getResult<ScalarEvolutionAnalysis>(*function), around);
    writer.run();
    GlobalVariable* record = write_function(module, *function, &writer);
    records.push_back(record);
    if (writer.rows().opaque()) continue;
    plans.push_back(writer.take_plan());
    plans.back().record = record;
  }
  for (Function* function : opaque) records.push_back(write_function(module, *function, nullptr));
  appendToUsed(module, records);
  return plans;
}

}  // namespace heddle::analysis
