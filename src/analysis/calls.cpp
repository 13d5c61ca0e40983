// Calls: of a function by its name, through a pointer, or of code that is not compiled with the program.
#include <llvm/IR/InlineAsm.h>

#include "analysis/function_graph.h"

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

namespace {

// Functions of the runtime that take no function to call: a table of those that do would be longer.
bool calls_nobody(StringRef name) {
  for (const char* start : {"pthread_mutex_",
                            "pthread_cond_",
                            "pthread_rwlock_",
                            "pthread_spin_",
                            "pthread_barrier_",
                            "pthread_join",
                            "pthread_detach",
                            "sem_",
                            "mtx_",
                            "cnd_",
                            "thrd_join",
                            "thrd_yield",
                            "malloc",
                            "calloc",
                            "realloc",
                            "free",
                            "_Znwm",
                            "_Znam",
                            "_ZdlPv",
                            "_ZdaPv",
                            "sched_yield",
                            "usleep",
                            "sleep",
                            "nanosleep",
                            "__assert_fail",
                            "abort"})
    if (name.starts_with(start)) return true;
  return false;
}

// What a thread ends with goes from the one to the other, and through no memory that is seen.
uint32_t about_results(StringRef name) {
  if (name.starts_with("pthread_exit") || name.starts_with("thrd_exit")) return kGivesResult;
  const bool joins = name.starts_with("pthread_join") || name.starts_with("pthread_tryjoin") ||
                     name.starts_with("pthread_timedjoin") || name.starts_with("pthread_clockjoin") ||
                     name.starts_with("thrd_join");
  return joins ? kTakesResult : 0;
}

// Prints, and reads no memory for it that could change: all strings are constants. Nobody looks at output.
bool only_prints(const CallBase& call, StringRef name) {
  if (name != "printf" && name != "puts" && name != "putchar" && name != "fprintf" && name != "fputs" &&
      name != "fputc")
    return false;
  return all_of(call.args(), [](const Use& argument) {
    if (!argument->getType()->isPointerTy()) return true;
    if (const auto* load = dyn_cast<LoadInst>(argument)) {  // stdout, stderr
      const auto* stream = dyn_cast<GlobalVariable>(load->getPointerOperand());
      return stream && stream->isDeclaration() && stream->getName().starts_with("std");
    }
    const auto* text = dyn_cast<GlobalVariable>(argument->stripPointerCasts());
    return text && text->isConstant();
  });
}

}  // namespace

void FunctionGraph::call_named(uint64_t name, CallRow row, ArrayRef<Node> arguments) {
  row.name[0] = static_cast<uint32_t>(name);
  row.name[1] = static_cast<uint32_t>(name >> 32);
  row.arguments = static_cast<uint32_t>(arguments.size());
  uint32_t words[sizeof row / 4];
  std::memcpy(words, &row, sizeof row);
  record_.calls.insert(record_.calls.end(), std::begin(words), std::end(words));
  record_.calls.insert(record_.calls.end(), arguments.begin(), arguments.end());
}

void FunctionGraph::visit_call(CallBase& call) {
  const Node result = call.getType()->isVoidTy() ? kNoNode : record_.node();
  const Node returns = returns_.lookup(&call);
  if (result != kNoNode) nodes_[&call] = result;
  SmallVector<Node, 8> arguments;
  for (const Value* argument : call.args())
    arguments.push_back(around_.broken("facts-parameter") ? kNoNode : of(argument));

  CallRow row{{0, 0}, kNoNode, here_, result, returns, Outside::kUnknown, kCallsBack, 0};
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  uint64_t name = 0;
  if (call.isInlineAsm()) {
    name = 1;  // nobody has this one
    row.outside = Outside::kKnown;
    row.also = 0;
  } else if (callee) {
    name = hash_of(*callee);
    row.outside = callee->isIntrinsic() ? Outside::kComputes : around_.outside(call, callee->getName());
    if (row.outside == Outside::kKnown && only_prints(call, callee->getName())) row.outside = Outside::kComputes;
    if (callee->isIntrinsic() || row.outside == Outside::kComputes ||
        (row.outside == Outside::kControlled && calls_nobody(callee->getName())))
      row.also = 0;
    if (!around_.broken("facts-result")) row.also |= about_results(callee->getName());
  } else {
    row.target = of(call.getCalledOperand());
  }
  // A function that is handed over by its name will be called: a thread's, a callback.
  if (!callee || callee->isDeclaration())
    for (const Value* argument : call.args())
      if (const auto* handed = dyn_cast<Function>(argument->stripPointerCasts())) {
        const Node all = joined(arguments);
        CallRow callback{{0, 0}, kNoNode, here_, kNoNode, kNoNode, Outside::kKnown, 0, 0};
        call_named(hash_of(*handed), callback, SmallVector<Node, 8>(handed->arg_size(), all));
        if (row.outside == Outside::kControlled) row.also &= ~uint32_t{kCallsBack};
      }
  call_named(name, row, arguments);
  if (call.doesNotReturn()) {
    record_.flags |= kMayAbort;
    record_.edge(here_, kMayNotReturn);
  }
  site(call, SiteKind::kCall, joined(arguments), kNoNode, result, 0);
  record_.edge(returns, kMayNotReturn);
  const Node after = record_.node();
  record_.edge(here_, after);
  record_.edge(returns, after);
  here_ = after;
}

}  // namespace heddle::analysis
