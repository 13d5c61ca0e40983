#include "runtime/signals.h"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>

#include <cstring>

#include "runtime/body.h"
#include "runtime/failure.h"
#include "runtime/interpose.h"
#include "runtime/modules.h"
#include "runtime/raw_call.h"
#include "runtime/snapshot.h"
#include "runtime/unseen.h"
#include "runtime/system_calls.h"

namespace heddle::rt {
namespace {

constexpr uint64_t kStack = 256 << 10;
uint32_t idle_limit;
uint32_t idle_seconds;
uint64_t last_ticks, last_run;

const char* signal_text(int signal) {
  switch (signal) {
    case SIGSEGV: return "segmentation fault";
    case SIGBUS: return "bus error";
    case SIGFPE: return "arithmetic exception, such as a division by zero";
    case SIGILL: return "illegal instruction";
    case SIGTRAP: return "trap instruction";
    default: return "signal";
  }
}

// The stack slot whose guard area holds the address, or -1.
int overflown_stack(uint64_t address) {
  if (!in_stacks(address)) return -1;
  const uint64_t offset = (address - kStackBase) % kStackSlot;
  return offset < kStackSlot - kStackSize ? static_cast<int>((address - kStackBase) / kStackSlot) : -1;
}

void unblock(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  raw_call(SYS_rt_sigprocmask, SIG_UNBLOCK, reinterpret_cast<long>(&set), 0, 8);
}

void crash(int signal, void* info, void* context) {
  const auto address = reinterpret_cast<uint64_t>(static_cast<siginfo_t*>(info)->si_addr);
  if (signal == SIGSEGV && snapshot_fault(address)) return;
  const auto pc = static_cast<uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  // Taking down a call stack needs more of the stack than the program does.
  const bool overflown = signal == SIGSEGV && overflown_stack(address) >= 0;
  const bool in_capture = overflown && g.mode == Mode::kEngine && g.options.detail;
  if (in_capture) g.mode = Mode::kRun;
  if (g.mode != Mode::kRun) {  // our own fault, or before main
    if (g.mode == Mode::kStartup) refuse_early("the program crashes");
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  unblock(signal);
  // A call through a null pointer has no position of its own: the caller's is on top of the stack.
  const auto sp = static_cast<uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
  const uint64_t position = in_capture || is_our_code(pc)   ? g.touching
                            : pc == address && pc < 0x10000 ? value_at(sp, 8)
                                                            : pc + 1;
  if (!overflown && entered_unseen_code() && !is_our_code(pc) && !is_instrumented(pc) && !is_trusted_module(pc))
    unsupported(position, "a crash inside %s, which is not compiled with Heddle", module_name(pc));
  if (overflown)
    fail(FindingKind::kCrash, position, "stack overflow: a thread has used its %lu MiB of stack (endless recursion?)",
         kStackSize >> 20);
  // No address comes with an access beyond what any process can have. It is a bus error where the compiler addresses by the stack's
  // registers.
  if ((signal == SIGSEGV || signal == SIGBUS) && static_cast<siginfo_t*>(info)->si_code == SI_KERNEL)
    fail(FindingKind::kCrash, position, "access through a pointer that is no address (was it never set?)");
  if (signal == SIGSEGV && address < 0x10000)
    fail(FindingKind::kNullDereference, position,
         pc == address ? "call through a null pointer" : "access to address %lu", address);
  if (signal == SIGSEGV || signal == SIGBUS)
    fail(FindingKind::kCrash, position, "%s: access to address 0x%lx, which does not belong to the program",
         signal_text(signal), address);
  fail(FindingKind::kCrash, position, "%s", signal_text(signal));
}

// Once a second. A run that performs no event and allocates nothing for long is in a loop without end.
void tick(int signal, void*, void* context) {
  if (g.mode != Mode::kRun || g.ticks != last_ticks || g.runs != last_run) {
    last_ticks = g.ticks;
    last_run = g.runs;
    idle_seconds = g.idle = 0;
    return;
  }
  if (++idle_seconds < idle_limit) return;
  idle_seconds = 0;
  const auto pc = static_cast<uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (const char* call = current_call()) {
    unblock(signal);
    unsupported(0, "a run never ends: thread %d was in the system call %s for %u seconds", g.current, call, idle_limit);
  }
  if (is_our_code(pc)) {  // not here: where it rests next, or a second later
    g.idle = idle_limit;
    g.quiet = UINT32_MAX - 1;
    idle_seconds = idle_limit - 1;
    return;
  }
  unblock(signal);
  unsupported(0, "a run never ends: thread %d was in a loop without any shared access for %u seconds", g.current,
              idle_limit);
}

}  // namespace

void signals_start(uint32_t seconds) {
  idle_limit = seconds;
  stack_t stack{};
  stack.ss_sp = our_pages(kStack);
  stack.ss_size = kStack;
  sigaltstack(&stack, nullptr);
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) install_handler(s, crash, SA_ONSTACK | SA_NODEFER);
  install_handler(SIGALRM, tick, SA_ONSTACK | SA_RESTART);
  itimerval second{};
  second.it_interval.tv_sec = second.it_value.tv_sec = 1;
  setitimer(ITIMER_REAL, &second, nullptr);
}

}  // namespace heddle::rt
