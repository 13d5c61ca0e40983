// The search loop: one engine, one executor, until nothing is left or a limit is reached.
//
// It counts, stops on limits, restarts an exhaustive engine when a run shows that more memory is shared
// than was known, and tells a listener. It knows no process and prints nothing.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "explore/engine.h"
#include "explore/executor.h"

namespace heddle {

// How the reason begins of a search that has come to its end and did not cover everything: what it covered follows.
inline constexpr const char* kExplored = "explored: ";

struct Limits {
  uint64_t max_executions = UINT64_MAX;
  bool keep_going = false;    // do not stop at the first finding
  bool stop_at_race = false;  // a data race is a finding that ends the search, unless keep_going
  bool discover = true;  // look for shared places before an exhaustive engine begins; not for work given by another
};

// Kinds of bugs that an engine can tell from what it learned before a run shows them.
inline constexpr std::array kForetold = {FindingKind::kRace, FindingKind::kDeadlock, FindingKind::kNullDereference,
                                         FindingKind::kUseAfterFree};

struct Counts {
  uint64_t executions = 0;  // complete runs, those that ended in a finding included
  uint64_t blocked = 0;     // runs given up half-way
  uint64_t events = 0;      // scheduled events in all of them
  uint64_t discovery = 0;   // runs made before all shared places were known; not in `executions`
  uint64_t weak = 0;        // runs with Trace::weak_orders, discovery included
  uint64_t choices = 0;     // points in them at which more than one thread could have gone on, each counted once
  uint64_t solver_nanoseconds = 0, solver_reads = 0, solver_constraints = 0;  // Work::effort
  // Runs that were made to show a bug which had been foretold, by kForetold, and how many of them did.
  std::array<uint64_t, kForetold.size()> foretold{}, shown{};

  Counts& operator+=(const Counts& c) {
    executions += c.executions, blocked += c.blocked, events += c.events, discovery += c.discovery, weak += c.weak;
    choices += c.choices;
    solver_nanoseconds += c.solver_nanoseconds, solver_reads += c.solver_reads;
    solver_constraints += c.solver_constraints;
    for (size_t i = 0; i < kForetold.size(); ++i) foretold[i] += c.foretold[i], shown[i] += c.shown[i];
    return *this;
  }
};

enum class Stop : uint8_t {
  kNothingLeft,  // the engine has no more work
  kFinding,      // a finding, and keep_going is off
  kMaxExecutions,
  kAsked,         // the listener said stop (time limit, memory limit, Ctrl-C)
  kUncontrolled,  // a run ended as kUnsupported or kDiverged, or no run ends, and keep_going is off
};

struct SearchResult;

class SearchListener {
 public:
  virtual ~SearchListener() = default;
  // After each run. Returning false stops the search.
  virtual bool after_run(const Work&, const Trace&, const Counts&, Engine&) = 0;
  // Between runs, when the engine takes long to find the next one: now and then, and before it takes `claim` bytes of memory at
  // once. Returning false stops the search.
  virtual bool thinking(const Counts&, Engine&, uint64_t /*claim*/) { return true; }
  // The engine was replaced by a fresh one because more places are visible now.
  virtual void restarted(const Counts&) {}
  // The search has come to its end; the engine is as it was left.
  virtual void finished(const SearchResult&, const Engine&) {}
};

struct SearchResult {
  Stop stop = Stop::kNothingLeft;
  Counts counts;
  bool complete = false;  // every behaviour was covered
  std::string reason;     // why it is not complete; the first reason met
};

using EngineFactory = std::function<std::unique_ptr<Engine>()>;

// `engine` is used first (it may have been loaded from a checkpoint, `counts` with it); `fresh` makes
// another when the search has to start again.
SearchResult search(std::unique_ptr<Engine> engine, const EngineFactory& fresh, Executor& executor,
                    const Limits& limits, SearchListener& listener, Counts counts = {});

// For searches with a loop of their own. Scheduled events in the run; why no search that met it can be complete, empty
// if it can; likewise if it was made for this work; whether the run is out of control; a run for something that was foretold.
// `conclude` fills in `complete` and the reason of a search that ended.
uint64_t thread_steps(const Trace& trace);
uint64_t new_choices(const Work& work, const Trace& trace);  // after the prefix, which repeats an earlier run
std::string reason_against(const Trace& trace);
std::string doubt_about(const Work& work, const Trace& trace);
bool uncontrolled(Outcome outcome);
void count_foretold(const Work& work, const Trace& trace, Counts& counts);
void conclude(SearchResult& result, const Limits& limits, const Engine& engine);

}  // namespace heddle
