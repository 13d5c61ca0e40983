// Explanation: a finding put into words, places and stacks. Made once per finding; every report prints the same.
//
// `rows` is the interleaving, oldest first; indices of rows name steps everywhere below. `threads` says where each
// thread was as the run ended. `decisive` names the row from which on every schedule fails.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/symbolizer.h"
#include "trace/event.h"
#include "trace/finding.h"
#include "trace/insight.h"
#include "trace/run_record.h"

namespace heddle {

// The call stack of a thread that failed, or that waits for ever.
struct ThreadStack {
  std::string thread;
  std::string title;                // "waits for lock a, held by main.1"; may be empty
  std::vector<SourcePlace> frames;  // innermost first; frames of the runtime left out
};

// One step of the interleaving: an event that other threads could notice, or the creation or joining of a thread.
struct TraceRow {
  ThreadId thread_id = 0;
  std::string thread;
  SourcePlace place;
  std::string what;    // "write balance = 10 (was 0)"
  std::string inside;  // the library's function that made the step for `place`: "_Sp_atomic::load"; empty for most

  uint32_t event = 0;  // its index among all events of the run
  Op op = Op::kRead;
  uint64_t object = 0;      // Event::object: rows with the same one are about the same memory, lock, …
  uint64_t second = 0;      // Event::second where it is an object too: the mutex of a condition wait
  uint32_t length = 0;      // bytes accessed
  bool failed = false;      // a try that did not succeed, a refused unlock
  std::string variable;     // what the source calls the object: "balance", "queue.head"; an address if nothing does
  std::string value;        // read, or in memory after a write; empty for what is no access
  std::string old_value;    // before a write, if known
  bool atomic = false;      // an access that cannot race
  bool takes_over = false;  // the row before it belongs to another thread
  bool preempts = false;    // and that thread could have gone on: this switch was the scheduler's choice
  // The row whose effect this one sees: the write a read returns, the unlock before a lock, the signal before a
  // wake-up, the creation of a thread before its first row. None if there is none or it was the same thread's.
  std::optional<size_t> sees;
  bool synchronises = false;  // what it sees happens before it, as C++ defines that
  bool matters = true;        // other threads' rows depend on it; the others are what a short report leaves out
};

struct HeldLock {
  std::string lock;
  SourcePlace since;
};

// A thread as the run ended.
struct ThreadEnd {
  ThreadId id = 0;
  std::string name;     // "main.0"
  SourcePlace created;  // where its creator made it; empty for main
  SourcePlace place;    // where it was; empty if it was done
  bool done = false;
  std::vector<HeldLock> holds;  // oldest first
  std::string
      left_by;  // done with locks held, after an exception, which it may have caught: "std::runtime_error (no such job), thrown at pool.cpp:7"
  std::string waits_for;  // "lock right, held by main.1 since two_locks.c:17"; empty if it could go on
};

// From this row on every schedule fails.
struct Decisive {
  size_t row = 0;
  bool proven = false;                  // else it is only likely: not all those schedules were made
  std::optional<size_t> before, after;  // rows of the other thread around it
  std::string words;                    // "line 8 in main.0 came between line 8 and line 9 of main"; may be empty
};

// The two accesses of a race.
struct Unordered {
  std::optional<size_t> first, second;  // their rows, where they have one
  std::string words;                    // "line 14 in main (write x = 1) and line 39 in main.0 (read x = 1)"
  std::string
      why;  // "line 32 in main.1 (acquire) read what line 23 in main.0 stored relaxed: …"; empty if there is little to say
  std::string cause;  // what it is about: races with the same cause are one story
};

// A block of the heap that rows speak of.
struct BlockNote {
  std::string name;  // "heap#1"
  uint64_t size = 0;
  SourcePlace place;  // of the allocation; empty if unknown
};

struct Explanation {
  FindingKind kind{};
  std::string message;
  std::string thread;  // that failed
  SourcePlace place;
  std::string other_thread;  // the second thread involved; "" if there is none
  SourcePlace other_place;
  uint64_t execution = 0;  // the how-manieth run of the search found it
  std::vector<ThreadStack> stacks;
  std::vector<TraceRow> rows;
  std::vector<ThreadEnd> threads;  // every thread that was created, by id
  size_t switches = 0;             // rows with takes_over
  size_t preemptions = 0;          // rows with preempts
  bool shortened = false;          // a shorter failing run was looked for; this is the shortest found
  bool fewest_switches = false;    // no failing run needs fewer preemptions; all of them were made
  bool always = false;             // the program fails under every schedule
  std::optional<Decisive> decisive;
  std::optional<Unordered> unordered;  // of a race
  std::vector<BlockNote> blocks;       // in the order of their numbers
  std::string schedule;                // readable picks, see picks.h
};

// What a row says, with the library's function that it lies in.
std::string row_words(const TraceRow& row);

Explanation explain(const Finding& finding, const RunRecord& run, const Insight& insight = {});

}  // namespace heddle
