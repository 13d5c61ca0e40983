// The judge: runs an engine on a model program to its end and compares what it did with brute force.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "brute_force.h"
#include "explore/engine.h"
#include "explore/race_watch.h"
#include "model/program.h"
#include "model/slice.h"

namespace heddle::oracle {

// What an engine promises, so what is compared.
struct Promise {
  const char* engine;
  bool once;               // each Mazurkiewicz trace in exactly one complete execution
  bool each;               // every interleaving, exactly once
  bool unblocked;          // no run is given up, except for assumptions; not promised where tries or findings are
  bool preemptions;        // after each bound: everything that so many preemptions are enough for was seen
  bool histories = false;  // not every trace, but every local history, and each run shows a new one or a new deadlock
};
// What make_engine's engines promise; null for one that promises nothing (random, pct).
const Promise* promise_of(const std::string& engine);
std::vector<std::string> promised_engines();

struct Counted : Facts {
  uint64_t executions = 0, blocked = 0, cut = 0, asleep = 0;
  std::vector<uint64_t> by_preemptions;  // runs with exactly 0, 1, 2, … of them
  std::set<uint64_t> paths;              // how far each thread came with which local history
  uint64_t idle = 0;                     // runs without a finding that added nothing to them
  std::string progress;                  // the engine's last words
  std::string fallback;                  // why another engine did the work
  bool endless = false;                  // gave up: far more runs than there are interleavings
  uint64_t pool = 0;                     // histories that the pool of a team counts, 0 if the model did not fit
};
using MakeEngine = std::function<std::unique_ptr<Engine>()>;
using MakeBounded = std::function<std::unique_ptr<Engine>(int preemptions)>;

// How an engine is put to work.
struct Driver {
  uint64_t max_runs = UINT64_MAX;
  int engines = 1;            // work is split among up to so many
  bool only_noticed = false;  // see TraceHash
  bool follows = false;       // likewise
  uint64_t seed = 0;          // with `engines` > 1: when to split, which engine is next, when to save and load
  OrderFault order = OrderFault::kNone;  // how the race detector is broken
  int threads = 1;                       // with mcr: a team of so many
  bool lesser = false;  // accesses that cannot matter are no steps (model/slice.h): only failures count
  model::SliceFault slice = model::SliceFault::kNone;  // likewise: how it is broken
  bool unnoticed = false;                              // dpor, optimal: not every trace is run (explore/unnoticed.h)
  bool beside = false;  // mcr: other engines search beside it, whose runs may show nothing new
};
// All runs of the engine, or of the engines that share its work.
Counted explore(const MakeEngine& make, const model::Program& program, const DependenceOptions& dependence,
                const Driver& driver);

// Likewise, by a team of `driver.threads` (explore/mcr_team.h).
Counted explore_together(const MakeEngine& make, const model::Program& program, const DependenceOptions& dependence,
                         const Driver& driver);

// Empty if the engine kept its promise on this program, else what is wrong. Programs too large for brute force
// are passed over: `skipped` says so. `make(-1)` makes an engine without a bound on preemptions.
std::string judge(const Promise& promise, const MakeBounded& make, const model::Program& program,
                  const DependenceOptions& dependence, Driver driver = {}, bool* skipped = nullptr);

// Shrinks a program that fails and says everything about it: what is wrong, as data, as C source.
std::string report(const Promise& promise, const MakeBounded& make, const model::Program& program,
                   const DependenceOptions& dependence, const Driver& driver = {});

}  // namespace heddle::oracle
