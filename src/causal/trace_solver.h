// Questions about one trace, and who answers them.
//
// Question: in some order of acts of the trace, each told what it was told, can `act` come to be told `answer`? Not all
// acts need to happen: of each thread some first part does, and `act` comes last. (Maximal causality reduction, Huang,
// PLDI 2015, asks this of every read and every value that the trace holds.)
//
// Two solvers: a search of our own (native_solver.cpp), and the paper's constraints for Z3 (src/smt), which is what
// the first is tested and measured against. CrossCheck asks both.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "causal/freedom.h"
#include "causal/trace_model.h"

namespace heddle::causal {

struct Question {
  ActId act = 0;
  uint64_t answer = 0;
  bool freed = false;  // instead: can `act`, an access, come to find its memory freed?
  // Which acts need not be told what they were told; null: none. Not part of a recorded question.
  const Freedom* freedom = nullptr;
  // The published recursion: of the constraints, only those on acts that the question comes to (trace_cone.h). With freedom always so; not
  // where a solver judges another one, which goes by the cone as well.
  bool only_reached = false;
  bool keeps_history = false;  // with freedom: but the acts of the thread of `act` are told the same (MCR-S+)

  bool may_deviate(const TraceModel& model, ActId id) const {
    return causal::may_deviate(freedom, model[id], id) && !(keeps_history && model[id].thread == model[act].thread);
  }
};

// How much was asked of a solver, all questions together.
struct Effort {
  uint64_t reads = 0;        // that had to be told a certain value
  uint64_t constraints = 0;  // pairs of such a read and a write that it may read from
};

struct Answer {
  enum Kind : uint8_t { kYes, kNo, kUnknown } kind = kUnknown;
  std::vector<uint16_t> schedule;  // kYes: a schedule's prefix, the last of which performs the act
};

class TraceSolver {
 public:
  virtual ~TraceSolver() = default;
  // kUnknown: it took too long, it is about freed memory and this solver does not ask that, or the trace has something that
  // this solver does not cover.
  virtual Answer solve(const TraceModel& model, const Question& question) = 0;
  virtual Effort effort() const { return {}; }
};

// `steps` it may take for one question.
std::unique_ptr<TraceSolver> make_native_solver(uint64_t steps = 50000);

// The two disagree: one says yes, the other no. Called with what `read_question` reads; must not return.
using OnDifference = std::function<void(const std::string& recorded)>;
// Asks both, and takes the answer of the one that knows.
std::unique_ptr<TraceSolver> make_cross_check(std::unique_ptr<TraceSolver> one, std::unique_ptr<TraceSolver> other,
                                              OnDifference on_difference);

// A question with its trace as bytes, to be asked again elsewhere.
std::string write_question(const TraceModel& model, const Question& question);
bool read_question(std::string_view bytes, TraceModel& model, Question& question);

// Performs `order` in a TraceState, the question's act last. `woken[a]` is the thread that signal `a` wakes, -1 for any. Nothing if
// that cannot be done.
std::optional<std::vector<uint16_t>> schedule_of(const TraceModel& model, const Question& question,
                                                 const std::vector<ActId>& order, const std::vector<int>& woken);

// Solvers that are not linked into every process that runs engines: whoever has them says so here, once, before the
// first engine is made. Empty if there are none.
using SolverFactory = std::function<std::unique_ptr<TraceSolver>()>;
struct OtherSolvers {
  SolverFactory reference;  // the paper's constraints
  OnDifference on_difference;
};
OtherSolvers& other_solvers();

}  // namespace heddle::causal
