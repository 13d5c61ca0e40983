#include "runtime/threads.h"

#include "runtime/unseen.h"

#include <setjmp.h>

#include <cstring>

#include "base/hash.h"
#include "runtime/access.h"
#include "runtime/blocks.h"
#include "runtime/body.h"
#include "runtime/entries.h"
#include "runtime/fiber.h"
#include "runtime/frames.h"
#include "runtime/hidden.h"
#include "runtime/interpose.h"
#include "runtime/library_use.h"
#include "runtime/modules.h"
#include "runtime/process.h"
#include "runtime/program_signals.h"
#include "runtime/states_abi.h"
#include "runtime/thread_names.h"

namespace heddle::rt {

void (*on_thread_name)(ThreadId id, ThreadId parent, uint16_t index);

namespace {

struct Name {
  ThreadId parent;
  uint16_t index;
};
Name names[kMaxThreads];

// The thread that a handle stands for, in this run; -1 if none.
int find(pthread_t handle) {
  for (int t = 0; t < g.live; ++t)
    if (g.thread[t].status != Status::kUnused && g.thread[t].fs == static_cast<uint64_t>(handle)) return t;
  return -1;
}

// What the joined thread knew is ordered before the joiner now; all of the joined thread is.
void learn_from(ThreadId joined) {
  auto* mine = reinterpret_cast<uint8_t*>(self().known);
  const auto* theirs = reinterpret_cast<const uint8_t*>(g.thread[joined].known);
  for (int i = 0; i < g.threads; ++i)
    if (theirs[i] > mine[i]) mine[i] = theirs[i];
  mine[joined] = 255;
  self().ended |= g.thread[joined].ended | (joined < 64 ? uint64_t{1} << joined : 0);
  if (g.thread[joined].clock > self().clock) self().clock = g.thread[joined].clock;
}

void check_start(uint64_t start) {
  static uint64_t checked;  // most programs start their threads in one function
  if (start == checked) return;
  checked = start;
  if (!is_instrumented(start) && !is_our_code(start) && strncmp(module_name(start), "libstdc++", 9) != 0)
    uncontrolled("%s, which is not instrumented, starts a thread", module_name(start));
}

int create(pthread_t* handle, bool detached, void* (*start)(void*), void* argument, uint64_t position) {
  if (g.mode != Mode::kRun) refuse_early("the program starts a thread");
  check_start(reinterpret_cast<uint64_t>(start));
  Thread& parent = self();
  const int id = thread_id(g.current, parent.children++);
  if (id < 0) {
    uncontrolled("the runs start more than %d different threads", kMaxThreads - 2);
    stop_thread();
  }
  const auto child_id = static_cast<ThreadId>(id);
  thread_reset(child_id, g.current);
  Thread& child = g.thread[id];
  fiber_prepare(child_id);
  child.start = start;
  child.argument = argument;
  child.detached = detached;
  child.clock = parent.clock;
  program_signals_inherit(g.current, id);
  thread_names_inherit(g.current, id);
  child.told = parent.told;
  child.ended = parent.ended;
  std::memcpy(child.known, parent.known, sizeof child.known);
  reinterpret_cast<uint8_t*>(child.known)[g.current] = parent.phase < 254 ? parent.phase + 1 : 254;
  if (parent.phase < 254) ++parent.phase;
  refresh_expectation();
  if (id >= g.live) g.live = id + 1;

  const auto slot = at(handle);
  if (private_write(slot, 8) || !begin_access(Op::kWrite, slot, 8, position, 0)) {
    *handle = static_cast<pthread_t>(child.fs);
  } else {
    const pthread_t old = *handle;
    *handle = static_cast<pthread_t>(child.fs);
    record(old, child.fs);
  }
  spin_dirty();
  child.status = Status::kAlive;
  set_wait(child_id, Wait::kNew);
  record_unscheduled(Op::kCreate, child_id, position,
                     mix(reinterpret_cast<uint64_t>(start), reinterpret_cast<uint64_t>(argument)));
  g.eager.set(child_id);
  return 0;
}

// Whether a thread has ended, where the program asks (pthread_tryjoin_np).
uint64_t end_of(const Thread& t) { return hidden_handle(mix(4, t.fs)); }
bool ends_are_asked() {
  static const bool asked = program_names("pthread_tryjoin_np");
  return asked;
}

int join(pthread_t handle, void** result, bool only_try, uint64_t position) {
  const int id = find(handle);
  if (id < 0) fail(FindingKind::kLockMisuse, position, "join of something that is not a thread of this program");
  const auto target = static_cast<ThreadId>(id);
  Thread& t = g.thread[target];
  break_section();
  if (target == g.current) fail(FindingKind::kLockMisuse, position, "a thread joins itself");
  if (t.joined) fail(FindingKind::kLockMisuse, position, "a thread is joined twice");
  if (t.detached) fail(FindingKind::kLockMisuse, position, "a detached thread is joined");
  if (only_try) use_hidden(end_of(t), outside::Effect::What::kAsks, 0, position);
  if (t.status != Status::kDone) {
    if (only_try) return EBUSY;
    Event& e = g.next[g.current];
    e = Event{};
    e.op = Op::kJoin;
    e.flags = kAtomic;
    e.thread = g.current;
    e.object = target;
    e.position = position;
    if (g.options.detail) capture_stack();
    self().join_target = target;
    t.joined = true;
    block(Wait::kJoin, target);
  }
  t.joined = true;
  learn_from(target);
  spin_dirty();
  record_unscheduled(Op::kJoin, target, position, result != nullptr);
  if (result != nullptr) {
    deliver(result, t.result, position);
    if (t.told && !self().told) {  // what it returns may follow from that
      self().told = true;
      refresh_expectation();
    }
  }
  return 0;
}

// Keys. Those made before the first run are there in every run.
struct Keys {
  int count;
  void (*destructor[128])(void*);
  bool used[128];
};
Keys keys, keys_at_start;
void* main_specific_at_start[128];

// Thread-local variables of main that static initialisers made.
ThreadLocalDestructor main_destructors[64];
int main_destructor_count;

void run_destructors() {
  run_thread_local_destructors();
  Thread& t = self();
  for (int round = 0; round < 4; ++round) {
    bool more = false;
    for (int k = 0; k < keys.count; ++k) {
      void* value = t.specific[k];
      if (value == nullptr || !keys.used[k] || keys.destructor[k] == nullptr) continue;
      t.specific[k] = nullptr;
      note_callback(reinterpret_cast<uint64_t>(keys.destructor[k]), "the destructor of a key is");
      keys.destructor[k](value);
      more = true;
    }
    if (!more) break;
  }
}

}  // namespace

void run_thread_local_destructors() {
  Thread& t = self();
  while (t.destructors > 0) {
    const ThreadLocalDestructor d = t.destructor[--t.destructors];
    note_callback(reinterpret_cast<uint64_t>(d.run), "the destructor of a thread-local variable is");
    d.run(d.object);
  }
}

int thread_of(unsigned long handle) { return find(handle); }

int thread_id(ThreadId parent, uint16_t index) {
  for (int t = 1; t < g.threads; ++t)
    if (names[t].parent == parent && names[t].index == index) return t;
  if (g.threads == kMaxThreads - 1) return -1;  // the last id means "nobody" in the records of memory
  names[g.threads] = {parent, index};
  if (on_thread_name) on_thread_name(static_cast<ThreadId>(g.threads), parent, index);
  return g.threads++;
}

void thread_names_add(ThreadId parent, uint16_t index) { names[g.threads++] = {parent, index}; }

void thread_reset(ThreadId id, ThreadId parent) {
  Thread& t = g.thread[id];
  t.status = Status::kUnused;
  set_wait(id, Wait::kNothing, false);
  t.has_next = t.timed = t.tired = t.signalled = t.told = t.prints = t.in_section = t.detached = t.joined = false;
  t.phase = 0;
  t.children = 0;
  t.parent = parent;
  t.clock = t.clock_step = t.ended = 0;
  t.random = id + 1u;
  t.atomic_depth = t.watches = t.cleanups = t.destructors = t.robust = t.frames = 0;
  t.entry = {};
  frames_reset(t);
  if (id == kMainThread)
    for (int i = 0; i < main_destructor_count; ++i) t.destructor[t.destructors++] = main_destructors[i];
  std::memset(t.known, 0, sizeof t.known);
  for (int k = 0; k < keys.count; ++k) t.specific[k] = nullptr;
}

int keys_in_use() { return keys.count; }

uint64_t keys_hash() {
  uint64_t hash = static_cast<uint64_t>(keys.count);
  for (int k = 0; k < keys.count; ++k)
    hash = mix(hash, keys.used[k] ? reinterpret_cast<uint64_t>(keys.destructor[k]) : 1);
  return hash;
}

void keys_snapshot() {
  keys_at_start = keys;
  std::memcpy(main_specific_at_start, g.thread[kMainThread].specific, sizeof main_specific_at_start);
}
void keys_reset() {
  keys.count = keys_at_start.count;
  for (int k = 0; k < keys.count; ++k) {
    keys.used[k] = keys_at_start.used[k];
    keys.destructor[k] = keys_at_start.destructor[k];
    g.thread[kMainThread].specific[k] = main_specific_at_start[k];
  }
}

void thread_main() {
  if (g.mode == Mode::kStartup) body_look();
  record_unscheduled(Op::kBegin, 0, 0);
  set_wait(g.current, Wait::kNothing);
  if (g.current == kMainThread) process_main();
  Thread& t = self();
  __heddle_clear();
  thread_end(t.start(t.argument));
}

void thread_end(void* result) {
  enter_by_return(reinterpret_cast<uint64_t>(result));
  run_destructors();
  enter_by_return(reinterpret_cast<uint64_t>(result));
  Thread& t = self();
  if (t.robust > 0) unsupported(0, "a thread ends while it holds a robust mutex, which tells the next one so");
  t.result = result;
  bool last = true;
  for (int i = 0; i < g.live; ++i) last &= i == g.current || g.thread[i].status != Status::kAlive;
  if (last) process_exit(0, 0, true);
  // The stack of main stays when main ends by pthread_exit, and programs rely on it.
  if (g.current != kMainThread) {
    thread_locals_end();
    frames_end();
  }
  if (ends_are_asked()) use_hidden(end_of(t), outside::Effect::What::kLocks, 1, 0);
  spin_end();
  record_unscheduled(Op::kEnd, 0, 0, reinterpret_cast<uint64_t>(result));
  t.status = Status::kDone;
  set_wait(g.current, Wait::kNothing, false);
  for (int i = 0; i < g.live; ++i)
    if (g.thread[i].status == Status::kAlive && g.thread[i].wait == Wait::kJoin && g.thread[i].join_target == g.current)
      resume(static_cast<ThreadId>(i));
  leave();
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

HEDDLE_API int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) {
  if (!controlled()) {
    if (real.pthread_create == nullptr) real_start();
    return real.pthread_create(handle, attributes, start, argument);
  }
  note_thread_function(reinterpret_cast<uint64_t>(start));
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  return create(handle, state == PTHREAD_CREATE_DETACHED, start, argument, HERE);
}
HEDDLE_API int pthread_join(pthread_t handle, void** result) {
  return running() ? join(handle, result, false, HERE) : real.pthread_join(handle, result);
}
HEDDLE_API int pthread_tryjoin_np(pthread_t handle, void** result) {
  if (!running()) return real.pthread_tryjoin_np(handle, result);
  return join(handle, result, true, HERE);
}
HEDDLE_API int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* deadline) {
  if (!running()) return real.pthread_timedjoin_np(handle, result, deadline);
  uncontrolled("pthread_timedjoin_np is treated as pthread_join");
  return join(handle, result, false, HERE);
}
HEDDLE_API int pthread_detach(pthread_t handle) {
  if (!running()) return real.pthread_detach(handle);
  const int id = find(handle);
  if (id < 0) return ESRCH;
  if (g.thread[id].detached || g.thread[id].joined)
    fail(FindingKind::kLockMisuse, HERE, "a thread is detached that was joined or detached already");
  g.thread[id].detached = true;
  return 0;
}

// Cleanup handlers of C (pthread_cleanup_push without exceptions): buffers to jump to, innermost last.
HEDDLE_API void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  Thread& t = self();
  if (running() && t.cleanups < 64) t.cleanup[t.cleanups++] = buffer;
}
HEDDLE_API void __pthread_unregister_cancel(__pthread_unwind_buf_t*) {
  if (running() && self().cleanups > 0) --self().cleanups;
}
HEDDLE_API __attribute__((noreturn)) void __pthread_unwind_next(__pthread_unwind_buf_t*) {
  Thread& t = self();
  if (t.cleanups > 0) {
    auto* buffer = static_cast<__pthread_unwind_buf_t*>(t.cleanup[--t.cleanups]);
    longjmp(reinterpret_cast<__jmp_buf_tag*>(buffer->__cancel_jmp_buf), 1);
  }
  unwind_and_end();
}
HEDDLE_API void pthread_exit(void* result) {
  if (!running()) real.pthread_exit(result);
  self().result = result;
  __pthread_unwind_next(nullptr);
}
// A fiber's stack is not that of the thread whose identity it wears.
HEDDLE_API int pthread_getattr_np(pthread_t handle, pthread_attr_t* attributes) {
  static auto* next = reinterpret_cast<int (*)(pthread_t, pthread_attr_t*)>(real_symbol("pthread_getattr_np"));
  const int error = next(handle, attributes);
  const int id = running() ? find(handle) : -1;
  if (error != 0 || id < 0) return error;
  const uint64_t top = kStackBase + (static_cast<uint64_t>(id) + 1) * kStackSlot;
  return pthread_attr_setstack(attributes, reinterpret_cast<void*>(top - kStackSize), kStackSize);
}

HEDDLE_API int pthread_cancel(pthread_t handle) {
  if (!running()) return real.pthread_cancel(handle);
  unsupported(HERE, "pthread_cancel is not supported");
}

HEDDLE_API int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  if (!controlled()) return real.pthread_key_create(key, destructor);
  if (keys.count == 128) return EAGAIN;
  keys.destructor[keys.count] = destructor;
  keys.used[keys.count] = true;
  for (int t = 0; t < kMaxThreads; ++t) g.thread[t].specific[keys.count] = nullptr;
  spin_dirty();
  deliver(key, static_cast<pthread_key_t>(keys.count++), HERE);
  return 0;
}
HEDDLE_API int pthread_key_delete(pthread_key_t key) {
  if (!controlled()) return real.pthread_key_delete(key);
  if (static_cast<int>(key) >= keys.count) return EINVAL;
  keys.used[key] = false;
  return 0;
}
HEDDLE_API void* pthread_getspecific(pthread_key_t key) {
  if (!controlled()) return real.pthread_getspecific ? real.pthread_getspecific(key) : nullptr;
  return static_cast<int>(key) < keys.count ? self().specific[key] : nullptr;
}
HEDDLE_API int pthread_setspecific(pthread_key_t key, const void* value) {
  if (!controlled()) return real.pthread_setspecific(key, value);
  if (static_cast<int>(key) >= keys.count) return EINVAL;
  self().specific[key] = const_cast<void*>(value);
  spin_dirty();
  return 0;
}

// Destructors of thread_local objects.
HEDDLE_API int __cxa_thread_atexit_impl(void (*run)(void*), void* object, void* dso) {
  if (!running()) {
    if (g.mode == Mode::kStartup && main_destructor_count < 64)
      main_destructors[main_destructor_count++] = {run, object};
    if (real.cxa_thread_atexit_impl == nullptr) real_start();
    return real.cxa_thread_atexit_impl(run, object, dso);
  }
  Thread& t = self();
  if (t.destructors == 256) unsupported(HERE, "more than 256 thread_local objects with destructors in one thread");
  t.destructor[t.destructors++] = {run, object};
  return 0;
}
HEDDLE_API int __cxa_thread_atexit(void (*run)(void*), void* object, void* dso) {
  return __cxa_thread_atexit_impl(run, object, dso);
}
