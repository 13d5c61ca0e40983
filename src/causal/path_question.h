// PathQuestion: can a thread come to something that no run has shown? Asked of all that the pool knows at once, as one formula,
// instead of by a search of its states.
//
// A search (reach.h) tries one interleaving after the other. Where many threads compute with what they read, nearly every
// interleaving leaves another state, and there are too many of them. As a formula the same question is small: which steps
// are performed, in which order, which write each read sees, and which inputs there are; a solver jumps to the few that
// matter, for a yes as for a no.
//
// Only steps that matter to somebody else have a place in the order: accesses to memory that somebody looks at, and locks. What lies
// between them (questions, inputs, accesses to what nobody looks at, creations, joins) happens as soon as it can, as in PoolMachine.
// A set of steps that has, with each, what its thread did before, is an execution if there is an order in which every
// read finds its value and locks exclude each other. Such a beginning can be cut off anywhere; so nobody has to go on.
//
// Equal threads (equal_threads.h) that are created together do one chosen step in the order of their numbers, if at all: any execution
// can be renamed so that they do. Without that a no takes as many times longer as there are permutations.
//
// A yes is followed in PoolMachine before anybody relies on it. What the formula does not cover (`begin` says so) is left to the
// search: conditions, semaphores, barriers, tries, spin loops, freed memory, blocks, atomic sections, parts of words, deadlocks.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "causal/equal_threads.h"
#include "causal/input_solver.h"
#include "causal/relevance.h"

namespace heddle::causal {

struct Memory;

// What a thread may come to.
struct PathGoal {
  enum Kind : uint8_t {
    kStands,  // at a node of which no run has shown what follows
    kTold,    // at a question, or a read, which tells something that is none of `known`
    kMeets,   // before an access, and another thread before `other`, with which it races
  };
  Kind kind = kStands;
  NodeId node = kNoNode;
  NodeId other = kNoNode;
  std::vector<uint64_t> known;
};

// How far a thread comes in a path prefix, the unit of maximal path causality (explore/path_prefixes.h).
struct PathMark {
  NodeId at = kNoNode;          // where it comes to stand; kNoNode: it takes no part
  NodeId until = kNoNode;       // `at`, or where it may go from there; it need not
  bool differs = false;         // what it is told at `at` is none of `known`
  std::vector<uint64_t> known;  // answers
};

// An execution that leads to a goal, or has a path prefix.
struct PathAnswer {
  size_t goal = 0;
  std::vector<NodeId> steps;                        // in their order
  std::vector<std::pair<NodeId, uint64_t>> inputs;  // what is received at these nodes
};

class PathQuestion {
 public:
  PathQuestion(const Pool& pool, const Memory& memory) : pool_(pool), memory_(memory), equals_(pool) {}

  // What can `target` be told that no run has shown? Or, with cells: can it and `second` come to a race there? False: the formula
  // does not cover it.
  bool begin(ThreadId target, ThreadId second, const std::vector<uint8_t>& cells);
  // Instead of goals: which local paths can the threads have in one execution? All threads take part.
  bool begin_all();
  // Instead: is there an execution in which thread t comes as far as `marks[t]` says? Only what lies on the way takes part.
  bool begin_prefix(std::vector<PathMark> marks);
  std::span<const PathMark> marks() const { return marks_; }
  // Equal threads that are created together; each thread is in one group.
  using Group = std::vector<ThreadId>;
  std::vector<Group> groups() const;
  // The ends of a thread's local paths. Those of equal threads are in the same order.
  std::vector<NodeId> leaves_of(ThreadId t) const;

  // What a run for the goal that is told this has to answer, as Memory::refused has it.
  uint64_t asked_by(const PathGoal& goal, uint64_t told) const;
  // The same question, but this answer to the goal is known too.
  void exclude(size_t goal, uint64_t value) { goals_[goal].known.push_back(value); }

  const Pool& pool() const { return pool_; }
  std::span<const PathGoal> goals() const { return goals_; }
  // Some goals lie deeper than Memory::depth and are not asked about.
  bool postponed() const { return postponed_; }
  // Nodes with a place in the order; those where the process ends; all that the threads may come to.
  std::span<const NodeId> steps() const { return steps_; }
  std::span<const NodeId> ends() const { return ends_; }
  std::span<const NodeId> nodes() const { return nodes_; }
  bool is_step(NodeId n) const { return kinds_[n] == kStep; }
  bool is_in(NodeId n) const { return kinds_[n] != kOut; }
  // Where the thread that begins at `root` is created, and where the thread that a join waits for may have ended.
  std::vector<NodeId> creations_of(NodeId root) const;
  std::vector<NodeId> ends_of(ThreadId t) const;
  // The node of the same thread, at `n` or before, that fills this register.
  NodeId filled_at(NodeId n, uint64_t number) const;
  // Of a lock: where it is given back.
  std::vector<NodeId> releases_of(NodeId lock) const;
  // Steps of equal threads, of which each comes before the next, if that comes at all.
  std::vector<std::vector<NodeId>> ordered() const;

  // Follows the answer. The schedule's prefix, the last of which leads to what is new; nothing if that is not so. `told`: of
  // kTold, what.
  std::optional<std::vector<uint16_t>> follow(const PathAnswer& answer, uint64_t& told) const;
  // Likewise of a path prefix.
  std::optional<std::vector<uint16_t>> follow_prefix(const PathAnswer& answer) const;

 private:
  enum Kind : uint8_t { kOut, kBetween, kStep };
  bool collect();
  void sort_steps();
  bool covers(NodeId id, const Node& n) const;
  bool matters(NodeId id, const Node& n) const;
  bool fields_are_apart() const;
  bool add_goal(NodeId id, const Node& n);
  void add_meetings(ThreadId target, ThreadId second);
  NodeId batch_of(NodeId root) const;

  const Pool& pool_;
  const Memory& memory_;
  EqualThreads equals_;
  std::optional<Relevance> relevance_;
  std::vector<uint8_t> kinds_;  // per node
  std::vector<NodeId> nodes_, steps_, ends_;
  std::vector<PathGoal> goals_;
  std::vector<PathMark> marks_;
  ThreadId target_ = 0;
  bool postponed_ = false, unsure_ = false;
};

// Who answers such questions. `effort`: how much may be spent, in units of the solver's own that are about the same on all
// machines.
class PathSolver {
 public:
  virtual ~PathSolver() = default;
  virtual Possible solve(const PathQuestion& question, uint64_t effort, PathAnswer& answer) = 0;
  // Of a question after `begin_all`: combinations of local paths, one of each thread, that are those of one execution. A thread that
  // fails or ends the process does so last of all; where an assumption stops one, it is no execution. Nothing if that is not
  // known, or there are too many.
  virtual std::optional<uint64_t> count(const PathQuestion& question, uint64_t effort) = 0;
  // Of a question after `begin_prefix`. On kNo, with `cores`: sets of threads of which what is demanded cannot hold together,
  // each without a smaller one in it, the largest first; not necessarily all.
  virtual Possible solve_prefix(const PathQuestion& question, uint64_t effort, PathAnswer& answer,
                                std::vector<ThreadSet>* cores) = 0;
};
// The same solver; how it answered is counted.
struct PathCounts {
  uint64_t yes = 0, no = 0, unknown = 0;
};
std::unique_ptr<PathSolver> count_answers(std::unique_ptr<PathSolver> solver, PathCounts& counts);

// As bit_vector_solver().
using PathSolverFactory = std::function<std::unique_ptr<PathSolver>()>;
PathSolverFactory& path_solver();

}  // namespace heddle::causal
