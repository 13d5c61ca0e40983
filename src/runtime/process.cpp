// exit, abort, assertions, and the calls that would leave our control.
#include "runtime/process.h"

#include <dlfcn.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "base/hash.h"
#include "heddle/heddle.h"
#include "runtime/body.h"
#include "runtime/descriptors.h"
#include "runtime/destructors.h"
#include "runtime/entries.h"
#include "runtime/heap.h"
#include "runtime/input_sources.h"
#include "runtime/interpose.h"
#include "runtime/modules.h"
#include "runtime/start.h"
#include "runtime/states_abi.h"
#include "runtime/term_places.h"
#include "runtime/threads.h"
#include "runtime/unseen.h"

namespace heddle::rt {
namespace {

int (*program_main)(int, char**, char**);
int program_argc;
char** program_argv;
char** program_env;

struct Handler {
  void (*run)(void*);
  void* argument;
};
constexpr int kMaxHandlers = 4096;
Handler handlers[kMaxHandlers];
int handler_count, handlers_at_start;
bool exiting;
constexpr int kMaxQuickHandlers = 256;
void (*quick_handlers[kMaxQuickHandlers])();
int quick_handler_count, quick_handlers_at_start;

void add_handler(void (*run)(void*), void* argument, uint64_t position) {
  if (handler_count == kMaxHandlers)
    unsupported(position, "the program registers more than %d exit handlers", kMaxHandlers);
  handlers[handler_count++] = {run, argument};
}

void leak(const BlockInfo& b) {
  note_finding(FindingKind::kLeak, b.owner, b.where, b.begin,
               "a heap block of %lu bytes is never freed, and nothing points to it", b.size);
}

}  // namespace

void process_arguments(int (*main)(int, char**, char**), int argc, char** argv, char** env) {
  program_main = main;
  program_argc = argc;
  program_argv = argv;
  program_env = env;
}

void program_start() { program_main(program_argc, program_argv, program_env); }

void process_main() {
  if (has_body()) body_main();
  if (!is_marked(reinterpret_cast<uint64_t>(program_main)))
    uncontrolled("the program's main function is not compiled with Heddle: what it does is not seen");
  receive_sources(program_argc, program_argv);
  // Nobody looks at what main returns: it need not be asked.
  if (following() && !g.options.exit_codes) __heddle_passed.from = reinterpret_cast<const void*>(program_main);
  __heddle_clear();
  process_exit(program_main(program_argc, program_argv, program_env), 0);
}

void process_exit(int code, uint64_t position, bool last_thread) {
  enter_by_return(static_cast<uint64_t>(code));
  if (!exiting) {
    exiting = true;
    run_thread_local_destructors();
    while (handler_count > 0) {
      const Handler h = handlers[--handler_count];
      note_callback(at(reinterpret_cast<void*>(h.run)), "an exit handler is");
      h.run(h.argument);
    }
    run_destructor_functions();
  }
  process_end(code, position, last_thread);
}

void process_end(int code, uint64_t position, bool last_thread) {
  enter_by_return(static_cast<uint64_t>(code) << 1 | 1);
  // What the other threads would still do, they may do before the end; so they do all they can. (That the process
  // ends earlier shows nothing that this does not show.)
  block(Wait::kLast, 0);
  spin_end();
  record_unscheduled(Op::kEnd, last_thread ? 0 : 1, 0);
  if (g.options.exit_codes && code != 0)
    note_finding(FindingKind::kExitCode, g.current, position, 0, "the program ends with exit code %d", code);
  if (g.options.leaks) heap_leaks(leak);
  end_run(g.finding_count > 0 ? Outcome::kFinding : g.stopped_by_assume ? Outcome::kBlocked : Outcome::kComplete);
}

uint64_t exit_handlers_hash() {
  uint64_t hash = static_cast<uint64_t>(exiting);
  for (int i = handlers_at_start; i < handler_count; ++i)
    hash = mix(mix(hash, at(reinterpret_cast<void*>(handlers[i].run))), at(handlers[i].argument));
  for (int i = quick_handlers_at_start; i < quick_handler_count; ++i)
    hash = mix(hash, at(reinterpret_cast<void*>(quick_handlers[i])));
  return mix(hash, static_cast<uint64_t>(handler_count));
}

void exit_handlers_snapshot() {
  handlers_at_start = handler_count;
  quick_handlers_at_start = quick_handler_count;
}
void exit_handlers_reset() {
  handler_count = handlers_at_start;
  quick_handler_count = quick_handlers_at_start;
  exiting = false;
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

namespace {
[[noreturn]] void assertion(const char* expression, uint64_t position) {
  fail(FindingKind::kAssertion, position, "assertion failed: %s", expression);
}
}  // namespace

HEDDLE_API void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) noexcept {
  if (controlled()) assertion(expression, HERE);
  fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  real.abort();
}
HEDDLE_API void __assert(const char* expression, const char* file, int line) noexcept {
  if (controlled()) assertion(expression, HERE);
  fprintf(stderr, "%s:%d: Assertion `%s' failed.\n", file, line, expression);
  real.abort();
}
// The verification competition's way to say "assume": if (!condition) abort(), in a function of this name.
static bool is_assumption(uint64_t caller) {
  PassThrough ours;
  Dl_info info;
  return dladdr(reinterpret_cast<void*>(caller - 1), &info) != 0 && info.dli_sname != nullptr &&
         strcmp(info.dli_sname, "assume_abort_if_not") == 0;
}

HEDDLE_API void abort() {
  if (running() && is_assumption(HERE)) heddle_assume(0);
  if (controlled()) fail(FindingKind::kAssertion, HERE, "abort was called");
  real.abort();
  __builtin_unreachable();
}
// libstdc++'s assertions of containers (_GLIBCXX_ASSERTIONS).
HEDDLE_API __attribute__((noreturn)) void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char* file, int line,
                                                                                const char* function,
                                                                                const char* condition) {
  if (controlled()) assertion(condition, HERE);
  fprintf(stderr, "%s:%d: %s: Assertion '%s' failed.\n", file, line, function, condition);
  real.abort();
  __builtin_unreachable();
}
// The terminate handler that heddle_cxx.o installs (src/library/uncaught.cpp).
HEDDLE_API __attribute__((noreturn)) void __heddle_uncaught(const char* type, const char* what) {
  if (running())
    if (const char* assertion = body_explanation()) fail(FindingKind::kAssertion, 0, "%s", assertion);
  if (controlled()) {
    if (type == nullptr)
      fail(FindingKind::kUncaughtException, 0,
           "std::terminate was called without an exception, as by the destructor of a std::thread that nobody joined");
    if (what != nullptr) fail(FindingKind::kUncaughtException, 0, "uncaught exception of type %s: %s", type, what);
    fail(FindingKind::kUncaughtException, 0, "uncaught exception of type %s", type);
  }
  fprintf(stderr, "terminate called%s%s%s%s\n",
          type ? " after throwing an instance of " : " without an active exception", type ? type : "", what ? ": " : "",
          what ? what : "");
  real.abort();
  __builtin_unreachable();
}

HEDDLE_API void exit(int code) {
  if (running()) process_exit(code, HERE);
  if (g.mode == Mode::kStartup) refuse_early("the program exits");
  real.exit(code);
  __builtin_unreachable();
}
// Those that run no exit handlers. What the other threads would still do, they may do before.
#define EXIT_AT_ONCE(NAME)                   \
  HEDDLE_API void NAME(int code) {           \
    if (running()) process_end(code, HERE);  \
    if (real._exit == nullptr) real_start(); \
    real.NAME(code);                         \
    __builtin_unreachable();                 \
  }
EXIT_AT_ONCE(_exit)
EXIT_AT_ONCE(_Exit)

HEDDLE_API void quick_exit(int code) {
  if (running()) {
    while (quick_handler_count > 0) {
      void (*run)() = quick_handlers[--quick_handler_count];
      note_callback(at(reinterpret_cast<void*>(run)), "a handler of quick_exit is");
      run();
    }
    process_end(code, HERE);
  }
  real.quick_exit(code);
  __builtin_unreachable();
}
static int at_quick(void (*run)(), uint64_t position) {
  if (quick_handler_count == kMaxQuickHandlers)
    unsupported(position, "the program registers more than %d handlers of quick_exit", kMaxQuickHandlers);
  quick_handlers[quick_handler_count++] = run;
  return 0;
}
// What at_quick_exit calls, which is linked into the program.
HEDDLE_API int __cxa_at_quick_exit(void (*run)(void*), void* dso) {
  if (controlled()) return at_quick(reinterpret_cast<void (*)()>(run), HERE);
  static auto* next = reinterpret_cast<int (*)(void (*)(void*), void*)>(real_symbol("__cxa_at_quick_exit"));
  return next(run, dso);
}

HEDDLE_API int __cxa_atexit(void (*run)(void*), void* argument, void* dso) {
  if (controlled() && (dso == nullptr || !is_our_code(at(dso)))) {
    add_handler(run, argument, HERE);
    return 0;
  }
  if (real.cxa_atexit == nullptr) real_start();
  return real.cxa_atexit(run, argument, dso);
}
HEDDLE_API int atexit(void (*run)()) {
  if (!controlled()) {
    if (real.cxa_atexit == nullptr) real_start();
    return real.cxa_atexit(reinterpret_cast<void (*)(void*)>(run), nullptr, nullptr);
  }
  add_handler(reinterpret_cast<void (*)(void*)>(run), nullptr, HERE);
  return 0;
}

#define REFUSED(RESULT, NAME, PARAMETERS)                                                        \
  HEDDLE_API RESULT NAME PARAMETERS {                                                            \
    if (running()) unsupported(HERE, "the program calls " #NAME ", which cannot be controlled"); \
    static auto* next = reinterpret_cast<RESULT(*) PARAMETERS>(real_symbol(#NAME));
#define PASS(...)           \
  return next(__VA_ARGS__); \
  }
// clang-format off
REFUSED(pid_t, fork, ()) PASS()
REFUSED(pid_t, vfork, ()) PASS()
REFUSED(int, execve, (const char* a, char* const* b, char* const* c)) PASS(a, b, c)
REFUSED(int, execv, (const char* a, char* const* b)) PASS(a, b)
REFUSED(int, execvp, (const char* a, char* const* b)) PASS(a, b)
REFUSED(int, execvpe, (const char* a, char* const* b, char* const* c)) PASS(a, b, c)
REFUSED(int, fexecve, (int a, char* const* b, char* const* c)) PASS(a, b, c)
REFUSED(int, timer_create, (clockid_t a, sigevent* b, timer_t* c)) PASS(a, b, c)
REFUSED(int, posix_spawn, (void* a, void* b, void* c, void* d, void* e, void* f)) PASS(a, b, c, d, e, f)
REFUSED(int, posix_spawnp, (void* a, void* b, void* c, void* d, void* e, void* f)) PASS(a, b, c, d, e, f)
REFUSED(int, system, (const char* a)) PASS(a)
REFUSED(FILE*, popen, (const char* a, const char* b)) PASS(a, b)
REFUSED(int, socket, (int a, int b, int c)) PASS(a, b, c)
    // clang-format on

    // A library that is loaded in the middle of a run would stay, with its state, for the next one. One that is there
    // already is only looked up.
    HEDDLE_API void* dlopen(const char* path, int flags) {
  static auto* next = reinterpret_cast<void* (*)(const char*, int)>(real_symbol("dlopen"));
  if (!running()) return next(path, flags);
  PassThrough ours;
  void* loaded = next(path, path == nullptr ? flags : flags | RTLD_NOLOAD);
  if (loaded == nullptr && (flags & RTLD_NOLOAD) == 0 && path != nullptr) {
    g.mode = Mode::kRun;
    unsupported(HERE, "the program loads %s while it runs (dlopen), which cannot be controlled", path);
  }
  return loaded;
}
HEDDLE_API int dlclose(void* library) {
  static auto* next = reinterpret_cast<int (*)(void*)>(real_symbol("dlclose"));
  return running() ? 0 : next(library);
}

// The variadic relatives of exec. On its own, the program's arguments are gathered and passed on.
#define EXEC_LIST(NAME, WITH)                                                                     \
  HEDDLE_API int NAME(const char* path, const char* first, ...) {                                 \
    if (running()) unsupported(HERE, "the program calls " #NAME ", which cannot be controlled");  \
    const char* list[1024] = {first};                                                             \
    va_list more;                                                                                 \
    va_start(more, first);                                                                        \
    for (int i = 1; i < 1023 && list[i - 1] != nullptr; ++i) list[i] = va_arg(more, const char*); \
    va_end(more);                                                                                 \
    return WITH(path, const_cast<char* const*>(list));                                            \
  }
EXEC_LIST(execl, execv)
EXEC_LIST(execlp, execvp)

// See src/library/c.
HEDDLE_API int __heddle_models() { return controlled() ? 1 : 0; }
HEDDLE_API void __heddle_modelled(int descriptor) { note_modelled(descriptor); }
HEDDLE_API void __heddle_not_modelled(const char* call) {
  if (g.mode == Mode::kStartup) refuse_early("the program makes a system call that is not modelled");
  unsupported(HERE, "the program calls %s, which cannot be controlled", call);
}

HEDDLE_API pid_t getpid() noexcept {
  if (running()) return kProcessId;
  static auto* next = reinterpret_cast<pid_t (*)()>(real_symbol("getpid"));
  return next();
}
HEDDLE_API pid_t gettid() noexcept {
  if (running()) return kProcessId + g.current;
  static auto* next = reinterpret_cast<pid_t (*)()>(real_symbol("gettid"));
  return next();
}
