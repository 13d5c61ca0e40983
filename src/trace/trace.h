// The trace of one run: what happened, which choices there were, and how it ended.
#pragma once
#include <cstdint>
#include <span>

#include "base/thread_set.h"
#include "trace/event.h"
#include "trace/finding.h"
#include "trace/state.h"
#include "trace/term.h"
#include "trace/touch.h"

namespace heddle {

// One choice that was made. Thread steps with a single enabled thread are recorded too, so step i of a
// trace is entry i of the schedule prefix that repeats it.
struct Step {
  enum Kind : uint8_t { kThread, kValue };
  // The first two: what the thread did with its loops after it was picked, before it came to its next step. Known if states are.
  enum Mark : uint8_t {
    kTries = 1,       // it went round a loop that can be left
    kProgresses = 2,  // it, or another that it let go on, came to a loop anew, or went round one that cannot be left
    kUnasked = 4,     // others could have gone on, and were not asked: no other thread can conflict with what it did
  };
  Kind kind = kThread;
  uint8_t marks = 0;
  uint16_t pick = 0;   // the thread, or the value
  uint16_t count = 0;  // how many options there were
  uint32_t event = 0;  // index into Trace::events of the event it led to
  ThreadSet enabled;   // thread step: the threads that could have been picked
};

enum class Outcome : uint8_t {
  kComplete,     // ran to its end
  kFinding,      // ended by a finding
  kBlocked,      // given up half-way: every enabled thread asleep, or an assumption that does not hold
  kDiverged,     // the prefix could not be followed: the program is not deterministic
  kStepLimit,    // longer than allowed, or more threads; see Trace::reason
  kUnsupported,  // did something that cannot be controlled; see Trace::reason
};

struct Trace {
  std::span<const Event> events;
  std::span<const Step> steps;
  std::span<const uint64_t> contents;  // of block accesses, see contents.h
  std::span<const Finding> findings;
  // Data races whose pair of positions no earlier run showed. They do not end a run. See explore/race_watch.h.
  std::span<const Finding> races;
  // As the run ended: the next event of every thread that was not done, blocked ones and joins included.
  // What a thread in a deadlock waits for is known from here only; engines that reduce must see it. Likewise the event
  // that a thread was about to perform when it failed, such as an access to memory that was freed.
  std::span<const Event> pending;
  // What threads did to memory that is not known to be shared, as far as this process did not say it before.
  std::span<const Touch> touches;
  // Where values are followed (term.h): what is followed at each event, the terms (the first is none), and what was asked, in
  // order. All empty if they are not: then every read tells its thread a value.
  std::span<const Followed> followed;
  std::span<const Term> terms;
  std::span<const Question> questions;
  // With Schedule::watch: the state before each thread step after the prefix, and the one that the run ended at, if `met`, or if all
  // threads slept there.
  std::span<const StateHash> states;
  bool met = false;
  bool exact_states = false;  // all that decides what comes is known to be in them
  Outcome outcome = Outcome::kComplete;
  // More places are known to be shared than before this run. What was explored so far did not treat them
  // as visible, so an exhaustive search must start again (see docs/visibility.md).
  bool visibility_grew = false;
  // An atomic access to shared memory was weaker than seq_cst, or there was a fence.
  bool weak_orders = false;
  // The run entered code that is not seen: how that synchronises threads is not known.
  bool unseen_code = false;
  // The run met something that makes "verified" impossible; text in `reason`, empty if nothing.
  const char* reason = "";
};

// Did this thread end the run, with a finding of its own?
inline bool failed(const Trace& trace, ThreadId thread) {
  if (trace.outcome != Outcome::kFinding || trace.findings.empty()) return false;
  const Finding& f = trace.findings.back();
  return f.thread == thread && f.kind != FindingKind::kDeadlock && f.kind != FindingKind::kLivelock;
}

}  // namespace heddle
