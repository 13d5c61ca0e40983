#include "runtime/program_signals.h"
#include "runtime/program_state.h"

#include <signal.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "runtime/body.h"
#include "runtime/fixed.h"
#include "runtime/interpose.h"
#include "runtime/unseen.h"

namespace heddle::rt {
namespace {

struct Disposition {
  void (*handler)(int);
  unsigned long flags;
  uint64_t mask;
};
Disposition actions[65], actions_at_start[65];
bool changed;                 // in this run
uint64_t masks[kMaxThreads];  // blocked, by thread; bit n - 1 for signal n
uint64_t pending[kMaxThreads];
uint64_t mask_at_start;
bool masked;  // something was blocked in this run: only then do `masks` and `pending` hold something

uint64_t bit(int number) { return uint64_t{1} << (number - 1); }
bool valid(int number) { return number >= 1 && number <= 64; }
constexpr uint64_t kNeverBlocked = uint64_t{1} << (SIGKILL - 1) | uint64_t{1} << (SIGSTOP - 1);

bool is_handler(const Disposition& d) { return d.handler != SIG_DFL && d.handler != SIG_IGN; }

[[noreturn]] void die(int number, uint64_t position) {
  if (number == SIGABRT) fail(FindingKind::kAssertion, position, "the program raises SIGABRT");
  fail(FindingKind::kCrash, position, "the program raises signal %d", number);
}

void deliver(int number, uint64_t position) {
  Disposition& d = actions[number];
  if (d.handler == SIG_IGN) return;
  if (d.handler == SIG_DFL) {
    if (number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT) return;
    if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
      unsupported(position, "the program stops itself by signal %d", number);
    die(number, position);
  }
  const Disposition used = d;
  if (used.flags & SA_RESETHAND) {
    d.handler = SIG_DFL;
    changed = true;
  }
  masked = true;
  uint64_t& mask = masks[g.current];
  const uint64_t before = mask;
  mask |= used.mask | (used.flags & SA_NODEFER ? 0 : bit(number));
  spin_dirty();
  const int error = errno;
  note_callback(reinterpret_cast<uint64_t>(used.handler), "a signal handler is");
  if (used.flags & SA_SIGINFO) {
    siginfo_t info{};
    info.si_signo = number;
    info.si_code = SI_TKILL;
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(reinterpret_cast<void*>(used.handler))(number, &info, nullptr);
  } else {
    used.handler(number);
  }
  errno = error;
  masks[g.current] = before;
}

// Delivers what is pending and no longer blocked.
void deliver_pending(uint64_t position) {
  for (;;) {
    const uint64_t ready = pending[g.current] & ~masks[g.current];
    if (ready == 0) return;
    const int number = __builtin_ctzll(ready) + 1;
    pending[g.current] &= ~bit(number);
    deliver(number, position);
  }
}

int set_mask(int how, const uint64_t* set, uint64_t* old, uint64_t position) {
  uint64_t& mask = masks[g.current];
  const uint64_t before = mask;
  if (set != nullptr) {
    state_is_elsewhere();
    if (how == SIG_BLOCK) mask |= *set;
    else if (how == SIG_UNBLOCK) mask &= ~*set;
    else if (how == SIG_SETMASK) mask = *set;
    else return EINVAL;
    mask &= ~kNeverBlocked;
    if (mask != before) {
      masked = true;
      spin_dirty();
    }
  }
  if (old != nullptr) *old = before;
  if (running()) deliver_pending(position);
  return 0;
}

// Others do not send these without being asked to: the program's own, and what follows from its own instructions. The verdict says
// that nobody did.
bool comes_only_if_sent(int number) {
  switch (number) {
    case SIGUSR1:
    case SIGUSR2:
    case SIGABRT:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGSEGV:
    case SIGSYS:
    case SIGTRAP: return true;
    default: return number >= 34;  // SIGRTMIN
  }
}

int set_action(int number, const Disposition* to, Disposition* old) {
  if (!valid(number) || (to != nullptr && (number == SIGKILL || number == SIGSTOP))) return EINVAL;
  if (old != nullptr) *old = actions[number];
  if (to == nullptr) return 0;
  state_is_elsewhere();
  if (is_handler(*to) && comes_only_if_sent(number)) note_fixed(FixedInput::kSignals);
  else if (is_handler(*to) && !seeking_body())
    uncontrolled("the program installs a handler for signal %d: signals are not explored", number);
  changed = true;
  spin_dirty();
  actions[number] = *to;
  return 0;
}

// As the kernel has it.
struct KernelAction {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)();
  uint64_t mask;
};

}  // namespace

void program_signals_snapshot() {
  memcpy(actions_at_start, actions, sizeof actions);
  mask_at_start = masks[kMainThread];
  masked = mask_at_start != 0;
}

void program_signals_reset() {
  if (masked) {
    memset(masks, 0, sizeof masks);
    memset(pending, 0, sizeof pending);
    masks[kMainThread] = mask_at_start;
    masked = mask_at_start != 0;
  }
  if (!changed) return;
  changed = false;
  memcpy(actions, actions_at_start, sizeof actions);
}

void program_signals_inherit(int creator, int thread) {
  if (!masked) return;
  masks[thread] = masks[creator];
  pending[thread] = 0;
}

bool signal_call(long number, const long* a, long* answer) {
  switch (number) {
    case SYS_rt_sigprocmask:
      *answer = -set_mask(static_cast<int>(a[0]), reinterpret_cast<const uint64_t*>(a[1]),
                          reinterpret_cast<uint64_t*>(a[2]), 0);
      return true;
    case SYS_rt_sigpending:
      *reinterpret_cast<uint64_t*>(a[0]) = pending[g.current];
      *answer = 0;
      return true;
    case SYS_rt_sigaction: {
      Disposition to, old;
      if (a[1] != 0) {
        const auto* k = reinterpret_cast<const KernelAction*>(a[1]);
        to = {k->handler, k->flags, k->mask};
      }
      *answer = -set_action(static_cast<int>(a[0]), a[1] != 0 ? &to : nullptr, &old);
      if (*answer == 0 && a[2] != 0)
        *reinterpret_cast<KernelAction*>(a[2]) = {old.handler, old.flags, nullptr, old.mask};
      return true;
    }
    case SYS_sigaltstack:
      if (a[1] != 0) *reinterpret_cast<stack_t*>(a[1]) = {nullptr, SS_DISABLE, 0};
      *answer = 0;
      return true;
    default: return false;
  }
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

HEDDLE_API int sigaction(int number, const struct sigaction* action, struct sigaction* old) noexcept {
  if (!controlled()) {
    if (real.sigaction == nullptr) real_start();
    return real.sigaction(number, action, old);
  }
  Disposition to, before;
  if (action != nullptr) {
    to = {action->sa_handler, static_cast<unsigned long>(action->sa_flags), 0};
    memcpy(&to.mask, &action->sa_mask, sizeof to.mask);
  }
  const int error = set_action(number, action != nullptr ? &to : nullptr, &before);
  if (error != 0) {
    errno = error;
    return -1;
  }
  if (old != nullptr) {
    memset(old, 0, sizeof *old);
    old->sa_handler = before.handler;
    old->sa_flags = static_cast<int>(before.flags);
    memcpy(&old->sa_mask, &before.mask, sizeof before.mask);
  }
  return 0;
}
HEDDLE_API __sighandler_t signal(int number, __sighandler_t handler) noexcept {
  if (!controlled()) {
    if (real.signal == nullptr) real_start();
    return real.signal(number, handler);
  }
  const Disposition to{handler, SA_RESTART, valid(number) ? bit(number) : 0};
  Disposition before;
  const int error = set_action(number, &to, &before);
  if (error == 0) return before.handler;
  errno = error;
  return SIG_ERR;
}
HEDDLE_API int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (!controlled()) {
    if (real.pthread_sigmask == nullptr) real_start();
    return real.pthread_sigmask(how, set, old);
  }
  return set_mask(how, reinterpret_cast<const uint64_t*>(set), reinterpret_cast<uint64_t*>(old), HERE);
}
HEDDLE_API int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (!controlled()) {
    if (real.pthread_sigmask == nullptr) real_start();
    errno = real.pthread_sigmask(how, set, old);
  } else {
    const int before = errno;
    errno = set_mask(how, reinterpret_cast<const uint64_t*>(set), reinterpret_cast<uint64_t*>(old), HERE);
    if (errno == 0) errno = before;
    else return -1;
    return 0;
  }
  return errno == 0 ? 0 : -1;
}
// Ours stays where it is.
HEDDLE_API int sigaltstack(const stack_t* stack, stack_t* old) noexcept {
  static auto* next = reinterpret_cast<int (*)(const stack_t*, stack_t*)>(real_symbol("sigaltstack"));
  if (!controlled()) return next(stack, old);
  if (old != nullptr) *old = {nullptr, SS_DISABLE, 0};
  return 0;
}
HEDDLE_API int raise(int number) noexcept {
  if (!controlled()) return real.raise(number);
  if (number == 0) return 0;
  if (!valid(number)) {
    errno = EINVAL;
    return -1;
  }
  if (!running()) die(number, HERE);
  state_is_elsewhere();
  if (masks[g.current] & bit(number)) {
    pending[g.current] |= bit(number);
    spin_dirty();
  } else {
    deliver(number, HERE);
  }
  return 0;
}
HEDDLE_API int kill(pid_t process, int number) noexcept {
  if (!controlled()) return real.kill(process, number);
  unsupported(HERE, "the program sends signal %d by kill", number);
}
HEDDLE_API int pthread_kill(pthread_t thread, int number) {
  if (!controlled()) return real.pthread_kill(thread, number);
  if (number == 0) return 0;
  if (thread == static_cast<pthread_t>(self().fs)) return raise(number) == 0 ? 0 : EINVAL;
  unsupported(HERE, "the program sends signal %d to a thread", number);
}
