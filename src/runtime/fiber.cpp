#include "runtime/fiber.h"

#include <immintrin.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/library_use.h"
#include "runtime/modules.h"
#include "runtime/raw_call.h"
#include "runtime/real.h"
#include "runtime/relevance.h"
#include "runtime/shadow.h"
#include "runtime/threads.h"

// Saves the callee-saved registers, stores the stack pointer in *save and continues on `to`. The second does so with the state
// of floating point arithmetic (rounding, exceptions), too, which it loads only if it differs; it is used if the program could
// change that (arithmetic_state_is_used).
asm(R"(
.text
.globl heddle_rt_switch
.hidden heddle_rt_switch
.type heddle_rt_switch, @function
heddle_rt_switch:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size heddle_rt_switch, .-heddle_rt_switch

.globl heddle_rt_switch_arithmetic
.hidden heddle_rt_switch_arithmetic
.type heddle_rt_switch_arithmetic, @function
heddle_rt_switch_arithmetic:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  sub $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  mov (%rsp), %eax
  movzwl 4(%rsp), %ecx
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  cmp (%rsp), %eax
  jne 1f
  cmp 4(%rsp), %cx
  je 2f
1:
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
2:
  add $8, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size heddle_rt_switch_arithmetic, .-heddle_rt_switch_arithmetic

.globl heddle_rt_fiber_entry
.hidden heddle_rt_fiber_entry
.type heddle_rt_fiber_entry, @function
heddle_rt_fiber_entry:
  .cfi_startproc
  .cfi_undefined rip
  xor %ebp, %ebp
  call heddle_rt_fiber_main
  ud2
  .cfi_endproc
.size heddle_rt_fiber_entry, .-heddle_rt_fiber_entry
)");

extern "C" {
__attribute__((visibility("hidden"))) void heddle_rt_switch(void** save, void* to);
__attribute__((visibility("hidden"))) void heddle_rt_switch_arithmetic(void** save, void* to);
__attribute__((visibility("hidden"))) void heddle_rt_fiber_entry();
__attribute__((visibility("hidden"), used)) void heddle_rt_fiber_main() { heddle::rt::thread_main(); }
}

const __heddle_standing* __heddle_stands __attribute__((visibility("default")));

namespace heddle::rt {
namespace {

// Of threads that do not run: __heddle_stands.
const __heddle_standing* standing[kMaxThreads];

struct TlsPart {
  int64_t offset;  // from the FS base, negative
  uint64_t size;
  char* fresh;   // as the linker laid it out
  char* main;    // the main thread's, as of the snapshot
  bool program;  // not a library's
};
constexpr int kMaxTls = 32;
TlsPart tls[kMaxTls];
int tls_count;
uint64_t errno_offset;  // from the FS base
bool switches_arithmetic;
bool resets_errno;  // alone: the rest of the C library's part is not
bool uses_errno;

struct Identity {
  uint64_t fs;
  uint32_t ready;  // 1 once it is; a futex
};
Identity* identities;
uint64_t main_base;  // where the main thread's stack begins; 0: at the top of its slot

void* park(void* identity) {
  sigset_t all;
  sigfillset(&all);
  real.pthread_sigmask(SIG_SETMASK, &all, nullptr);
  auto* me = static_cast<Identity*>(identity);
  me->fs = _readfsbase_u64();
  __atomic_store_n(&me->ready, 1, __ATOMIC_RELEASE);
  real.syscall(SYS_futex, &me->ready, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  for (;;) pause();
}

// As heddle_rt_switch saves it: a thread begins with that of its creator.
uint64_t arithmetic_state() {
  struct {
    uint32_t vector;
    uint16_t x87, none;
  } state{};
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(state.vector), "=m"(state.x87));
  uint64_t word;
  std::memcpy(&word, &state, sizeof word);
  return word;
}

inline void switch_stacks(void** save, void* to) {
  if (__builtin_expect(switches_arithmetic, 0)) heddle_rt_switch_arithmetic(save, to);
  else heddle_rt_switch(save, to);
}

uint64_t stack_top(ThreadId t) { return kStackBase + (t + uint64_t{1}) * kStackSlot; }

void make_stack(ThreadId t) {
  const uint64_t top = stack_top(t);
  if (raw_call(SYS_mprotect, static_cast<long>(top - kStackSize), kStackSize, PROT_READ | PROT_WRITE) != 0)
    unsupported(0, "cannot make a stack for one more thread: out of memory");
}

void make_identity(ThreadId t) {
  PassThrough ours;
  const uint64_t base = kIdentityBase + t * kIdentitySlot;
  mprotect(reinterpret_cast<void*>(base), kIdentitySlot, PROT_READ | PROT_WRITE);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, reinterpret_cast<void*>(base), kIdentitySlot);
  pthread_t thread;
  const uint64_t fs = _readfsbase_u64();
  _writefsbase_u64(g.home_fs);  // the C library creates threads as the one real thread there is
  const int failed = real.pthread_create(&thread, &attributes, park, &identities[t]), error = errno;
  if (failed == 0)
    while (!__atomic_load_n(&identities[t].ready, __ATOMIC_ACQUIRE))
      real.syscall(SYS_futex, &identities[t].ready, FUTEX_WAIT, 0, nullptr, nullptr, 0);
  errno = error;
  _writefsbase_u64(fs);
  if (failed != 0) unsupported(0, "cannot create one more thread: the system refuses (error %d)", failed);
}

int collect_tls(dl_phdr_info* info, size_t, void*) {
  // Of the C library it is errno, the locale and the like; errno alone if nothing else can be changed.
  const bool libc = is_libc_path(info->dlpi_name) && library_state_is_used();
  if (info->dlpi_tls_data == nullptr || (!libc && !module_is_reset(info->dlpi_name, info->dlpi_addr))) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_TLS || header.p_memsz == 0 || tls_count == kMaxTls) continue;
    const auto at = reinterpret_cast<uint64_t>(info->dlpi_tls_data);
    const auto offset = static_cast<int64_t>(at - g.home_fs);
    if (offset > 0 || offset < -int64_t{1 << 19}) continue;  // not in the static block
    TlsPart& part = tls[tls_count++];
    part.offset = offset;
    part.size = header.p_memsz;
    part.fresh = static_cast<char*>(our_pages(part.size));
    part.main = static_cast<char*>(our_pages(part.size));
    std::memcpy(part.fresh, reinterpret_cast<char*>(identities[1].fs) + offset, part.size);
    part.program = !libc && !is_libstdcxx(info->dlpi_name);
    if (!libc) track_high(at, at + part.size);
  }
  return 0;
}

}  // namespace

void fibers_start() {
  g.home_fs = _readfsbase_u64();
  errno_offset = reinterpret_cast<uint64_t>(&errno) - g.home_fs;
  void* stacks = mmap(reinterpret_cast<void*>(kStackBase), kStackEnd - kStackBase, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  void* blocks = mmap(reinterpret_cast<void*>(kIdentityBase), kIdentityEnd - kIdentityBase, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (stacks == MAP_FAILED || blocks == MAP_FAILED) refuse("cannot reserve address space for the program's threads");
  identities = static_cast<Identity*>(our_pages(sizeof(Identity) * kMaxThreads));
  identities[kMainThread] = {g.home_fs, true};
  make_identity(1);
}

void fiber_prepare(ThreadId id) {
  Thread& t = g.thread[id];
  standing[id] = nullptr;
  if (t.fs == 0) {
    if (!identities[id].ready) make_identity(id);
    make_stack(id);
    t.fs = identities[id].fs;
  }
  if (resets_errno) *reinterpret_cast<int*>(t.fs + errno_offset) = 0;
  if (id != kMainThread)
    for (int i = 0; i < tls_count; ++i)
      std::memcpy(reinterpret_cast<char*>(t.fs) + tls[i].offset, tls[i].fresh, tls[i].size);
  auto* sp = reinterpret_cast<uint64_t*>((id == kMainThread && main_base != 0 ? main_base : stack_top(id)) - 64);
  *--sp = 0;
  *--sp = 0;  // the entry calls on, so the stack is aligned here
  *--sp = reinterpret_cast<uint64_t>(heddle_rt_fiber_entry);
  for (int i = 0; i < 6; ++i) *--sp = 0;
  if (switches_arithmetic) *--sp = arithmetic_state();
  t.sp = sp;
}

const void* stands_at(ThreadId thread) { return thread == g.current ? __heddle_stands : standing[thread]; }

void fiber_set_base(uint64_t base) { main_base = base; }

bool saves_arithmetic() { return switches_arithmetic; }

void switch_to(ThreadId id) {
  Thread& from = self();
  Thread& to = g.thread[id];
  standing[g.current] = __heddle_stands;
  __heddle_stands = standing[id];
  set_current(id);
  refresh_expectation();
  if (from.fs != to.fs) _writefsbase_u64(to.fs);
  switch_stacks(&from.sp, to.sp);
}

void switch_from_home(ThreadId id) {
  __heddle_stands = standing[id];
  set_current(id);
  refresh_expectation();
  _writefsbase_u64(g.thread[id].fs);
  switch_stacks(&g.home_sp, g.thread[id].sp);
}

void switch_home() {
  g.mode = Mode::kEngine;
  g.watched = 0;
  _writefsbase_u64(g.home_fs);
  switch_stacks(&self().sp, g.home_sp);
  __builtin_unreachable();
}

void tls_snapshot() {
  switches_arithmetic = arithmetic_state_is_used();
  uses_errno = errno_is_used();
  resets_errno = uses_errno && !library_state_is_used();
  dl_iterate_phdr(collect_tls, nullptr);
  for (int i = 0; i < tls_count; ++i)
    std::memcpy(tls[i].main, reinterpret_cast<char*>(g.home_fs) + tls[i].offset, tls[i].size);
}

int errno_of(uint64_t fs) { return uses_errno ? *reinterpret_cast<const int*>(fs + errno_offset) : 0; }

void tls_for_each(uint64_t fs, void (*look)(uint64_t begin, uint64_t end)) {
  for (int i = 0; i < tls_count; ++i) {
    const uint64_t begin = fs + static_cast<uint64_t>(tls[i].offset);
    look(begin, begin + tls[i].size);
  }
}

void tls_for_each_of_program(uint64_t fs, void (*look)(uint64_t begin, uint64_t end)) {
  for (int i = 0; i < tls_count; ++i) {
    const uint64_t begin = fs + static_cast<uint64_t>(tls[i].offset);
    if (tls[i].program) look(begin, begin + tls[i].size);
  }
}

void tls_reset_main() {
  for (int i = 0; i < tls_count; ++i)
    std::memcpy(reinterpret_cast<char*>(g.home_fs) + tls[i].offset, tls[i].main, tls[i].size);
}

}  // namespace heddle::rt
