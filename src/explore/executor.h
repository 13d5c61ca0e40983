// Executor: performs one run as a schedule says. It decides nothing.
//
// Three implementations: InlineExecutor (src/worker; the engine lives in the process of the program under
// test and a run is a function call), RemoteExecutor (src/remote; a worker process over shared memory) and
// ModelExecutor (src/model; a small abstract program held as data).
#pragma once
#include "trace/schedule.h"
#include "trace/trace.h"

namespace heddle {

class Executor {
 public:
  virtual ~Executor() = default;
  // The trace stays valid until the next call of run.
  virtual const Trace& run(const Schedule& schedule) = 0;
};

}  // namespace heddle
