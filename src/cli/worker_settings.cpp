#include "cli/worker_settings.h"

#include <cstdio>

#include "cli/free_memory.h"
#include "cli/search_options.h"

namespace heddle {

WorkerSettings settings_of(const CheckOptions& o) {
  WorkerSettings s;
  give_search_options(o, s);
  std::snprintf(s.engine, sizeof s.engine, "%s", o.engine.c_str());
  s.options.solver = o.solver == "z3" || o.solver == "cvc5" ? Solver::kZ3
                     : o.solver == "both"                   ? Solver::kBoth
                                                            : Solver::kNative;
  s.max_executions = o.max_executions;
  s.memory_limit = o.memory_limit ? o.memory_limit : default_memory_limit();  // it must not take the machine
  s.keep_going = o.keep_going;
  s.coverage = !o.report.empty();
  s.certificate = !o.certificate.empty();
  if (s.certificate || o.count_paths || !o.tests.empty()) s.options.alone_for = UINT64_MAX;
  return s;
}

}  // namespace heddle
