#include "runtime/debugger.h"
#include "runtime/schedule.h"

#include <pthread.h>
#include <unwind.h>

#include <cstddef>
#include <cstring>

#include "base/hash.h"
#include "runtime/contents.h"
#include "runtime/entries.h"
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/lesser.h"
#include "runtime/modules.h"
#include "runtime/objects.h"
#include "runtime/program_state.h"
#include "runtime/relevance.h"
#include "runtime/shadow.h"
#include "runtime/spin.h"
#include "runtime/unseen.h"
#include "trace/contents.h"

namespace heddle::rt {
namespace {

// Can the next event of this thread be performed now?
bool enabled(const Thread& t, ThreadId id) {
  if (t.wait == Wait::kMutex) return t.timed || mutex_free_for(t.wait_object, id);
  switch (t.wait) {
    case Wait::kReadLock: return t.timed || rwlock_readable(t.wait_object, id);
    case Wait::kWriteLock: return t.timed || rwlock_writable(t.wait_object, id);
    case Wait::kSpin: return spinlock_free(t.wait_object);
    case Wait::kSemaphore: return t.timed || semaphore_positive(t.wait_object);
    case Wait::kCondition: return !t.tired && (t.timed || g.options.spurious);
    case Wait::kFutex: return !t.tired && t.timed;
    case Wait::kOnce: return *reinterpret_cast<const int*>(t.wait_object) != kOnceRunning;
    case Wait::kGuard: return reinterpret_cast<const uint8_t*>(t.wait_object)[1] == 0;
    default: return false;
  }
}

// Threads that go on before the next choice because what they wait for has happened.
ThreadId next_eager() {
  const ThreadId t = g.eager.first();
  g.eager.reset(t);
  return t;
}

void look_for_awaited() {
  g.awaiting.for_each([](ThreadId t) {
    if (await_over(g.thread[t])) g.eager.set(t);
  });
}

// Nobody can run: then time passes, and waits with a deadline give up though they did so before without a change. Where there is
// none since, they would do so for ever.
bool rouse_tired(ThreadSet* options) {
  for (int t = 0; t < g.live; ++t) {
    Thread& thread = g.thread[t];
    if (thread.status != Status::kAlive || !thread.tired || !thread.timed || has_nothing_new(thread)) continue;
    options->set(static_cast<ThreadId>(t));
  }
  return options->any();
}

[[noreturn]] void nobody_can_run();

// The schedule picks one of `g.candidates`.
[[gnu::always_inline]] inline ThreadId choose() {
  if (__builtin_expect(g.step_count >= g.options.max_steps, 0)) step_limit();
  if (__builtin_expect(g.options.states, 0)) meet_state();
  const int picked = g.chooser.pick_thread(g.candidates, g.candidate_count);
  if (__builtin_expect(picked < 0, 0)) end_run(picked == Chooser::kAllAsleep ? Outcome::kBlocked : Outcome::kDiverged);
  Step& step = g.steps[g.step_count];
  step.kind = Step::kThread;
  step.marks = g.stays ? Step::kUnasked : 0;
  g.last_pick = g.step_count;
  step.pick = static_cast<uint16_t>(picked);
  step.count = static_cast<uint16_t>(g.candidate_count);
  step.event = g.event_count;
  step.enabled = g.candidates;
  *g.live_steps = ++g.step_count;
  return static_cast<ThreadId>(picked);
}

// Adds the threads whose next event can be performed now, of those that it depends on for. Notes what it depends on.
void add_enabled(ThreadSet* options) {
  uint64_t begin = UINT64_MAX, end = 0;
  g.conditional.for_each([&](ThreadId t) {
    const Thread& thread = g.thread[t];
    if (enabled(thread, t)) options->set(t);
    const uint64_t behind =
        thread.wait_object + (thread.wait == Wait::kMutex ? sizeof(pthread_mutex_t) : kLargestObject);
    if (thread.wait_object < begin) begin = thread.wait_object;
    if (behind > end) end = behind;
  });
  g.waited_begin = begin;
  g.waited_end = end;
}

// May the candidates be others now that this event was performed? Those that wait look at their locks and semaphores; a write
// elsewhere does not matter to them.
bool changes_candidates(Op op, const Event& e) {
  if (op == Op::kRead || g.candidates_last) return false;
  return (op != Op::kWrite && op != Op::kRmw) || (e.object < g.waited_end && e.object + e.length > g.waited_begin);
}

// Only the thread of the section need be asked.
bool need_not_ask(const ThreadSet& options) {
  if (!g.stays) return true;
  const int prescribed = g.chooser.prescribed();
  return options.count() > 1 && (prescribed < 0 || prescribed == g.section) &&
         !is_relevant(static_cast<ThreadId>(g.section));
}

// Finds out who can run. Does not return if nobody can.
__attribute__((noinline)) ThreadId look_and_choose() {
  ThreadSet options = g.runnable;
  const bool conditional = g.conditional.any();
  if (conditional) add_enabled(&options);
  const bool awaiting = g.awaiting.any();
  if (awaiting) {
    look_for_awaited();
    if (g.eager.any()) return next_eager();
  }
  if (options.none()) {
    if (awaiting && release_inexact_await()) return next_eager();
    if (!rouse_tired(&options)) {
      for (int t = 0; t < g.live; ++t)
        if (g.thread[t].status == Status::kAlive && g.thread[t].wait == Wait::kLast) return static_cast<ThreadId>(t);
      nobody_can_run();
    }
  }
  if (g.section >= 0 && options.test(static_cast<ThreadId>(g.section)) && need_not_ask(options)) {
    options.clear();
    options.set(static_cast<ThreadId>(g.section));
  } else if (g.stays) {
    g.section = -1;
    g.stays = false;
  }
  g.candidates_hold = !awaiting && g.section < 0;
  g.candidates_last = g.candidates_hold && !conditional;
  g.candidates = options;
  g.candidate_count = options.count();
  return choose();
}

// The thread that runs next. Does not return if there is none.
[[gnu::always_inline]] inline ThreadId pick() {
  if (__builtin_expect(g.eager.any(), 0)) return next_eager();
  return g.candidates_hold && g.section < 0 ? choose() : look_and_choose();
}

// Gives up the processor until picked again. True if others ran.
[[gnu::always_inline]] inline bool give_way() {
  const ThreadId to = pick();
  if (to == g.current) return false;
  switch_to(to);
  return true;
}

uint64_t head_of(const Event& e) {
  uint64_t word;
  std::memcpy(&word, &e, sizeof word);
  return word;
}
void set_head(Event& e, uint64_t word) { std::memcpy(&e, &word, sizeof word); }
// A word that stays one: the compiler joins no two of them.
uint64_t lone(uint64_t word) {
  asm("" : "+r"(word));
  return word;
}

// May the thread go on differently, depending on what others did?
bool may_go_on_differently(const Event& e) {
  switch (traits(e.op).answer) {
    case Answer::kNothing: return waits_before(e.op) && (e.flags & kTimed);  // it could have given up
    case Answer::kReason: return e.read != 0;
    default: return e.op == Op::kUnlock ? e.flags & kFailed : !(e.flags & kUnused);
  }
}

// Waits for something that another thread has taken and may give back.
bool waits_for_holder(Wait wait) {
  switch (wait) {
    case Wait::kMutex:
    case Wait::kReadLock:
    case Wait::kWriteLock:
    case Wait::kSpin:
    case Wait::kOnce:
    case Wait::kGuard: return true;
    default: return false;
  }
}

void check_deadlock() {
  bool spinning = false, held = false;
  int alive = 0;
  ThreadId first = 0;
  for (int t = g.live - 1; t >= 0; --t) {
    if (g.thread[t].status != Status::kAlive) continue;
    ++alive;
    spinning |= g.thread[t].wait == Wait::kAwait || (g.thread[t].tired && g.thread[t].timed);
    held |= waits_for_holder(g.thread[t].wait);
    if (g.thread[t].wait != Wait::kJoin || alive == 1) first = static_cast<ThreadId>(t);
  }
  const FindingKind kind = spinning ? FindingKind::kLivelock : FindingKind::kDeadlock;
  note_finding(kind, first, g.next[first].position, g.thread[first].wait_object,
               spinning
                   ? "no thread can go on: %d wait, and at least one of them in a loop for a change that never comes"
               : alive == 1 ? "the only thread that is left waits for ever"
               : held       ? "no thread can go on: %d wait for each other"
                            : "no thread can go on: %d wait, and nobody is left to wake them",
               alive);
}

void nobody_can_run() {
  if (g.stopped_by_assume) end_run(Outcome::kBlocked);
  if (entered_unseen_code())
    unsupported(
        0, "no thread can go on, in a run with code that is not compiled with Heddle: who would wake them is not seen");
  check_deadlock();
  end_run(Outcome::kFinding);
}

#if defined(__x86_64__)
constexpr int kFramePointer = 6;  // as DWARF numbers it
#else
constexpr int kFramePointer = 29;
#endif

_Unwind_Reason_Code one_frame(_Unwind_Context* context, void* thread) {
  Thread& t = *static_cast<Thread*>(thread);
  const auto pc = static_cast<uint64_t>(_Unwind_GetIP(context));
  if (pc == 0 || t.frames == Thread::kMaxFrames) return _URC_END_OF_STACK;
  if (is_our_code(pc)) return _URC_NO_REASON;
  t.frame_base[t.frames] = _Unwind_GetGR(context, kFramePointer);
  t.frame[t.frames++] = pc;
  return _URC_NO_REASON;
}

__attribute__((noinline)) void store_stack() {
  g.frame_begin[g.event_count] = g.frame_count;
  append_stack(self());
  g.frame_begin[g.event_count + 1] = g.frame_count;
}

}  // namespace

void append_stack(const Thread& t) {
  for (int i = 0; i < t.frames && g.frame_count < g.frame_capacity; ++i) {
    g.frame_bases[g.frame_count] = t.frame_base[i];
    g.frames[g.frame_count++] = t.frame[i];
  }
}

void capture_stack() {
  Thread& t = self();
  t.frames = 0;
  PassThrough ours;
  _Unwind_Backtrace(one_frame, &t);
}

namespace {

void announce(uint64_t word, uint64_t object, uint64_t position, uint64_t second) {
  Event& e = g.next[g.current];
  const Thread& t = self();
  if (__builtin_expect(t.in_section, 0)) {
    if (waits_before(static_cast<Op>(word & 255))) break_section();
    else word |= uint64_t{kInSection} << 8;
  }
  if (__builtin_expect(t.atomic_depth > 0, 0))  // an atomic section is ordered with the others
    word = (word & ~event_word(Op{}, 0, 255, 0)) | event_word(Op{}, kAtomic, 5, 0);
  set_head(e, word | uint64_t{g.current} << 16);
  e.object = object;
  e.second = second;
  e.position = position;
}

// An access that may turn out to be none of the others' business. It must be the next event of the thread whose turn it is: another may be
// on its way to its first event, or have been woken.
bool may_stay(Op op) {
  if (op != Op::kRead && op != Op::kWrite && op != Op::kRmw && op != Op::kFree) return false;
  const ThreadId turn = g.event_count > 0 ? g.events[g.event_count - 1].thread : kMainThread;
  return turn == g.current && g.section < 0;
}

// Performs the event that was announced, in its turn. True if others ran before.
[[gnu::always_inline]] inline bool take_turn(uint64_t position) {
  Thread& t = self();
  if (__builtin_expect(g.asks_relevance, 0) && may_stay(g.next[g.current].op)) {
    g.section = g.current;
    g.stays = true;
  }
  if (__builtin_expect(g.options.detail, 0)) {
    g.touching = position;
    capture_stack();
  }
  t.has_next = true;
  const bool others_ran = give_way();
  t.has_next = false;
  t.in_section = t.atomic_depth > 0 && !waits_after(g.next[g.current].op);
  g.section = t.in_section ? g.current : -1;
  g.stays = false;
  return others_ran;
}

}  // namespace

void stand_at_lesser(uint64_t word, uint64_t object, uint64_t position, uint64_t second) {
  announce(word, object, position, second);
  if (g.options.detail) {
    g.touching = position;
    capture_stack();
  }
  g.at_lesser = true;
}

bool reach(uint64_t word, uint64_t object, uint64_t position, uint64_t second) {
  announce(word, object, position, second);
  return take_turn(position);
}

bool reach(Op op, uint64_t object, uint32_t length, uint64_t position, uint8_t flags, Wait wait, uint64_t second,
           uint8_t order) {
  Thread& t = self();
  if (__builtin_expect(is_lesser_life(op, second), 0)) {
    stand_at_lesser(event_word(op, flags, order, length), object, position, second);
    return false;
  }
  announce(event_word(op, t.timed ? flags | kTimed : flags, order, length), object, position, second);
  if (g.mode != Mode::kRun) return false;
  const bool conditional = wait != Wait::kNothing;
  if (conditional) {
    set_wait(g.current, wait);
    t.wait_object = wait == Wait::kMutex && second != 0 ? second : object;
  }
  const bool others_ran = take_turn(position);
  if (conditional) set_wait(g.current, Wait::kNothing);
  return others_ran;
}

namespace {

// What only some executors and engines ask to be kept of an event.
[[gnu::noinline]] void record_more(Event& e) {
  if (g.options.contents && is_block(e.op, e.object, e.length)) {
    keep_contents(e);
    Event& next = g.next[g.current];
    next.read = e.read;
    next.written = e.written;
  }
  if (g.options.detail) {
    store_stack();
    debugger_step();
  }
  if (g.options.states) entry_goes_on(mix(mix(static_cast<uint64_t>(e.op), e.flags), mix(e.read, e.object)));
  if (g.options.follow) g.followed[g.event_count] = {};
  if (g.options.touches && !self().told && may_go_on_differently(e)) {
    self().told = true;
    refresh_expectation();
  }
}

}  // namespace

namespace {

constexpr uint32_t kManyLesser = 1 << 15;  // in a row: a loop that waits in a way of its own, it seems

// No step: nobody is told, nobody wakes up.
__attribute__((noinline)) Event* record_lesser(uint64_t read, uint64_t written, uint8_t more_flags) {
  g.at_lesser = false;
  Event* e = &g.events[g.event_count];
  *e = g.next[g.current];
  e->flags |= more_flags;
  e->read = read;
  e->written = written;
  if (g.options.follow) g.followed[g.event_count] = {};
  if (g.options.detail) store_stack();
  ++g.event_count;
  ++g.ticks;
  if (++g.lesser_in_a_row == kManyLesser) loop_is_essential();
  return e;
}

}  // namespace

Event* record(uint64_t read, uint64_t written, uint8_t more_flags) {
  Event& next = g.next[g.current];
  if (g.mode != Mode::kRun) return &next;
  if (__builtin_expect(g.event_count >= g.event_capacity, 0)) step_limit();
  if (__builtin_expect(g.at_lesser, 0)) return record_lesser(read, written, more_flags);
  Event* e = &g.events[g.event_count];
  const uint64_t first = head_of(next) | static_cast<uint64_t>(more_flags | kScheduled) << 8;
  set_head(next, first);
  set_head(*e, first);
  e->object = lone(next.object);
  e->second = lone(next.second);
  e->read = next.read = read;
  e->written = next.written = written;
  e->position = lone(next.position);
  if (__builtin_expect(g.wants_more, 0)) record_more(*e);
  ++g.event_count;
  ++g.ticks;
  g.lonely_atomics = g.quiet = g.lesser_in_a_row = 0;
  if (changes_candidates(static_cast<Op>(first & 255), *e)) g.candidates_hold = false;
  ++self().performed;
  g.chooser.performed(*e, g.next);
  return e;
}

void record_unscheduled(Op op, uint64_t object, uint64_t position, uint64_t read) {
  if (g.mode != Mode::kRun) return;
  if (g.event_count >= g.event_capacity) step_limit();
  if (g.options.follow) g.followed[g.event_count] = {};
  if (g.options.detail) {
    g.touching = position;
    capture_stack();
    store_stack();
    debugger_step();
  }
  Event& e = g.events[g.event_count];
  set_head(e, event_word(op, kAtomic, 0, 0) | uint64_t{g.current} << 16);
  e.object = object;
  e.second = 0;
  e.read = read;
  e.written = 0;
  e.position = position;
  ++g.event_count;
  ++g.ticks;
}

void block(Wait wait, uint64_t object) {
  Thread& t = self();
  break_section();
  set_wait(g.current, wait);
  t.wait_object = object;
  give_way();
  t.has_next = false;
  set_wait(g.current, Wait::kNothing);
}

void stop_thread() {
  g.stopped_by_assume = true;
  record_unscheduled(Op::kStop, 0, 0);
  block(Wait::kForever, 0);
  __builtin_unreachable();
}

void resume(ThreadId thread) { g.eager.set(thread); }

int choose_value(int count) {
  if (count <= 1 || g.mode != Mode::kRun) return 0;
  if (g.step_count >= g.options.max_steps) step_limit();
  const int value = g.chooser.pick_value(count);
  if (value < 0) end_run(Outcome::kDiverged);
  if (g.options.states) entry_goes_on(static_cast<uint64_t>(value) + 2);
  Step& step = g.steps[g.step_count];
  step.kind = Step::kValue;
  step.pick = static_cast<uint16_t>(value);
  step.count = static_cast<uint16_t>(count);
  step.event = g.event_count;
  step.enabled.clear();
  *g.live_steps = ++g.step_count;
  return value;
}

void rest(uint64_t position) {
  g.quiet = 0;
  loop_with_lesser();
  if (g.idle != 0)
    unsupported(position, "a run never ends: thread %d was in a loop without any shared access for %u seconds",
                g.current, g.idle);
  if (self().atomic_depth > 0) return;
  g.chooser.tire();
  reach(Op::kYield, 0, 0, position);
  record();
  --g.ticks;  // to the watchdog it is nothing
}

Sight object_is_visible(uint64_t address, uint32_t size, uint64_t position) {
  if (g.mode != Mode::kRun) return {};
  rest_once_in_a_while(position);
  g.touching = position;  // the object may be nowhere
  const Glance seen = glance(address, size, Access::kWrite);
  if (seen != Glance::kUnknown) return {seen == Glance::kVisible, false};
  Sight sight = look_ahead(address, size, Access::kObject, position);
  sight.visible |= is_untracked(address);
  return sight;
}

void object_is_there(uint64_t address, uint64_t position) {
  if (glance(address, 4, Access::kWrite) == Glance::kUnknown) access_slow(address, 4, Access::kObject, position);
}

void reach_object(Sight sight, Op op, uint64_t object, uint32_t length, uint64_t position, Wait wait, uint64_t second,
                  uint8_t flags) {
  const bool late = sight.late;
  if (reach(op, object, length, position, kAtomic | flags, late ? Wait::kNothing : wait, second) || late)
    object_is_there(object, position);
}

void free_event(uint64_t address, uint64_t size, uint64_t position) {
  if (!shadow_untouched(address, size) && access_slow(address, size, Access::kFree, position)) {
    reach(Op::kFree, address, static_cast<uint32_t>(size), position, 0);
    record();
    spin_dirty();
  } else if (tells_what_is_private()) {
    record_unscheduled(Op::kFree, address, position);
    g.events[g.event_count - 1].length = static_cast<uint32_t>(size);
  }
}

void leave() {
  const ThreadId to = pick();
  switch_to(to);
  __builtin_unreachable();
}

void enter_run() {
  g.mode = Mode::kRun;
  g.watched = 1;
  switch_from_home(kMainThread);
}

}  // namespace heddle::rt
