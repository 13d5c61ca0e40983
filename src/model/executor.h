// ModelExecutor: runs a model program as a schedule says.
//
//   ModelExecutor executor(program);
//   const Trace& trace = executor.run(schedule);
#pragma once
#include <vector>

#include "explore/executor.h"
#include "model/interpreter.h"
#include "model/slice.h"
#include "trace/chooser.h"

namespace heddle::model {

class ModelExecutor final : public Executor {
 public:
  explicit ModelExecutor(const Program& program, const DependenceOptions& dependence = {}, size_t max_steps = 100000);
  // Reads fill registers from now on (trace/term.h).
  void follow_values() { follows_ = true; }
  // Accesses that cannot matter to assertions, locks and waits are no steps from now on (slice.h).
  void leave_out_lesser(SliceFault fault = SliceFault::kNone) { program_.lesser = lesser_positions(source_, fault); }
  ModelExecutor(const ModelExecutor&) = delete;

  const Trace& run(const Schedule& schedule) override;
  // A part of the state that is left out of Trace::states: a fault that must be noticed.
  void leave_out(Interpreter::Part part) { without_ = part; }
  // The state in which the last run ended.
  const Interpreter& machine() const { return machine_; }

 private:
  bool step();
  StateHash hash();
  bool stops_at_state(const Schedule& schedule);

  Program source_;
  FlatProgram program_;
  DependenceOptions dependence_;
  size_t max_steps_;
  bool follows_ = false;
  Interpreter::Part without_ = Interpreter::Part::kNone;
  const Schedule* schedule_ = nullptr;  // of the run
  StateHash loop_state_;                // Schedule::loop: where it begins
  std::vector<StateHash> states_;
  std::vector<uint64_t> words_;  // of a state
  Interpreter initial_;          // before the first event of main
  Interpreter machine_;
  Chooser chooser_;
  std::vector<Event> events_, pending_;
  std::vector<uint64_t> contents_;
  std::vector<Followed> followed_;
  std::vector<Step> steps_;
  std::vector<Finding> findings_;
  Trace trace_;
};

}  // namespace heddle::model
