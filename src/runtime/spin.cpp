#include "runtime/spin.h"

#include <cstring>
#include <utility>

#include "base/hash.h"
#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/lesser.h"
#include "runtime/modules.h"
#include "runtime/schedule.h"
#include "runtime/shadow.h"
#include "runtime/spin_tries.h"
#include "runtime/input_sources.h"
#include "runtime/term_places.h"

namespace heddle::rt {
namespace {

// Rounds without an effect before a loop is made to wait that is not known to repeat itself exactly. More rounds explore
// more; the verdict is inconclusive in either case.
constexpr int kInexactRounds = 3;      // anything may differ from round to round
constexpr int kChangingRounds = 24;    // what it carries differs, such as the counter of a bounded loop
constexpr int kLockingRounds = 6;      // it takes or tries locks: others may go round with it for ever
constexpr int kEndlessRounds = 10000;  // it reads nothing at all

constexpr uint64_t kLeap = 365ull * 24 * 3600 * 1000000000;  // later than any deadline that somebody waits for

void had_effect(SpinWatch& w) {
  w.dirty = true;
  tries_were_seen(w);
}

void begin(SpinWatch& w, uint64_t sp, const SpinState& state, bool exact) {
  w.sp = sp;
  w.state = state;
  w.first = self().performed;
  w.exact = exact;
  w.held = w.lowest = 0;
  w.reads = w.known = w.writes = 0;
  w.doubts = 0;
  w.clock = self().clock;
  w.clock_step = self().clock_step;
  w.dirty = w.hidden_effect = w.saw_change = w.locked = w.took = w.contested = w.waited = w.looked = w.wait_at_lock =
      w.polite = w.failed_before = w.lesser = w.leapt = w.idle = false;
}

// The watch of this loop, with those of loops inside it dropped; null if it is not being watched.
SpinWatch* find(Thread& t, uint64_t loop, uint64_t frame) {
  for (int i = t.watches - 1; i >= 0; --i)
    if (t.watch[i].loop == loop && t.watch[i].frame == frame) {
      leave_watches(t, i + 1);
      return &t.watch[i];
    }
  return nullptr;
}

void push(Thread& t, uint64_t loop, uint64_t frame, uint64_t sp, const SpinState& state, bool exact, bool backs_off) {
  while (t.watches > 0 && t.watch[t.watches - 1].sp < sp)
    leave_watches(t, t.watches - 1);  // functions that have returned
  if (t.watches == Thread::kMaxWatches) {
    tries_were_seen(t.watch[0]);
    for (int i = 1; i < Thread::kMaxWatches; ++i) t.watch[i - 1] = t.watch[i];
    --t.watches;
  }
  SpinWatch& w = t.watch[t.watches++];
  w.loop = loop;
  w.frame = frame;
  w.backs_off = backs_off;
  w.rounds = 0;
  w.failed_count = 0;
  begin(w, sp, state, exact);
}

SpinPlace* find(SpinPlace* places, int count, uint64_t address, uint32_t length) {
  for (int i = 0; i < count; ++i)
    if (places[i].address == address && places[i].length == length) return &places[i];
  return nullptr;
}

// Memory of functions that the loop calls is gone when they return.
bool callees(const SpinWatch& w, uint64_t address, uint64_t length) {
  if (address + length > w.sp) return false;
  const uint64_t stack = kStackBase + g.current * kStackSlot;
  return address - stack < kStackSlot;
}

// Private memory may hold values that are not known, or have held them: whether they differ is about to decide something. What
// is known decides first: the rest is better not asked.
bool has_own_effect(SpinWatch& w) {
  if (w.dirty || w.held != 0) return true;
  for (int i = 0; i < w.writes; ++i) {
    const SpinPlace& place = w.write[i];
    if ((place.term == kNoTerm || !is_open(place.term)) && !has_terms(place.address, place.length) &&
        value_at(place.address, place.length) != place.value)
      return true;
  }
  for (int i = 0; i < w.writes; ++i) {
    const SpinPlace& place = w.write[i];
    ask(place.term);
    ask_range(place.address, place.length);
    if (value_at(place.address, place.length) != place.value) return true;
  }
  return false;
}

// It wrote what may be an input, and what else it carries is another than before: it gets on, and need not be told the input.
bool gets_on(const SpinWatch& w, const SpinState& now) {
  if (!follows_inputs() || w.state.hash == now.hash) return false;
  for (int i = 0; i < w.writes; ++i)
    if (has_terms(w.write[i].address, w.write[i].length)) return true;
  return false;
}

bool has_changed(const SpinWatch& w) {
  for (int i = 0; i < w.reads; ++i)
    if (value_at(w.read[i].address, w.read[i].length) != w.read[i].value) return true;
  return false;
}

// Values that were read and are not known: the thread is told them, since it is about to depend on them.
void ask_reads(SpinWatch& w) {
  for (int i = 0; i < w.reads; ++i) ask(w.read[i].term);
  for (int i = 0; i < w.doubts; ++i) {
    ask(w.doubt[i].first);
    ask(w.doubt[i].second);
    w.saw_change |= w.doubt[i].differ;
  }
  w.doubts = 0;
}

// Does the loop carry the same as when the stretch began?
bool carries_the_same(SpinWatch& w, const SpinState& now) {
  const SpinState& then = w.state;
  if (then.hash != now.hash || then.terms != now.terms) return false;
  bool same = true;
  for (int i = 0; i < now.terms; ++i) {
    if (then.term[i] == now.term[i]) continue;
    ask(then.term[i]);
    ask(now.term[i]);
    same &= term_value(then.term[i]) == term_value(now.term[i]);
  }
  return same;
}

// Blocks the current thread until something changes that it read.
void wait_for_change(SpinWatch& w) {
  if (w.lesser) loop_with_lesser();
  ask_reads(w);
  Event& e = g.next[g.current];
  e = Event{};
  e.op = Op::kYield;
  e.thread = g.current;
  e.position = w.loop;
  record_unscheduled(Op::kAwait, w.read[0].address, w.loop);
  g.events[g.event_count - 1].length = self().performed - w.first;
  if (g.options.detail) capture_stack();
  block(Wait::kAwait, w.read[0].address);
  g.after_await = true;
}

void say_stopped(const SpinWatch& w, int rounds) {
  const char *file = "", *function = "";
  uint32_t line = 0;
  describe_position(w.loop, &file, &line, &function);
  uncontrolled("the loop at %s:%u was stopped after %d rounds without an effect: it may have gone on differently", file,
               line, rounds);
}

// From here on it waits for the next change, not for one that has happened already.
void forget_changes(SpinWatch& w) {
  w.exact = false;
  for (int i = 0; i < w.reads; ++i) w.read[i].value = value_at(w.read[i].address, w.read[i].length);
}

// It holds some locks and finds others taken, as do those who hold them: they would go round with it for ever.
bool backs_off(const SpinWatch& w) { return w.took && w.failed_before; }

void be_polite(SpinWatch& w) {
  if (!backs_off(w) || !has_changed(w)) return;
  forget_changes(w);
  w.polite = true;
}

// A loop that went round without an effect and looked at the clock may be waiting for a deadline. A thread may be as slow as it
// likes, so a year passes, and it goes round once more: then it ends. If it does the same again, time is not what it waits for, and
// the year has not passed. True: it is to go round once more.
bool leaps(SpinWatch& w, bool same) {
  Thread& t = self();
  if (w.leapt) {
    if (!same) return false;
    t.clock = w.clock;
    t.clock_step = w.clock_step;
    w.leapt = w.looked = false;
  } else if (w.looked) {
    t.clock += kLeap;
    w.leapt = true;
    return true;
  }
  return false;
}

// The loop went round once more without an effect. True if the thread has to wait now.
bool has_to_wait(SpinWatch& w, bool changing, bool exact) {
  const bool same = exact && (!changing || w.backs_off) && !w.looked && !w.contested;
  if (same && (backs_off(w) || (!changing && !w.saw_change))) {
    be_polite(w);
    return true;
  }
  const bool walks_on = w.known != 0 && w.reads != w.known;  // over an array: it looked where it had not looked before
  w.known = w.reads;
  if (walks_on) return false;
  const int allowed = w.locked ? kLockingRounds : changing || w.saw_change ? kChangingRounds : kInexactRounds;
  if (++w.rounds < allowed) return false;
  ask_reads(w);
  if (w.saw_change && !w.locked) return false;  // others do something; their doing ends some time
  say_stopped(w, allowed);
  forget_changes(w);
  return true;
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

namespace {

// A place was read again.
void compare(SpinWatch& w, const SpinPlace& before, uint64_t value, TermId term) {
  const bool open = (before.term != kNoTerm && is_open(before.term)) || (term != kNoTerm && is_open(term));
  if (open && w.doubts == SpinWatch::kMaxDoubts) ask_reads(w);
  if (open) {
    w.doubt[w.doubts++] = {before.term, term, before.value != value};
  } else if (before.value != value) {
    if (w.leapt && !w.looked) self().clock -= kLeap, w.leapt = false;  // it does not go on because of the time
    w.saw_change = true;
  }
}

}  // namespace

void spin_read_watched(uint64_t address, uint32_t length, uint64_t value, TermId term) {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) {
    SpinWatch& w = t.watch[i];
    w.lesser |= g.read_lesser;
    if (w.dirty || callees(w, address, length)) continue;
    if (SpinPlace* known = find(w.read, w.reads, address, length)) {
      if (find(w.write, w.writes, address, length) == nullptr) compare(w, *known, value, term);
    } else if (w.reads == SpinWatch::kMaxReads) {
      had_effect(w);
    } else if (find(w.write, w.writes, address, length) == nullptr) {
      w.read[w.reads++] = {address, value, length, term};
    }
  }
}

void spin_write_watched(uint64_t address, uint32_t length, uint64_t old, bool visible, bool told, TermId old_term) {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) {
    SpinWatch& w = t.watch[i];
    if (w.dirty || callees(w, address, length)) continue;
    if (visible && !told && following()) {
      w.hidden_effect = true;
      tries_were_seen(w);
    } else if (visible || length > 8 || w.writes == SpinWatch::kMaxWrites) had_effect(w);
    else if (find(w.write, w.writes, address, length) == nullptr)
      w.write[w.writes++] = {address, old, length, old_term};
  }
  refresh_expectation();
}

void spin_write_block(uint64_t address, uint64_t length, bool visible) {
  Thread& t = self();
  if (!spin_watching()) return;
  if (length <= 64 && !visible) {
    for (uint64_t done = 0; done < length; done += 8) {
      const auto n = static_cast<uint32_t>(length - done < 8 ? length - done : 8);
      spin_write_watched(address + done, n, value_at(address + done, n), false, true, kNoTerm);
    }
    return;
  }
  for (int i = 0; i < t.watches; ++i)
    if (!callees(t.watch[i], address, length)) had_effect(t.watch[i]);
  refresh_expectation();
}

namespace {

// Of these places, those elsewhere; how many are left.
int leave_out(SpinPlace* places, int count, uint64_t address, uint64_t size) {
  int left = 0;
  for (int k = 0; k < count; ++k)
    if (places[k].address - address >= size) places[left++] = places[k];
  return left;
}

}  // namespace

void spin_life_watched(uint64_t address, uint64_t size) {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) {
    SpinWatch& w = t.watch[i];
    w.writes = static_cast<uint16_t>(leave_out(w.write, w.writes, address, size));
    w.reads = static_cast<uint16_t>(leave_out(w.read, w.reads, address, size));
  }
}

void spin_lock(uint64_t lock, int change) {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) {
    SpinWatch& w = t.watch[i];
    w.locked = true;
    w.took |= change > 0;
    w.contested |= change > 0 && is_contested(lock);
    w.held += change;
    if (w.held < w.lowest) w.lowest = w.held;
  }
}

void spin_before_lock() {
  Thread& t = self();
  if (t.watches == 0) return;
  SpinWatch& w = t.watch[t.watches - 1];
  if (!w.wait_at_lock || w.dirty || w.held != w.lowest) return;
  be_polite(w);
  wait_for_change(w);
  w.wait_at_lock = w.polite = false;
  w.reads = 0;
}

void spin_waited() {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) t.watch[i].waited = true;
}

void spin_looked() {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) t.watch[i].looked = true;
}

void spin_dirty_watched() {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) had_effect(t.watch[i]);
  refresh_expectation();
}

bool await_over(Thread& thread) {
  SpinWatch& w = thread.watch[thread.watches - 1];
  if (!w.polite) return has_changed(w);
  for (int i = 0; i < w.reads; ++i) {
    const uint64_t value = value_at(w.read[i].address, w.read[i].length);
    if (std::exchange(w.read[i].value, value) != value && value == 0) return true;
  }
  return false;
}

bool has_nothing_new(const Thread& thread) {
  for (int i = 0; i < thread.watches; ++i)
    if (thread.watch[i].idle && !thread.watch[i].dirty) return !has_changed(thread.watch[i]);
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

namespace {

SpinState carried;  // by the loop whose head the current thread is at

void carry_known(uint64_t value) { carried.hash = mix(carried.hash, value); }

void carry(uint64_t value, TermId term) {
  if (term != kNoTerm && is_open(term)) {
    if (carried.terms < SpinState::kMaxTerms) {
      carry_known(0x5eed);
      carried.term[carried.terms++] = term;
      return;
    }
    ask(term);
  }
  carry_known(value);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void __heddle_loop_carries(uint64_t value, uint32_t term) {
  if (g.mode == Mode::kRun) carry(value, term);
}

// Where its bytes have terms, they are carried as such.
extern "C" __attribute__((visibility("default"))) void __heddle_loop_carries_local(const void* local, uint64_t size) {
  if (g.mode != Mode::kRun) return;
  struct Walk {
    uint64_t done;
    static void known(uint64_t begin, uint64_t end) {
      for (; begin < end; begin += 8) carry_known(value_at(begin, end - begin < 8 ? end - begin : 8));
    }
  } walk{reinterpret_cast<uint64_t>(local)};
  const uint64_t end = walk.done + size;
  const auto visit = [](uint64_t at, uint32_t bytes, TermId term, void* data) {
    auto& w = *static_cast<Walk*>(data);
    Walk::known(w.done, at);
    carry(value_at(at, bytes), term);
    w.done = at + bytes;
  };
  for_each_term(walk.done, size, visit, &walk);
  Walk::known(walk.done, end);
}

extern "C" __attribute__((visibility("default"))) void __heddle_round(const __heddle_pos* pos) {
  if (g.mode == Mode::kRun) rest_once_in_a_while(reinterpret_cast<uint64_t>(pos));
}

extern "C" __attribute__((visibility("default"))) void __heddle_loop(const __heddle_pos* pos, uint64_t state,
                                                                     uint32_t flags, const void* frame_address) {
  if (g.mode != Mode::kRun) return;
  Thread& t = self();
  const auto loop = reinterpret_cast<uint64_t>(pos);
  const auto frame = reinterpret_cast<uint64_t>(frame_address);
  const uint64_t sp = reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16;
  const bool exact = flags & HEDDLE_LOOP_EXACT;
  const SpinState now = flags & HEDDLE_LOOP_FOLLOWED ? std::exchange(carried, SpinState{}) : SpinState{state, 0, {}};
  rest_once_in_a_while(loop);
  if (g.options.states) return;
  SpinWatch* w = find(t, loop, frame);
  if (w == nullptr || (flags & HEDDLE_LOOP_FIRST)) {
    if (w != nullptr) leave_watches(t, t.watches - 1);
    push(t, loop, frame, sp, now, exact, flags & HEDDLE_LOOP_BACKS_OFF);
    refresh_expectation();
    return;
  }
  const bool own_effect = gets_on(*w, now) || has_own_effect(*w);
  const bool changing = !own_effect && exact && !carries_the_same(*w, now);
  // Whether a store changed what others see, the thread is not told: the same is asked either way.
  if (w->hidden_effect && !own_effect && exact && !changing) ask_reads(*w);
  if (own_effect || w->hidden_effect) {
    tries_were_seen(*w);
    w->rounds = 0;
    t.tired = false;
    begin(*w, sp, now, exact);
    refresh_expectation();
    return;
  }
  if (exact && (!changing || w->backs_off)) w->failed_count = 0;  // as if it had not gone round
  else tries_were_seen(*w);
  if (w->reads == 0) {  // nothing that another thread could change
    if (++w->rounds == kEndlessRounds)
      unsupported(loop, "a run never ends: a loop goes round without looking at anything");
    return;
  }
  const bool as_before = exact && (!changing || w->backs_off) && !w->contested && !w->saw_change;
  if (leaps(*w, as_before)) return;
  if (!has_to_wait(*w, changing, exact)) {
    // Otherwise the loop may yet come back to `w->state`, or to one that it reached later: every so often that is taken.
    const bool take = changing && (w->rounds & (w->rounds - 1)) == 0;
    if (w->saw_change || (changing && w->doubts > 0) || take) begin(*w, sp, now, exact);
    return;
  }
  if (w->waited) {  // it will wait again, and let others run; but not give up again at once
    t.tired = true;
    if (!as_before) return begin(*w, sp, now, exact);
    ask_reads(*w);
    w->idle = true;  // what it read is kept: whether that has changed decides whether it gives up once more
    w->looked = w->waited = w->locked = w->failed_before = false;
    return;
  }
  if (w->lowest < 0) {  // here it holds a lock that others need; it waits when it has released it
    w->wait_at_lock = true;
    w->held = w->lowest = 0;
    return;
  }
  wait_for_change(*w);
  begin(*w, sp, now, exact);
  refresh_expectation();
}
