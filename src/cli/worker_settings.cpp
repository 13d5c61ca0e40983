#include "cli/worker_settings.h"

#include <cstdio>

#include "cli/free_memory.h"

namespace heddle {

WorkerSettings settings_of(const CheckOptions& o) {
  WorkerSettings s;
  std::snprintf(s.engine, sizeof s.engine, "%s", o.engine.c_str());
  std::snprintf(s.body, sizeof s.body, "%s", o.body.c_str());
  s.options.seed = o.seed;
  s.options.dependence.commute_rmws = o.commute;
  s.options.preemptions = o.preemptions;
  s.options.depth = o.depth;
  s.options.solver = o.solver == "z3" ? Solver::kZ3 : o.solver == "both" ? Solver::kBoth : Solver::kNative;
  s.options.predict_races = o.race != "ignore";
  s.max_executions = o.max_executions;
  s.memory_limit = o.memory_limit ? o.memory_limit : default_memory_limit();  // it must not take the machine
  s.max_steps = o.max_steps;
  s.keep_going = o.keep_going;
  s.coverage = !o.report.empty();
  s.race = o.race == "stop" ? RaceMode::kStop : o.race == "ignore" ? RaceMode::kIgnore : RaceMode::kReport;
  s.leaks = o.leaks;
  s.options.final_states = o.leaks;
  s.exit_codes = o.exit_codes;
  s.spurious = o.spurious;
  s.certificate = !o.certificate.empty();
  return s;
}

}  // namespace heddle
