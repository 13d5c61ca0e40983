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
// Where two steps have nothing to do with each other, both orders lead to the same state, and it is enough to go there once: a
// thread whose step was tried before sleeps until somebody does something that its step meets (sleep sets, Godefroid 1996). All
// states are visited as before.
//
// Threads that try again and again have no deepest history. So what lies deeper in the pool than Memory::depth is not asked for,
// and the search goes on beside it: whoever makes the searches lets that depth grow when everything above it is known.
//
// States that differ only in which of several equal threads stands where are one (equal_threads.h). Equal threads do not sleep. So are
// states that differ only in which of several nodes a thread stands at from which on the same is known (merged.h).
//
// Where no thread can go alone, but some of them cannot be met by the others, only these are tried (reach_few.cpp).
//
// A state in which nobody can go on is a deadlock; one of each kind is run.
//
// Data races are accesses that two threads can come to at the same time. Where threads look at what others did without synchronising, there
// are others besides: a search of its own watches one access after the other, and who knows of it (awareness.h), until a
// thread that does not comes to an access that conflicts with it (reach_order.cpp).
//
// One search can be made by several Reaches at once, each in a thread of its own: they share the states that were visited,
// and whoever has much to do gives parts of it away (`split`). The pool may grow only while none of them is going on.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "causal/equal_threads.h"
#include "causal/footprints.h"
#include "causal/input_solver.h"
#include "causal/merged.h"
#include "causal/outlook.h"
#include "causal/pool_machine.h"
#include "causal/relevance.h"
#include "causal/state_set.h"

namespace heddle::causal {

// What is remembered over all searches.
struct Memory {
  std::atomic<uint64_t> states = 0;              // steps taken in the model
  std::unordered_set<uint64_t> refused;          // (node, answer) that a run ended at with a finding
  std::unordered_set<NodeId> refused_at;         // nodes of which there is one
  std::unordered_set<uint64_t> races;            // pairs of positions that race, or that runs were made for
  std::vector<std::vector<uint64_t>> deadlocks;  // shown: who waits for what, as PoolMachine::stuck says it
  // Likewise, but their runs are still to be made: nobody else needs to ask for them. They are not saved.
  std::unordered_set<uint64_t> asked_races;
  std::vector<std::vector<uint64_t>> asked_deadlocks;
  std::atomic_flag busy;                       // somebody looks at those four, or at the races a search met
  bool watches_races = false;                  // searches note the races they meet
  OrderFault fault = OrderFault::kNone;        // what orders accesses is got wrong on purpose
  ReachFault reach_fault = ReachFault::kNone;  // something is left out wrongly on purpose
  uint32_t merge_from = 1024;                  // nodes are merged if the pool has at least so many
  uint32_t depth = UINT32_MAX;                 // answers that are not known are asked for up to this depth of the pool
  std::unique_ptr<InputSolver> inputs;         // who answers questions about inputs, made when first needed
  // Where an answer of it would have been needed that it could not give, by position; a search that closed without it does not
  // cover everything.
  std::set<uint64_t> undecided;
  // A thread that asks the same about inputs so often, as a loop does that they bound, is not asked for more; 0: without end. Where
  // that was so, by position; a search that closed then does not cover everything either.
  uint32_t max_loop = 0;
  std::set<uint64_t> long_loops;
  std::string trouble;  // inputs came to where they cannot be followed: no search is of any use

  // No run is made for another answer to the question at `n`, which its thread has been asked too often.
  bool is_long_loop(const Pool& pool, NodeId n) const;

  void save(Writer& out) const;
  bool load(Reader& in);
};

// A pair of source positions, as Memory::races keeps it.
uint64_t race_of(uint64_t position, uint64_t other);
// Cells that both threads access so that it could be a race nobody knows of: one writes, one is not atomic, no lock in
// common. Empty if there are none. `met`: only what a search has met; may be null.
std::vector<uint8_t> cells_that_may_race(const Pool& pool, const Memory& memory, ThreadId a, ThreadId b,
                                         const std::unordered_set<uint64_t>* met, Races races = Races::kSideBySide);
// Two accesses of different threads that race if nothing orders them and one of them writes; so do those that stand side by side,
// unless one only compares.
bool may_race(const Node& a, const Node& b);

class Reach {
 public:
  // `shared`: others will take part.
  Reach(const Pool& pool, Memory& memory, ThreadId target, bool blocking, bool shared = false);
  // Instead: can these two threads come to accesses of these cells at the same time, or without being ordered?
  Reach(const Pool& pool, Memory& memory, ThreadId target, ThreadId second, std::vector<uint8_t> raced, Races races,
        bool shared = false);

  enum class Answer : uint8_t {
    kRun,     // `schedule()` leads to something new
    kClosed,  // nothing new can be reached
    kPause,   // so many steps were taken, or `pause` was set; call again
  };
  Answer go_on(uint64_t steps, const std::atomic<bool>* pause = nullptr);
  const std::vector<uint16_t>& schedule() const { return path_; }
  // The run of `schedule()` was learned. `complete`: all of the schedule was performed. `finding`: it ended in one. `grew`:
  // the pool did.
  void learned(bool complete, bool finding, bool grew);
  // The two halves of it, for a search that is shared: what the run says about the question, told to whoever asked;
  // and that the pool has grown, told to all. False: they have to be thrown away and the search made again.
  void answered(bool complete, bool finding, bool grew);
  bool refresh();
  // The search is given up: a race that it asked for and that was not shown may be asked for again.
  void take_back();
  // What the run that is asked for has to show, 0 for a deadlock. Two that ask the same need one run.
  uint64_t question() const {
    return asked_ == Ask::kStep || asked_ == Ask::kSettle || asked_ == Ask::kInput ? question_ : 0;
  }
  // What kind of bug the run is to show, if it is made for one.
  std::optional<FindingKind> foretells() const;
  // The pool has grown by a run that this search did not ask for.
  void pool_grew() {
    if (!refresh()) restart();
  }
  // Gives away part of what is left to do; null if there is too little.
  std::unique_ptr<Reach> split();
  // After kClosed of all who share the search: it has to be made again.
  bool stale() const { return ground_->stale || ground_->outgrown; }
  // After kClosed: something was not asked for since it lies too deep, so the answer holds for that depth only.
  bool postponed() const { return ground_->postponed; }
  // Nothing new can be reached, as somebody else found out: the search ends, and `still_closed` says how long that holds. It answers
  // for nobody but its own threads, and has met no races.
  void end_by_formula(bool postponed);
  bool by_formula() const { return ground_->by_formula; }
  // False: asked for something that the run could not show. The model and the program differ.
  bool believable() const { return believable_; }

  ThreadId target() const { return ground_->relevance.target(); }
  const Relevance& relevance() const { return ground_->relevance; }
  // Accesses that two threads came to at the same time and that race, for cells_that_may_race; if the memory watches races.
  const std::unordered_set<uint64_t>& met_races() const { return ground_->met_races; }
  // After kClosed: does the answer still hold, with what the pool learned since?
  bool still_closed();
  size_t memory() const {
    return ground_->seen.memory() + (ground_->crowd ? ground_->crowd->memory() : 0) + stack_.capacity() * sizeof(Frame);
  }
  // States visited since the search was begun or made again, if nobody else takes part.
  size_t states() const { return ground_->seen.size(); }
  // Bytes that the next so many steps may take at once, besides those it has.
  size_t claim(uint64_t steps) const {
    return ground_->crowd ? ground_->crowd->claim(steps) : ground_->seen.claim(steps);
  }
  // After kClosed: what is not needed for `still_closed` and `met_races` is given up.
  void close() {
    ground_->seen = StateSet(NarrowSlot::kThreads, 16);
    ground_->crowd = nullptr;
    ground_->footprints.close();
  }

 private:
  struct Frame {
    uint64_t todo;    // threads to be tried
    uint64_t all;     // if not all are tried: all that could be; else 0
    uint64_t asleep;  // threads whose steps from here are made elsewhere, or were before
    size_t mark;      // of the machine, before the step
    size_t path;      // length of the schedule before the step
    int thread;       // being tried
    int choice, choices;
    bool is_fork = false;  // of the inputs, not of the threads: `forks_` has more; `choice` counts the answers tried
  };

  // What all who make the search have in common.
  struct Ground {
    Ground(const Pool& pool, ThreadId target, bool blocking)
        : relevance(pool, target, blocking), footprints(pool, relevance), equals(pool), merged(pool, relevance) {}
    Ground(const Pool& pool, ThreadId target, ThreadId second, std::vector<uint8_t> raced, Races races)
        : relevance(pool, target, second, std::move(raced), races), footprints(pool, relevance), equals(pool),
          merged(pool, relevance) {}
    Relevance relevance;
    Footprints footprints;
    EqualThreads equals;
    Merged merged;
    StateSet seen;
    std::unique_ptr<SharedStateSet> crowd;   // instead of `seen` if others take part
    std::unordered_set<uint64_t> met_races;  // see met_races()
    uint64_t revision = 0, layout = 0;       // of the pool, as the search began
    std::atomic<uint64_t> taken = 0;         // steps since then
    std::atomic<bool> postponed = false;     // see postponed()
    bool by_formula = false;                 // see by_formula()
    uint64_t raced = 0;                      // bits of the footprints: of the cells that the search is about
    bool uncertain = false;                  // memory may be gone, or its first value not be known
    bool outgrown = false;  // nodes are merged that are not the same any more: likewise, but only at the end
    bool stale = false;     // what the search rests on has changed: it has to be made again
  };

  Reach(const Reach&) = default;
  void look() { outlook_.update(machine_, ground_->footprints); }
  Answer walk(uint64_t steps, const std::atomic<bool>* pause);
  void restart();
  // Lets everyone come to rest after a step. False: a run is needed.
  bool settle() {
    const PoolMachine::Step step = machine_.settle();
    if (step == PoolMachine::Step::kDone) [[likely]]
      return true;
    return step == PoolMachine::Step::kFork ? fork_settling() : ask_or_leave();
  }
  bool ask_or_leave();
  bool expand();
  bool take(Frame& f);
  void push_frame(uint64_t todo, uint64_t all, int thread);
  bool may_end_process(int i);
  bool try_others();
  void widen(Frame& f);
  bool ask_about_step();
  bool look_for_races();
  int alone(uint64_t enabled, const Outlook::Futures& futures) const;
  bool waits_for(int j, int i) const;
  bool is_kept_away(int j, const Node& n) const;
  void rely_on_meeting_nobody(int i) const;
  void rely_on_not_meeting(int j, int i, const Outlook::Future& next) const;
  bool gives_back(int i) const;
  bool no_tries(int i) const;
  uint64_t left_to_try(uint64_t threads, const StateHash& h, const Outlook::Live& live);
  uint64_t still_asleep(uint64_t asleep, int i) const;
  bool meets_nobody(int i, const Outlook::Futures& futures) const;
  uint64_t step_question();
  uint64_t settle_question();
  bool is_new_deadlock();
  void forget_deadlock();
  bool meets_race();
  void watch_races();
  void note_races_of(int i);
  bool race_here(int i, int j, Demand& only_if);

  // Threads that are enough (reach_few.cpp).
  Outlook::Future touched_next(int i) const;
  bool may_meet(int j, int i, const Outlook::Future& next) const;
  bool waits_for_one(int j, uint64_t threads) const;
  uint64_t set_around(int i, uint64_t enabled) const;
  uint64_t enough(uint64_t enabled) const;
  void rely_on_set(uint64_t set) const;

  // Accesses that nothing orders (reach_order.cpp).
  int other_of(int i) const;
  bool may_conflict(int i, uint64_t reads, uint64_t writes) const;
  bool may_conflict(int i, NodeId access) const;
  bool may_conflict_with_more(int i, int other) const;
  bool follows_raced(NodeId n) const;
  bool may_watch(int i) const;
  bool is_watched(const Node& n) const;
  int choices(int i);
  PoolMachine::Step perform(int i, int choice);
  bool look_for_unordered(int i, NodeId performed);
  bool may_still_be_unordered() const;
  StateHash awareness_part() const;

  // Inputs (reach_inputs.cpp).
  uint32_t answers_at(NodeId n) const;
  bool is_possible(std::span<const Demand> question, uint64_t position);
  void push_step(int i);
  bool fork_step(uint64_t enabled, int i);
  bool fork_settling();
  void push_fork(bool settling);
  bool next_branch();
  bool go_into_branch(size_t fork);
  Frame& step_frame();
  StateHash condition_part(uint64_t live) const;
  void fill_in_inputs();
  void cut_path(size_t length);
  bool in_trouble();

  const Pool& pool_;
  Memory& memory_;
  std::shared_ptr<Ground> ground_;
  PoolMachine machine_;
  Outlook outlook_;  // of the machine; is brought up to date before it is asked
  std::vector<Frame> stack_;
  std::vector<uint16_t> path_;
  uint64_t asleep_ = 0;   // threads that sleep in the present state
  uint64_t wakeful_ = 0;  // threads that never do, since they have equals
  int last_ = -1;         // who took the last step
  struct {
    size_t mark, path;  // of the machine, and length of the schedule, before that step
    int thread = -1;    // its thread if it was the only one to be tried and has no frame
    uint64_t asleep;    // who slept before it
    uint64_t enabled;   // who could have been tried
  } before_;
  uint64_t walked_ = 0;  // steps in the present go_on
  enum class Ask : uint8_t {
    kNothing,
    kStep,    // what comes of a step: nothing has changed yet
    kSettle,  // what a thread does that stands where no run got: the step is taken, but not everyone has come to rest
    kStuck,   // nobody can go on
    kRace,    // two accesses stand side by side
    kUnordered,  // nothing orders the access that a thread has just made after the watched one; not everyone has come to rest
    kInput,  // what a thread does that is told something else about an input
  };
  Ask asked_ = Ask::kNothing;       // why the last run was asked for
  uint64_t question_ = 0;           // and what it has to answer
  NodeId question_at_ = kNoNode;    // where its thread stands that is asked about
  std::vector<uint64_t> deadlock_;  // kStuck: likewise, as Memory::deadlocks has it
  bool ask(Ask what, uint64_t question, NodeId at);
  // A place where the search goes on for each answer that some input gives.
  struct Fork {
    PoolMachine::Fork what;
    NodeId node;
    bool settling;                 // in the middle of `settle`; else before the step of its thread
    PoolMachine::Settling settle;  // then: how far it came
    int choice;                    // else: of that step
    uint64_t asleep;
    int last;
  };
  std::vector<Fork> forks_;  // of the frames that are one
  struct Received {
    size_t at;       // in path_: the first of its value steps
    InputName name;  // whose value goes there
    uint32_t bits;
  };
  std::vector<Received> received_;  // inputs on the path
  std::vector<Demand> new_answer_;  // kInput, kRace: of which inputs the run has to be
  uint32_t known_answers_ = 0;      // kInput: of the node, when that was asked
  bool forked_ = false;             // the last step ended at a fork
  bool solved_ = false;       // a question went to a solver, which may have taken long: somebody may look at the time
  bool other_order_ = false;  // kRace: to be asked again, the other way round
  bool started_ = false, believable_ = true;
};

}  // namespace heddle::causal
