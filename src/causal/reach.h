// Reach: everything that one thread, the target, can be told, by a search of the states that the pool can get into.
//
// The search walks through the model, not the program. Where the pool does not know what comes next, it stops with a
// schedule that leads there; once the pool has learned from a run of it, the search goes on from the same point. When
// it comes to its end and nothing that it rested on has changed meanwhile, every local history of the target is known.
//
// A state is where each thread that matters stands and the values that somebody may still look at (relevance.h). Where
// one thread's next event cannot meet with anything that others do before it, only that one is tried: because nobody
// touches the place any more, because all who touch it need a lock that the thread holds, or because it gives
// something back (a lock, a unit of a semaphore), which can always be done at once.
//
// A state in which nobody can go on is a deadlock; one of each kind is run.
#pragma once
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "causal/machine.h"
#include "causal/relevance.h"
#include "causal/state_set.h"

namespace heddle::causal {

// What is remembered over all searches.
struct Memory {
  uint64_t states = 0;                          // steps taken in the model
  std::unordered_set<uint64_t> refused;         // (node, answer) that a run ended at with a finding
  std::vector<std::vector<uint64_t>> deadlocks; // those that were run: who waits for what, as Machine::stuck says it
};

class Reach {
 public:
  Reach(const Pool& pool, Memory& memory, ThreadId target, bool blocking);

  enum class Answer : uint8_t {
    kRun,     // `schedule()` leads to something new
    kClosed,  // nothing new can be reached
    kPause,   // so many steps were taken; call again
  };
  Answer go_on(uint64_t steps);
  const std::vector<uint16_t>& schedule() const { return path_; }
  // The run of `schedule()` was learned. `complete`: all of the schedule was performed. `finding`: it ended in one. `grew`:
  // the pool did.
  void learned(bool complete, bool finding, bool grew);
  // False: asked for something that the run could not show. The model and the program differ.
  bool believable() const { return believable_; }

  ThreadId target() const { return relevance_.target(); }
  // After kClosed: does the answer still hold, with what the pool learned since?
  bool still_closed();
  size_t memory() const { return seen_.memory() + stack_.capacity() * sizeof(Frame); }

 private:
  struct Frame {
    uint64_t todo;      // threads to be tried
    uint64_t all;       // if only one is tried: all that could be
    size_t mark;        // of the machine, before the step
    size_t path;        // length of the schedule before the step
    int thread;         // being tried
    int choice, choices;
  };

  void restart();
  bool enter();
  bool expand();
  bool take(Frame& f);
  int alone(uint64_t enabled) const;
  bool meets_nobody(int i, const Node& n) const;
  bool is_new_state();
  uint64_t step_question() const;
  bool is_new_deadlock();

  const Pool& pool_;
  Memory& memory_;
  Relevance relevance_;
  Machine machine_;
  StateSet seen_;
  std::vector<Frame> stack_;
  std::vector<uint16_t> path_;
  uint64_t revision_ = 0, layout_ = 0;
  uint64_t taken_ = 0;         // steps since the last restart
  enum class Ask : uint8_t {
    kNothing,
    kStep,    // what comes of a step: nothing has changed yet
    kSettle,  // what a thread does that stands where no run got: the step is taken, but not everyone has come to rest
    kStuck,   // nobody can go on
  };
  Ask asked_ = Ask::kNothing;  // why the last run was asked for
  uint64_t question_ = 0;      // and what it has to answer
  bool ask(Ask what, uint64_t question);
  bool stale_ = false;         // what the search rests on has changed: it has to be made again
  bool started_ = false, believable_ = true;
};

}  // namespace heddle::causal
