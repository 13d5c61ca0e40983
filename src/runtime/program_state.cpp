#include "runtime/program_state.h"

#include <immintrin.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/states_abi.h"
#include "runtime/entries.h"
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/laps.h"
#include "runtime/libc_state.h"
#include "runtime/process.h"
#include "runtime/shadow.h"
#include "runtime/snapshot.h"
#include "runtime/thread_names.h"
#include "runtime/threads.h"
#include "runtime/whole_states.h"
#include "trace/state.h"

namespace heddle::rt {
namespace {

constexpr uint32_t kMaxStates = 1 << 22;

const Schedule* schedule;
StateHash loop_state;  // where Schedule::loop begins
bool time_is_part;
StateHasher hasher;  // of the state that is being looked at

// A state component that is left out, for tests that must notice: HEDDLE_STATE_WITHOUT.
enum Part : uint8_t { kEverything, kGlobals, kHeap, kStacks, kRegisters, kArguments, kLocal, kWaits, kProgress };
Part without;

WholeStates whole_states;

void add(uint64_t word) {
  hasher.add(word);
  if (__builtin_expect(whole_states.on(), 0)) whole_states.add(word);
}

void add_bytes(uint64_t begin, uint64_t end) {
  for (; begin + 8 <= end; begin += 8) {
    uint64_t word;
    std::memcpy(&word, reinterpret_cast<const void*>(begin), 8);
    add(word);
  }
  if (begin == end) return;
  uint64_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(begin), end - begin);
  add(word);
}

// Where the C library keeps how much of the output it holds back, which nobody asks.
bool is_output(uint64_t address) {
  return address - reinterpret_cast<uint64_t>(stdout) < sizeof(FILE) + 8 ||
         address - reinterpret_cast<uint64_t>(stderr) < sizeof(FILE) + 8;
}

// A stretch of memory, and what it was at the beginning.
void add_difference(uint64_t begin, uint64_t end, const char* before) {
  for (; begin + 64 <= end; begin += 64, before += 64) {
    if (std::memcmp(reinterpret_cast<const void*>(begin), before, 64) == 0) continue;
    for (int i = 0; i < 64; i += 8) {
      uint64_t now, then;
      std::memcpy(&now, reinterpret_cast<const void*>(begin + i), 8);
      std::memcpy(&then, before + i, 8);
      if (now == then || is_output(begin + i)) continue;
      add(begin + i);
      add(now);
    }
  }
  if (begin < end && std::memcmp(reinterpret_cast<const void*>(begin), before, end - begin) != 0) {
    add(begin);
    add_bytes(begin, end);
  }
}

void add_block(uint64_t begin, uint64_t size, bool freed) {
  add(begin);
  add(size << 1 | freed);
  if (!freed) add_bytes(begin, begin + size);
}

void add_frames(const Thread& t) {
  add(uint64_t{t.open_count} << 32 | t.open_most);
  for (uint32_t i = 0; i < t.open_most; ++i) {
    const OpenFrame& open = t.open[i];
    add(open.base);
    add(open.size);
    add(reinterpret_cast<uint64_t>(open.frame));
    if (i >= t.open_count) continue;
    uint64_t word = 0;
    for (uint64_t a = open.base & ~uint64_t{7}; a < open.base + open.size; a += 8) {
      const uint64_t r = *low_record(a);
      word = word << 4 ^ word >> 60 ^ (((r ^ g.run) & kRunMask) == 0 ? (r & kBytesMask) >> kBytesShift : 15);
    }
    add(word);
  }
}

void add_stack(const Thread& t, ThreadId id) {
  const uint64_t top = kStackBase + (id + uint64_t{1}) * kStackSlot;
  add(t.entry.sp);
  if (without != kStacks && t.entry.sp != 0) add_bytes(t.entry.sp, top);
}

void add_entry(const CallEntry& e) {
  if (without != kArguments)
    for (uint64_t word : e.argument) add(word);
  if (without != kRegisters)
    for (uint64_t word : e.saved) add(word);
  add(e.function);
  if (saves_arithmetic()) add(e.arithmetic);
  if (without != kProgress) add(e.progress);
}

void add_event(const Event& e) {
  uint64_t head;
  std::memcpy(&head, &e, 8);
  add(head);
  add(e.object);
  add(e.second);
  add(e.position);
}

void add_name(ThreadId id) {
  uint64_t words[2];
  std::memcpy(words, thread_name(id), sizeof words);
  add(words[0]);
  add(words[1]);
}

void add_thread(ThreadId id) {
  const Thread& t = g.thread[id];
  add(uint64_t{id} << 32 | static_cast<uint64_t>(t.status));
  if (t.status == Status::kUnused) return;
  add(uint64_t{t.detached} | uint64_t{t.joined} << 1 | uint64_t{t.phase} << 8 | uint64_t{t.children} << 16);
  add(t.ended);
  add_frames(t);
  add(reinterpret_cast<uint64_t>(t.argument));
  add_name(id);
  if (t.status == Status::kDone) {
    add(reinterpret_cast<uint64_t>(t.result));
    if (id == kMainThread) add_stack(t, id);  // others may go on using it
    return;
  }
  if (without != kWaits) {
    add(static_cast<uint64_t>(t.wait) | uint64_t{t.has_next} << 8 | uint64_t{t.timed} << 9 | uint64_t{t.tired} << 10 |
        uint64_t{t.signalled} << 11 | uint64_t{t.in_section} << 12 | static_cast<uint64_t>(t.atomic_depth) << 32);
    if (t.wait != Wait::kNothing) add(t.wait == Wait::kJoin ? t.join_target : t.wait_object);
  }
  if (t.has_next || t.wait == Wait::kCondition || t.wait == Wait::kFutex) add_event(g.next[id]);
  if (time_is_part) add(t.clock), add(t.clock_step), add(t.timed ? t.deadline : 0);
  add(reinterpret_cast<uint64_t>(t.start));
  add(t.random);
  for (int i = 0; i < t.cleanups; ++i) add(reinterpret_cast<uint64_t>(t.cleanup[i]));
  for (int i = 0; i < t.destructors; ++i) {
    add(reinterpret_cast<uint64_t>(t.destructor[i].run));
    add(reinterpret_cast<uint64_t>(t.destructor[i].object));
  }
  add(static_cast<uint64_t>(t.cleanups) << 32 | static_cast<uint64_t>(t.destructors));
  for (int i = 0; i < keys_in_use(); ++i) add(reinterpret_cast<uint64_t>(t.specific[i]));
  add_entry(t.entry);
  add_stack(t, id);
  if (without != kLocal) tls_for_each(t.fs, add_bytes);
  add(static_cast<uint64_t>(errno_of(t.fs)));
}

StateHash state_of_program() {
  hasher = StateHasher();
  whole_states.begin();
  if (without != kGlobals) snapshot_for_each_change(add_difference);
  if (without != kHeap) heap_for_each(add_block);
  add(static_cast<uint64_t>(g.section + 1) << 1 | g.stopped_by_assume);
  add(exit_handlers_hash());
  add(keys_hash());
  for (int t = 0; t < g.live; ++t) add_thread(static_cast<ThreadId>(t));
  return whole_states.on() ? whole_states.keep(hasher.value()) : hasher.value();
}

// The engine's code, as the thread that it lives in.
bool ask_engine(const StateHash& state) {
  const uint64_t fs = _readfsbase_u64();
  const int error = errno;
  PassThrough ours;
  _writefsbase_u64(g.home_fs);
  const int home_error = errno;
  const bool met = schedule->watch->meet(state);
  errno = home_error;
  _writefsbase_u64(fs);
  errno = error;
  return met;
}

[[noreturn]] void go_round_for_ever() {
  if (!(state_of_program() == loop_state)) end_run(Outcome::kBlocked);
  ThreadSet who;
  for (uint32_t i = schedule->loop - 1; i < g.step_count; ++i)
    if (g.steps[i].marks & Step::kTries) who.set(static_cast<ThreadId>(g.steps[i].pick));
  const ThreadId first = who.any() ? who.first() : g.current;
  note_finding(
      FindingKind::kLivelock, first, g.next[first].position, g.thread[first].wait_object,
      "threads go round for ever, and none gets out of its loop: the last %lu steps can be repeated without end",
      g.step_count - uint64_t{schedule->loop} + 1);
  g.findings[g.finding_count - 1].loop = schedule->loop;
  end_run(Outcome::kFinding);
}

}  // namespace

void states_start() {
  g.states = static_cast<StateHash*>(our_pages(uint64_t{kMaxStates} * sizeof(StateHash)));
  entries_start();
  laps_start();
  if (!all_modules_have_laps())
    refuse(
        "the program was not compiled for --engine explicit: set HEDDLE_STATES=1 when building with heddle-cc or heddle-c++");
  if (const char* text = getenv("HEDDLE_STATE_WITHOUT")) without = static_cast<Part>(text[0] - '0');
  if (const char* text = getenv("HEDDLE_STATE_WHOLE")) whole_states.start(atoi(text));
}

void states_next_run(const Schedule& s) { schedule = &s; }

void meet_state() {
  if (g.thread[g.current].status == Status::kAlive && !entry_holds()) g.inexact_states = true;
  if (schedule->loop == g.step_count + 1) loop_state = state_of_program();
  if (g.step_count < schedule->prefix.size()) return;
  if (schedule->loop != 0) go_round_for_ever();
  if (schedule->watch == nullptr || g.state_count == kMaxStates) return;
  if (without != kEverything) g.inexact_states = true;
  const StateHash state = state_of_program();
  g.states[g.state_count++] = state;
  g.state_met = ask_engine(state);
  if (g.state_met) end_run(Outcome::kBlocked);
}

namespace {

// The search for pointers into a block: begin, end, and whether there was one.
uint64_t sought_begin, sought_end;
bool sought_found;

void look_at(uint64_t word) { sought_found |= word >= sought_begin && word <= sought_end; }
void look_into(uint64_t begin, uint64_t end) {
  for (uint64_t a = (begin + 7) & ~uint64_t{7}; a + 8 <= end && !sought_found; a += 8)
    look_at(*reinterpret_cast<const uint64_t*>(a));
}
void look_at_thread(ThreadId id) {
  const Thread& t = g.thread[id];
  if (t.status == Status::kUnused) return;
  look_at(reinterpret_cast<uint64_t>(t.result));
  look_at(reinterpret_cast<uint64_t>(t.argument));
  if (t.status == Status::kDone && id != kMainThread) return;
  if (t.entry.sp != 0) look_into(t.entry.sp, kStackBase + (id + uint64_t{1}) * kStackSlot);  // else it has not begun
  if (t.status == Status::kDone) return;
  for (uint64_t word : t.entry.argument) look_at(word);
  for (uint64_t word : t.entry.saved) look_at(word);
  look_at(g.next[id].object);
  look_at(g.next[id].second);
  look_at(t.wait_object);
  for (int i = 0; i < t.cleanups; ++i) look_at(reinterpret_cast<uint64_t>(t.cleanup[i]));
  for (int i = 0; i < t.destructors; ++i) look_at(reinterpret_cast<uint64_t>(t.destructor[i].object));
  for (int i = 0; i < keys_in_use(); ++i) look_at(reinterpret_cast<uint64_t>(t.specific[i]));
  tls_for_each(t.fs, look_into);
}

}  // namespace

bool is_pointed_to(uint64_t begin, uint64_t size) {
  sought_begin = begin;
  sought_end = begin + size;
  sought_found = false;
  snapshot_for_each_change([](uint64_t from, uint64_t to, const char*) { look_into(from, to); });
  heap_for_each([](uint64_t from, uint64_t length, bool freed) {
    if (!freed) look_into(from, from + length);
  });
  for (int t = 0; t < g.live && !sought_found; ++t) look_at_thread(static_cast<ThreadId>(t));
  return sought_found;
}

void state_is_elsewhere() { g.inexact_states = true; }

void time_matters() {
  if (time_is_part || !g.options.states) return;
  time_is_part = true;
  g.visibility_grew = true;
}

}  // namespace heddle::rt
