#include "instrument/follow_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <sys/syscall.h>

#include "outside/table.h"

using namespace llvm;

namespace heddle {
namespace {

// Functions that look at nothing behind their pointers: they only ask which block of the heap, or which stream, it is. What
// `realloc` copies keeps its terms.
constexpr std::string_view kUnread[] = {"free", "cfree",  "malloc_usable_size", "realloc", "reallocarray",
                                        "_Zd*", "fileno", "fileno_unlocked"};

// Functions of which it is known that they look at no more than a small object behind each pointer: locks, clocks, handles,
// exceptions, of which the first bytes are a pointer at most, and what
// streams are made of: flags, a width, a locale.
constexpr std::string_view kNear[] = {"pthread_*",
                                      "__pthread_*",
                                      "sem_*",
                                      "mtx_*",
                                      "cnd_*",
                                      "thrd_*",
                                      "tss_*",
                                      "call_once",
                                      "malloc",
                                      "calloc",
                                      "memalign",
                                      "aligned_alloc",
                                      "valloc",
                                      "posix_memalign",
                                      "_Zn*",
                                      "__cxa_*",
                                      "__dynamic_cast",
                                      "_Unwind_*",
                                      "__tls_get_addr",
                                      "*setjmp",
                                      "*longjmp",
                                      "__longjmp_chk",
                                      "nanosleep",
                                      "clock_nanosleep",
                                      "thrd_sleep",
                                      "atexit",
                                      "exit",
                                      "abort",
                                      "__assert_fail",
                                      "__assert",
                                      "_ZSt21__glibcxx_assert_fail*",
                                      "_ZNSt18condition_variable*",
                                      "_ZNSt22condition_variable_any*",
                                      "_ZNSt6thread*",
                                      "_ZNSt11this_thread*",
                                      "_ZNSt6chrono3_V2*",
                                      "_ZNSt28__atomic_futex_unsigned_base*",
                                      "_ZNSt13__future_base*",
                                      "_ZSt15__once_callable",
                                      "_ZSt11__once_call",
                                      "__once_proxy",
                                      "_ZNSt9once_flag*",
                                      "_ZNSt10_Sp_locker*",
                                      "_ZNSt9exceptionD*",
                                      "_ZNSt*errorD*",
                                      "_ZNSt16invalid_argumentD*",
                                      "_ZNSt12out_of_rangeD*",
                                      "_ZNSt*bad_*D*",
                                      "_ZSt17__throw_bad_*",
                                      "_ZNSt8ios_base*",
                                      "_ZNKSt8ios_base*",
                                      "_ZNSt6locale*",
                                      "_ZNKSt6locale*",
                                      "_ZSt9use_facet*",
                                      "_ZSt9has_facet*",
                                      "__heddle_*",
                                      "heddle_*",
                                      "__VERIFIER_*",
                                      "reach_error"};

bool fits_any(StringRef name, ArrayRef<std::string_view> patterns) {
  return any_of(patterns, [=](std::string_view pattern) { return outside::fits(pattern, std::string_view(name)); });
}

bool is_near(const CallBase& call, StringRef name) {
  if (name == "__cxa_demangle") return false;
  if (name == "syscall")
    if (auto* number = dyn_cast<ConstantInt>(call.getArgOperand(0))) return number->getZExtValue() == SYS_futex;
  return fits_any(name, kNear);
}

bool leaves_memory_alone(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::vaend:
    case Intrinsic::vacopy:  // a list of arguments, which were asked
    case Intrinsic::prefetch:
    case Intrinsic::trap:
    case Intrinsic::ubsantrap:
    case Intrinsic::eh_typeid_for:
    case Intrinsic::frameaddress:
    case Intrinsic::returnaddress:
    case Intrinsic::threadlocal_address:
    case Intrinsic::get_rounding:
    case Intrinsic::set_rounding:
    case Intrinsic::donothing: return true;
    default: return false;
  }
}

}  // namespace

Reach reach_of(const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call))
    return !call.mayReadOrWriteMemory() || leaves_memory_alone(intrinsic->getIntrinsicID()) ? Reach::kNothing
                                                                                            : Reach::kEverything;
  if (call.isInlineAsm()) return call.mayReadOrWriteMemory() ? Reach::kEverything : Reach::kNothing;
  if (none_of(call.args(), [](const Value* argument) {
        return argument->getType()->isPointerTy() && !isa<ConstantPointerNull>(argument);
      }))
    return Reach::kNothing;
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (callee == nullptr) return Reach::kEverything;
  if (fits_any(callee->getName(), kUnread)) return Reach::kNothing;
  return is_near(call, callee->getName()) ? Reach::kNear : Reach::kEverything;
}

}  // namespace heddle
