// Calls, as far as they matter to other threads: who is called, what is locked, waited for, started and freed.
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InlineAsm.h>

#include "analysis/future_function.h"
#include "analysis/record.h"

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

namespace {

bool begins(StringRef name, std::initializer_list<const char*> with) {
  return any_of(with, [&](const char* start) { return name.starts_with(start); });
}

bool is_lock(StringRef name) { return name == "pthread_mutex_lock" || name == "mtx_lock"; }
bool is_condition_wait(StringRef name) { return name == "pthread_cond_wait" || name == "cnd_wait"; }
bool is_free(StringRef name) { return name == "free" || begins(name, {"_ZdlPv", "_ZdaPv"}); }

// Works on a lock, a condition or the like, and on nothing else.
bool works_on_object(StringRef name) {
  return begins(name, {"pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_spin_", "pthread_barrier_",
                       "sem_", "mtx_", "cnd_", "__cxa_guard_", "_ZNSt18condition_variable", "_ZNSt6thread6detach",
                       "pthread_detach", "thrd_detach", "__heddle_barrier_"});
}

// Fresh memory, ends of the program, exceptions on their way, and what tells the checker something.
bool is_harmless(StringRef name) {
  return begins(name, {"malloc",
                       "calloc",
                       "aligned_alloc",
                       "_Znwm",
                       "_Znam",
                       "__assert_fail",
                       "abort",
                       "_ZSt9terminatev",
                       "__cxa_throw",
                       "__cxa_rethrow",
                       "__cxa_allocate_exception",
                       "__cxa_free_exception",
                       "__cxa_begin_catch",
                       "__cxa_end_catch",
                       "__cxa_atexit",
                       "_Unwind_Resume",
                       "__clang_call_terminate",
                       "_ZSt20__throw_",
                       "_ZSt17__throw_",
                       "_ZSt19__throw_",
                       "_ZSt28__throw_",
                       "_ZSt16__throw_",
                       "_ZSt24__throw_",
                       "sched_yield",
                       "thrd_yield",
                       "pthread_self",
                       "heddle_assume",
                       "__VERIFIER_"});
}

// Passes control to whoever was given to it.
bool calls_back(StringRef name) {
  return begins(name, {"qsort",
                       "bsearch",
                       "pthread_once",
                       "call_once",
                       "signal",
                       "sigaction",
                       "raise",
                       "kill",
                       "pthread_kill",
                       "pthread_cleanup",
                       "pthread_exit",
                       "thrd_exit",
                       "pthread_key_create",
                       "tss_create",
                       "atexit",
                       "lfind",
                       "lsearch",
                       "tsearch",
                       "twalk",
                       "ftw",
                       "nftw",
                       "scandir",
                       "glob",
                       "pthread_cancel"});
}

// Where in a vtable the function is looked up that is called; -1 if it is not.
int64_t place_in_vtable(const Value& target, const DataLayout& layout) {
  const auto* entry = dyn_cast<LoadInst>(&target);
  if (!entry) return -1;
  APInt offset(64, 0);
  const Value* table = entry->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto* load = dyn_cast<LoadInst>(table);
  const MDNode* tag = load ? load->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  if (!tag || tag->getNumOperands() < 2) return -1;
  const auto* type = dyn_cast<MDNode>(tag->getOperand(1));
  const auto* name = type && type->getNumOperands() > 0 ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  if (!name || name->getString() != "vtable pointer" || offset.isNegative()) return -1;
  return static_cast<int64_t>(offset.getZExtValue() / 8);
}

}  // namespace

void FutureFunctionWriter::name(Row& row, const Function& function) {
  const uint64_t hash = hash_of(function);
  row.name[0] = static_cast<uint32_t>(hash);
  row.name[1] = static_cast<uint32_t>(hash >> 32);
}

void FutureFunctionWriter::give_arguments(Row& row, CallBase& call) {
  row.first = static_cast<uint32_t>(rows_.arguments.size());
  row.arguments = static_cast<uint32_t>(call.arg_size());
}

// Memory that the arguments point to, whatever is done with it there.
void FutureFunctionWriter::visit_arguments(CallBase& call, uint32_t flags) {
  item(ItemKind::kHarmless, call);
  for (const Use& argument : call.args())
    if (argument->getType()->isPointerTy() && !isa<ConstantPointerNull>(argument) && !isa<Function>(argument)) {
      const auto* global = dyn_cast<GlobalVariable>(argument->stripPointerCasts());
      if (global && global->isConstant()) continue;
      access_item(call, *argument, flags & kObject ? 56 : 0, flags);
    }
}

void FutureFunctionWriter::visit_create(CallBase& call, const Value* start, const Value* argument) {
  const uint32_t given = argument ? expression(*argument) : add(ExpressionOp::kUnknown);
  Row& row = item(ItemKind::kCreate, call);
  row.first = static_cast<uint32_t>(rows_.arguments.size());
  row.arguments = 1;
  if (const auto* function = dyn_cast<Function>(start->stripPointerCastsAndAliases())) {
    row.flags |= kNamed;
    name(row, *function);
  }
  rows_.arguments.push_back(given);
}

bool FutureFunctionWriter::visit_known(CallBase& call, StringRef callee) {
  const auto argument = [&](unsigned i) -> const Value& { return *call.getArgOperand(i); };
  if (callee == "pthread_create" && call.arg_size() == 4) {
    visit_create(call, &argument(2), &argument(3));
    access_item(call, argument(0), 8, kWrites);
  } else if (callee == "thrd_create" && call.arg_size() == 3) {
    visit_create(call, &argument(1), &argument(2));
    access_item(call, argument(0), 8, kWrites);
  } else if (callee.starts_with("_ZNSt6thread15_M_start_thread")) {
    Row& row = item(ItemKind::kCreate, call);
    row.flags |= kVirtual | kThreadState;
    row.bytes = 2;
  } else if (is_lock(callee) && call.arg_size() == 1) {
    access_item(call, argument(0), 56, kReads | kWrites | kObject).kind = ItemKind::kLock;
  } else if (is_condition_wait(callee) && call.arg_size() == 2) {
    access_item(call, argument(0), 56, kReads | kWrites | kObject);
    access_item(call, argument(1), 56, kReads | kWrites | kObject).kind = ItemKind::kLock;
  } else if ((callee == "pthread_join" || callee == "thrd_join") && call.arg_size() == 2) {
    const uint32_t handle = expression(argument(0));
    item(ItemKind::kJoin, call).address = handle;
    if (!isa<ConstantPointerNull>(argument(1))) access_item(call, argument(1), 8, kWrites);
  } else if (callee == "_ZNSt6thread4joinEv") {
    const uint32_t object = expression(argument(0));
    rows_.types.push_back({});
    const uint32_t handle = add(ExpressionOp::kLoad, object, 8, static_cast<uint32_t>(rows_.types.size() - 1));
    item(ItemKind::kJoin, call).address = handle;
    access_item(call, argument(0), 8, kReads | kWrites | kObject);
  } else if (is_free(callee) && call.arg_size() >= 1) {
    if (isa<ConstantPointerNull>(argument(0))) return item(ItemKind::kHarmless, call), true;
    const auto* size = callee != "free" && call.arg_size() > 1 ? dyn_cast<ConstantInt>(&argument(1)) : nullptr;
    const bool sized = size && callee.substr(6, 1) == "m" && size->getValue().ult(UINT32_MAX);
    access_item(call, argument(0), sized ? static_cast<uint32_t>(size->getZExtValue()) : 0, kWrites | kFrees);
  } else if (callee == "realloc") {
    access_item(call, argument(0), 0, kReads);
    access_item(call, argument(0), 0, kWrites | kFrees);
  } else if (works_on_object(callee)) {
    visit_arguments(call, kReads | kWrites | kObject);
  } else if (is_harmless(callee)) {
    item(ItemKind::kHarmless, call);
  } else {
    return false;
  }
  return true;
}

void FutureFunctionWriter::visit_indirect(CallBase& call) {
  const int64_t place = place_in_vtable(*call.getCalledOperand(), layout_);
  SmallVector<uint32_t, 8> arguments;
  for (const Use& a : call.args()) arguments.push_back(expression(*a));
  Row& row = item(ItemKind::kIndirect, call);
  if (place >= 0) {
    row.flags |= kVirtual;
    row.bytes = static_cast<uint32_t>(place);
  }
  give_arguments(row, call);
  rows_.arguments.insert(rows_.arguments.end(), arguments.begin(), arguments.end());
}

void FutureFunctionWriter::visit_call(CallBase& call) {
  if (auto* copy = dyn_cast<MemIntrinsic>(&call)) {
    if (around_.position(call)) visit_copy(*copy);
    return;
  }
  if (call.isInlineAsm()) {
    if (call.mayReadOrWriteMemory() && !cast<InlineAsm>(call.getCalledOperand())->getAsmString().empty())
      item(ItemKind::kAnything, call);
    return;
  }
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee) return visit_indirect(call);
  if (callee->isIntrinsic()) {
    if (around_.position(call)) item(ItemKind::kAnything, call);
    return;
  }
  const StringRef symbol = callee->getName();
  if (callee->isDeclaration()) {
    if (visit_known(call, symbol)) return;
    switch (around_.outside(symbol)) {
      case OutsideMemory::kNothing: item(ItemKind::kHarmless, call); return;
      case OutsideMemory::kAnything: item(ItemKind::kAnything, call); return;
      case OutsideMemory::kArguments:
        visit_arguments(call, kReads | kWrites);
        if (calls_back(symbol)) {
          Row& row = item(ItemKind::kIndirect, call);
          row.arguments = UINT32_MAX;
          for (const Use& a : call.args())
            if (const auto* handed = dyn_cast<Function>(a->stripPointerCastsAndAliases())) {
              Row& called = item(ItemKind::kCall, call);
              name(called, *handed);
            }
        }
        return;
      case OutsideMemory::kUnknown: break;
    }
  }
  SmallVector<uint32_t, 8> arguments;
  for (const Use& a : call.args()) arguments.push_back(expression(*a));
  Row& row = item(ItemKind::kCall, call);
  name(row, *callee);
  give_arguments(row, call);
  rows_.arguments.insert(rows_.arguments.end(), arguments.begin(), arguments.end());
}

}  // namespace heddle::analysis
