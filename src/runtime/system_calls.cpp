#include "runtime/system_calls.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/ioctl.h>
#include <ucontext.h>

#include <cstring>

#include "runtime/descriptors.h"
#include "runtime/file_calls.h"
#include "runtime/fixed.h"
#include "runtime/input_sources.h"
#include "runtime/interpose.h"
#include "runtime/modules.h"
#include "runtime/process.h"
#include "runtime/program_signals.h"
#include "runtime/program_state.h"
#include "runtime/raw_call.h"
#include "runtime/snapshot.h"
#include "runtime/surroundings.h"
#include "runtime/system_call_names.h"

asm(R"(
.text
.globl heddle_rt_sigreturn
.hidden heddle_rt_sigreturn
.type heddle_rt_sigreturn, @function
heddle_rt_sigreturn:
  mov $15, %rax
  syscall
.size heddle_rt_sigreturn, .-heddle_rt_sigreturn
)");
extern "C" __attribute__((visibility("hidden"))) void heddle_rt_sigreturn();

namespace heddle::rt {
namespace {

// As the kernel has it; the C library's is another.
struct KernelAction {
  void (*handler)(int, void*, void*);
  unsigned long flags;
  void (*restorer)();
  unsigned long mask;
};
constexpr unsigned long kRestorer = 0x04000000;

long in_call = -1;  // its number
uint64_t in_run;    // and the run: one that ended in the middle of a call left the number behind

[[noreturn]] void refuse_call(long number, uint64_t position) {
  const char* name = system_call_name(number);
  if (name != nullptr) unsupported(position, "the program makes the system call %s, which cannot be controlled", name);
  unsupported(position, "the program makes system call %ld, which cannot be controlled", number);
}

template <class T>
T* pointer(long address) {
  return reinterpret_cast<T*>(address);
}

long as_answer(long result) { return result < 0 ? -errno : result; }

// What the process sees of time, chance and the machine.
bool fixed_call(long number, const long* a, long* answer) {
  const int error = errno;
  switch (number) {
    case SYS_clock_gettime:
      *answer = as_answer(clock_gettime(static_cast<clockid_t>(a[0]), pointer<timespec>(a[1])));
      break;
    case SYS_gettimeofday: *answer = as_answer(gettimeofday(pointer<timeval>(a[0]), nullptr)); break;
    case SYS_time: *answer = time(pointer<time_t>(a[0])); break;
    case SYS_nanosleep: *answer = as_answer(nanosleep(pointer<timespec>(a[0]), nullptr)); break;
    case SYS_clock_nanosleep:
      *answer =
          -clock_nanosleep(static_cast<clockid_t>(a[0]), static_cast<int>(a[1]), pointer<timespec>(a[2]), nullptr);
      break;
    case SYS_times:
      note_fixed(FixedInput::kUsage);
      if (a[0] != 0) memset(pointer<tms>(a[0]), 0, sizeof(tms));
      *answer = static_cast<long>(time(nullptr) % 1000000 * 100);
      break;
    case SYS_getrusage:
      note_fixed(FixedInput::kUsage);
      memset(pointer<rusage>(a[1]), 0, sizeof(rusage));
      *answer = 0;
      break;
    case SYS_sysinfo: {
      note_fixed(FixedInput::kMachine);
      auto* s = pointer<struct sysinfo>(a[0]);
      memset(s, 0, sizeof *s);
      s->uptime = 1000000;
      s->totalram = uint64_t{8} << 30;
      s->freeram = uint64_t{4} << 30;
      s->procs = 1;
      s->mem_unit = 1;
      *answer = 0;
      break;
    }
    case SYS_uname:
      note_fixed(FixedInput::kMachine);
      *answer = raw_call(number, a[0]);
      strcpy(pointer<utsname>(a[0])->nodename, "heddle");
      break;
    case SYS_getrandom: *answer = fixed_random_bytes(pointer<void>(a[0]), static_cast<uint64_t>(a[1])); break;
    case SYS_getpid: *answer = kProcessId; break;
    case SYS_gettid: *answer = kProcessId + g.current; break;
    case SYS_getppid:
    case SYS_getpgrp:
    case SYS_getpgid:
    case SYS_getsid: *answer = kParentId; break;
    case SYS_getcpu:
      note_fixed(FixedInput::kMachine);
      if (a[0] != 0) *pointer<unsigned>(a[0]) = 0;
      if (a[1] != 0) *pointer<unsigned>(a[1]) = 0;
      *answer = 0;
      break;
    default: return false;
  }
  errno = error;
  return true;
}

// Those that change nothing that another run could see, or the program's memory alone.
bool is_harmless(long number) {
  switch (number) {
    case SYS_brk:
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_madvise:
    case SYS_mremap:
    case SYS_msync:
    case SYS_mincore:
    case SYS_futex:
    case SYS_sched_yield:
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_getgroups:
    case SYS_getresuid:
    case SYS_getresgid:
    case SYS_getcwd:
    case SYS_fstat:
    case SYS_fstatfs:
    case SYS_fgetxattr:
    case SYS_flistxattr:
    case SYS_set_robust_list:
    case SYS_get_robust_list:
    case SYS_rseq:
    case SYS_set_tid_address:
    case SYS_sync:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_syncfs:
    case SYS_sync_file_range:
    case SYS_readahead:
    case SYS_fadvise64:
    case SYS_membarrier:
    case SYS_sched_getparam:
    case SYS_sched_getscheduler:
    case SYS_sched_get_priority_max:
    case SYS_sched_get_priority_min:
    case SYS_sched_rr_get_interval:
    case SYS_sched_getattr:
    case SYS_capget:
    case SYS_clock_getres:
    case SYS_ioprio_get:
    case SYS_restart_syscall: return true;
    default: return false;
  }
}

bool is_harmless_control(long request) {
  return request == TCGETS || request == TIOCGWINSZ || request == FIONREAD || request == FIOCLEX || request == FIONCLEX;
}

// The kernel does not open pages that we protect (snapshot.h): where it was to write into one, we do.
bool open_pages(const long* a) {
  bool some = false;
  for (int i = 0; i < 6; ++i) some |= snapshot_open(static_cast<uint64_t>(a[i]), 64 << 10);
  return some;
}

void trap(int, void*, void* context) {
  auto* r = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const long number = r[REG_RAX];
  const long a[6] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
  if (number == SYS_kill && a[0] == kProcessId &&
      !is_libc(static_cast<uint64_t>(r[REG_RIP])))  // assembly: the process does die
    raw_call(SYS_kill, raw_call(SYS_getpid), a[1]);
  // The C library itself, which looks for a daemon that knows users' names: there is none.
  if (number == SYS_socket && is_libc(static_cast<uint64_t>(r[REG_RIP]))) {
    r[REG_RAX] = -EAFNOSUPPORT;
    return;
  }
  r[REG_RAX] = running() ? answer_call(number, a, 0) : raw_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

}  // namespace

void install_handler(int signal, void (*handler)(int, void*, void*), unsigned long flags) {
  const KernelAction action{handler, flags | SA_SIGINFO | kRestorer, heddle_rt_sigreturn, 0};
  raw_call(SYS_rt_sigaction, signal, reinterpret_cast<long>(&action), 0, 8);
}

bool system_calls_start() {
  descriptors_start();
  install_handler(SIGSYS, trap, SA_NODEFER);
  uint64_t begin, end;
  our_code(&begin, &end);
  constexpr long kDispatch = 59, kOn = 1;  // PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON
  return raw_call(SYS_prctl, kDispatch, kOn, static_cast<long>(begin), static_cast<long>(end - begin),
                  reinterpret_cast<long>(&g.watched)) == 0;
}

const char* current_call() {
  if (in_call < 0 || in_run != g.runs) return nullptr;
  const char* name = system_call_name(in_call);
  return name != nullptr ? name : "unknown";
}

static long perform_call(long number, const long* a, uint64_t position) {
  long answer;
  check_modelled(number, a, position);
  note_source_call(number, number == SYS_mmap ? a[4] : a[0], position);
  if (is_harmless(number)) {
    do answer = raw_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    while (answer == -EINTR);
    if (answer == -EFAULT && open_pages(a)) answer = raw_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    return answer;
  }
  if ((number != SYS_write && number != SYS_writev) || (a[0] != 1 && a[0] != 2)) {
    if (fixed_call(number, a, &answer)) return answer;
    if (number != SYS_ioctl && number != SYS_exit_group) state_is_elsewhere();
  }
  if (descriptor_call(number, a, position, &answer) || file_call(number, a, position, &answer)) {
    if (answer == -EFAULT && open_pages(a)) answer = raw_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    return answer;
  }
  if (surroundings_call(number, a, position, &answer) || signal_call(number, a, &answer)) return answer;
  if (number == SYS_ioctl && is_harmless_control(a[1])) return raw_call(number, a[0], a[1], a[2]);
  if (number == SYS_exit_group) end_run(g.finding_count > 0 ? Outcome::kFinding : Outcome::kComplete);
  refuse_call(number, position);
}

long answer_call(long number, const long* a, uint64_t position) {
  in_call = number;
  in_run = g.runs;
  const long answer = perform_call(number, a, position);
  in_call = -1;
  return answer;
}

}  // namespace heddle::rt
