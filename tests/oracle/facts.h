// What can be said about a set of executions of a model program: the common language of brute force and
// engines. Sets hold hashes: equal behaviour gives equal hashes on both sides.
#pragma once
#include <cstdint>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "model/interpreter.h"
#include "trace/dependence.h"
#include "trace/event.h"
#include "trace/term.h"

namespace heddle::oracle {

using model::Interpreter;

// How an execution ended, seen from the theory.
enum class End : uint8_t {
  kMaximal,  // every thread is done, or nobody can go on (deadlock, livelock)
  kAssumed,  // nobody can go on, and an assumption stopped somebody
  kCut,      // a finding, or the end of main, cut off threads that were not done
  kAsleep,   // an engine gave up half-way
};

struct Facts {
  std::unordered_map<uint64_t, int> complete;  // Mazurkiewicz traces that are kMaximal, and how often seen
  std::unordered_map<uint64_t, int> assumed;   // likewise kAssumed
  std::set<uint64_t> results;                  // final variables and registers of complete executions
  std::set<uint64_t> classes;                  // value classes of complete executions
  std::set<uint64_t> histories;                // local histories, also of executions that were cut off
  std::set<uint64_t> findings;
  std::set<uint64_t> failures;  // findings without the history that led to them
  std::set<uint64_t> races;     // see naive_races.h
};

// The canonical form of a Mazurkiewicz trace, built event by event: each event's hash covers its label and the
// hashes of the earlier events it depends on, and the trace's hash is their sum. So equivalent sequences, and
// only they, get equal hashes. Also carries each thread's local history.
class TraceHash {
 public:
  // With `only_noticed`, a result that the thread does not look at is no part of its history. With `follows`, values are
  // followed, and that a thread has ended is part of its history, since it may have asked something before.
  explicit TraceHash(const DependenceOptions& dependence, bool only_noticed = false, bool follows = false)
      : dependence_(dependence), only_noticed_(only_noticed), follows_(follows), histories_(model::kMaxModelThreads) {}
  void push(const Event& event, const Followed& followed = {});
  // An event that was no choice, after it: arguments and results of threads are told.
  void note(const Event& event);
  // Likewise what a thread asked; and all of a step, in order.
  void note_all(std::span<const Event> events, const model::Follower* values);
  // That an assumption does not hold is not counted: nothing follows from it, and no run is made for it.
  void ask(const Question& q) {
    if (q.stops != q.answer + 1) tell(q.thread, mix(q.position, q.answer));
  }
  void pop();  // undoes the last push, and what was noted since
  uint64_t value() const { return sum_; }
  // The histories of the thread that was pushed last, before its event and after. What a thread was told by a note counts
  // from its next event on: a run may be cut short before it does anything with it.
  void add_told(std::set<uint64_t>& to) const;
  uint64_t history(ThreadId t) const { return histories_[t]; }  // 0: has read nothing yet
  uint64_t value_class() const;
  size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    Event event;
    uint64_t hash;
    size_t changes;  // before it
  };
  struct Change {
    ThreadId thread;
    uint64_t history;
  };
  void tell(ThreadId thread, uint64_t value);
  DependenceOptions dependence_;
  bool only_noticed_, follows_;
  std::vector<Node> nodes_;
  std::vector<uint64_t> histories_;
  std::vector<uint64_t> told_;                                                      // by the last push
  std::vector<Change> changes_;                                                     // what histories were before
  std::vector<uint64_t> results_ = std::vector<uint64_t>(model::kMaxModelThreads);  // of threads that have ended
  uint64_t sum_ = 0;
};

// A finding's identity: its kind, place and thread, and the failing thread's local history.
uint64_t finding_hash(const Finding& finding, const TraceHash& trace);
// Likewise, but a deadlock counts as one finding for each function whose thread is stuck and the place where it is.
void add_findings(const Finding& finding, const TraceHash& trace, const Interpreter& machine, std::set<uint64_t>& out);
// What fails and where, whatever led to it.
void add_failures(const Finding& finding, const Interpreter& machine, std::set<uint64_t>& out);
// How the execution that left `machine` in this state ended.
End end_of(const Interpreter& machine);

}  // namespace heddle::oracle
