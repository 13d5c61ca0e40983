#include "runtime/spin.h"

#include <cstring>

#include "base/hash.h"
#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/modules.h"
#include "runtime/schedule.h"
#include "runtime/shadow.h"

namespace heddle::rt {
namespace {

// Rounds without a change before a loop that is not exact is made to wait. More rounds explore more; the verdict
// is inconclusive in either case.
constexpr int kInexactRounds = 3;
// The same for a loop that does carry something which changes, such as the counter of a bounded loop.
constexpr int kChangingRounds = 100;

void begin(SpinWatch& w, uint64_t loop, uint64_t frame, uint64_t sp, uint64_t state, bool exact) {
  w.loop = loop;
  w.frame = frame;
  w.sp = sp;
  w.state = state;
  w.exact = exact;
  w.held = w.lowest = 0;
  w.wait_at_lock = false;
  w.reads = 0;
  w.waited = w.looked = false;
  w.dirty = false;
}

// The watch of this loop, with those of loops inside it dropped; null if it is not being watched.
SpinWatch* find(Thread& t, uint64_t loop, uint64_t frame) {
  for (int i = t.watches - 1; i >= 0; --i)
    if (t.watch[i].loop == loop && t.watch[i].frame == frame) {
      t.watches = i + 1;
      return &t.watch[i];
    }
  return nullptr;
}

void push(Thread& t, uint64_t loop, uint64_t frame, uint64_t sp, uint64_t state, bool exact) {
  while (t.watches > 0 && t.watch[t.watches - 1].sp < sp) --t.watches;  // functions that have returned
  if (t.watches == Thread::kMaxWatches) {
    for (int i = 1; i < Thread::kMaxWatches; ++i) t.watch[i - 1] = t.watch[i];
    --t.watches;
  }
  SpinWatch& w = t.watch[t.watches++];
  w.rounds = 0;
  begin(w, loop, frame, sp, state, exact);
}

// Blocks the current thread until something changes that this iteration read.
void wait_for_change(SpinWatch& w, uint64_t loop) {
  Event& e = g.next[g.current];
  e = Event{};
  e.op = Op::kYield;
  e.thread = g.current;
  e.position = loop;
  if (g.options.detail) capture_stack();
  self().seen_events = g.event_count;
  block(Wait::kAwait, w.reads > 0 ? w.read[0].address : 0);
  g.after_await = w.reads > 0;
}

}  // namespace

uint64_t value_at(uint64_t address, uint64_t length) {
  const auto* p = reinterpret_cast<const unsigned char*>(address);
  if (length <= 8) {
    uint64_t v = 0;
    std::memcpy(&v, p, length);
    return v;
  }
  uint64_t h = length;
  for (; length >= 8; length -= 8, p += 8) {
    uint64_t v;
    std::memcpy(&v, p, 8);
    h = mix(h, v);
  }
  uint64_t v = 0;
  std::memcpy(&v, p, length);
  return mix(h, v);
}

void spin_read_watched(uint64_t address, uint32_t length, uint64_t value) {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) {
    SpinWatch& w = t.watch[i];
    if (w.dirty) continue;
    bool known = false;
    for (int k = 0; k < w.reads && !known; ++k) {
      if (w.read[k].address != address || w.read[k].length != length) continue;
      known = true;
      if (w.read[k].value != value) w.dirty = true;  // it changed during the iteration: go round again
    }
    if (known) continue;
    if (w.reads == SpinWatch::kMaxReads)
      w.dirty = true;
    else
      w.read[w.reads++] = {address, value, length};
  }
}

void spin_write(uint64_t address, uint64_t length) {
  Thread& t = self();
  if (t.watches == 0) return;
  const uint64_t stack = kStackBase + g.current * kStackSlot;
  for (int i = 0; i < t.watches; ++i) {
    const bool frame_of_callee = address - stack < kStackSlot && address + length <= t.watch[i].sp;
    if (!frame_of_callee) t.watch[i].dirty = true;
  }
  refresh_expectation();
}

void spin_lock(int change) {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) {
    SpinWatch& w = t.watch[i];
    w.held += change;
    if (w.held < w.lowest) w.lowest = w.held;
  }
}

void spin_before_lock() {
  Thread& t = self();
  if (t.watches == 0) return;
  SpinWatch& w = t.watch[t.watches - 1];
  if (!w.wait_at_lock || w.dirty || w.held != w.lowest) return;
  wait_for_change(w, w.loop);
  w.wait_at_lock = false;
  w.reads = 0;
}

void spin_dirty() {
  Thread& t = self();
  if (t.watches == 0) return;
  for (int i = 0; i < t.watches; ++i) t.watch[i].dirty = true;
  refresh_expectation();
}

void spin_waited() {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) t.watch[i].waited = true;
}

void spin_looked() {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) t.watch[i].looked = true;
}

bool await_over(const Thread& thread) {
  const SpinWatch& w = thread.watch[thread.watches - 1];
  // Only memory that is not known to be shared was read: any progress of others may show that it is.
  if (w.reads == 0) return g.event_count != thread.seen_events;
  for (int i = 0; i < w.reads; ++i)
    if (value_at(w.read[i].address, w.read[i].length) != w.read[i].value) return true;
  return false;
}

bool release_inexact_await() {
  for (int t = 0; t < g.live; ++t) {
    Thread& thread = g.thread[t];
    if (thread.status != Status::kAlive || thread.wait != Wait::kAwait) continue;
    if (thread.watch[thread.watches - 1].exact) continue;
    g.eager.set(static_cast<ThreadId>(t));
    return true;
  }
  return false;
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

extern "C" __attribute__((visibility("default"))) void __heddle_loop(const __heddle_pos* pos, uint64_t state, uint32_t flags,
                                                                     const void* frame_address) {
  if (g.mode != Mode::kRun) return;
  Thread& t = self();
  const auto loop = reinterpret_cast<uint64_t>(pos);
  const auto frame = reinterpret_cast<uint64_t>(frame_address);
  const uint64_t sp = reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16;
  const bool exact = flags & HEDDLE_LOOP_EXACT;
  SpinWatch* w = find(t, loop, frame);
  if (w == nullptr || (flags & HEDDLE_LOOP_FIRST)) {
    if (w != nullptr) --t.watches;
    push(t, loop, frame, sp, state, exact);
    refresh_expectation();
    return;
  }
  if (w->dirty || w->held != 0) {
    w->rounds = 0;
    t.tired = false;
    begin(*w, loop, frame, sp, state, exact);
    refresh_expectation();
    return;
  }
  // A loop that looks at the clock may end because time passes, one that carries something because of that, one that is
  // not exact for any reason.
  const bool changing = exact && w->state != state;
  const bool sure = exact && !changing && !w->looked;
  const int allowed = changing ? kChangingRounds : kInexactRounds;
  if (!sure && ++w->rounds < allowed) {
    begin(*w, loop, frame, sp, state, exact);
    return;
  }
  if (!sure) {
    const char* file = "";
    uint32_t line = 0;
    describe_position(loop, &file, &line);
    uncontrolled("the loop at %s:%u was stopped after %d rounds without a change: it may have gone on differently", file,
                 line, allowed);
  }
  if (w->waited) {  // it will wait again, and let others run; but not give up again at once
    t.tired = true;
    begin(*w, loop, frame, sp, state, exact);
    return;
  }
  w->exact = sure;
  if (w->lowest < 0) {  // here it holds a lock that others need; it waits when it has released it
    w->wait_at_lock = true;
    w->held = w->lowest = 0;
    return;
  }
  wait_for_change(*w, loop);
  w = &t.watch[t.watches - 1];
  begin(*w, loop, frame, sp, state, exact);
  refresh_expectation();
}
