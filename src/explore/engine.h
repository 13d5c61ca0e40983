// Engine: decides what to run next. Pure: no process, no file, no clock, no LLVM; the same traces always
// lead to the same decisions.
//
// The search loop (search.h) calls, in this order and on one thread:
//   while (engine.next(work))
//     if (!work.pause) engine.observe(work, executor.run(work.schedule));
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "trace/dependence.h"
#include "trace/finding.h"
#include "trace/schedule.h"
#include "trace/trace.h"

namespace heddle {

// One unit of work: a run to make.
struct Work {
  Schedule schedule;
  // The engine derived the schedule from a model and copes if the program cannot follow it: that is then no sign that the
  // program is not deterministic.
  bool tentative = false;
  // No run: the engine has thought for a while and has not found the next one yet. It goes on when it is asked again.
  bool pause = false;
  std::optional<FindingKind>
      foretold;        // the run is made to show a bug of this kind, which follows from what was learned
  uint64_t claim = 0;  // pause: bytes of memory that it is going to take at once
  // What was asked of a solver to find this run, or to find that there is none (causal/trace_solver.h).
  struct Effort {
    uint64_t nanoseconds = 0, reads = 0, constraints = 0;
  } effort;
};

// Who answers questions about one trace (causal/trace_solver.h).
enum class Solver : uint8_t {
  kNative,
  kZ3,    // or who decides in its place (smt/decide.h); only where it was loaded
  kBoth,  // and stop where they differ
};

// What a read tells its thread.
enum class Asks : uint8_t {
  kQuestions,  // only what the thread asks about the value, where the program was compiled so that values can be followed
  kValues,     // the value
};

// Which reads a question about a trace constrains (causal/freedom.h), where there are facts about the program.
enum class StaticDependence : uint8_t {
  kNone,    // all
  kS,       // those that can decide what a thread does (MCR-S)
  kS_plus,  // those, and all of the thread that is asked about (MCR-S+)
};

// dpor, optimal: what is not tried in both orders since nobody notices (unnoticed.h). Data races may be missed for it.
struct UnnoticedOptions {
  bool peek = false;   // critical sections that do not meet
  bool prune = false;  // writes that are overwritten
};

struct EngineOptions {
  UnnoticedOptions unnoticed;
  Asks asks = Asks::kValues;  // mcr
  uint64_t seed = 1;
  DependenceOptions dependence;
  bool predict_races = true;  // mcr: look for accesses that can be made at the same time, when everything else is known
  bool final_states =
      false;  // what a run leaves behind matters (leaks), which no thread is told: mcr lets dpor do the work
  // mcr: steps of its search before others search beside it (portfolio.h); UINT64_MAX: none does, what it learns is the proof.
  uint64_t alone_for = 2000000;
  bool dpor_elsewhere = false;  // auto: it searches in another process; nobody here does its work
  // mcr: steps of a search before its question is asked as a formula as well (mcr_paths.h), where there are inputs and a solver is
  // loaded. 0: at once, and without inputs too.
  uint64_t formula_after = 1 << 16;
  // mcr: how often a thread may be asked the same about inputs in one run, as a loop does that they bound; 0: without end.
  uint32_t max_loop = 0;
  uint32_t merge_from =
      1024;  // mcr: how many places it has to know before it looks for those that are one (causal/merged.h)
  uint32_t first_depth =
      0;                 // mcr: histories up to this length come first, then up to twice as long; 0: by the first run
  int preemptions = -1;  // icb: the largest bound to explore, -1 for all
  int depth = 3;         // pct: number of ordering constraints of the bug looked for
  uint64_t steps_hint = 0;                                       // pct: expected length of a run, 0 for unknown
  Solver solver = Solver::kNative;                               // mcr-trace
  StaticDependence static_dependence = StaticDependence::kNone;  // mcr-trace
  int strategy = 2;                                              // mpc-trace: of its paper
};

// What an engine asks of the runs that are made for it, beyond what every trace tells.
struct EngineNeeds {
  bool touches = false;   // Trace::touches
  bool contents = false;  // Trace::contents
  bool follow = false;    // Trace::followed, terms and questions, where the program was compiled for it
  // Memory is shared by whole granules of 8 bytes, since it looks at the values of accesses, and those tell all their bytes.
  bool whole_granules = false;
  bool states = false;  // Trace::states, and the marks of steps
};

class Engine {
 public:
  virtual ~Engine() = default;

  // Writes the next run into `work` (whose buffers are reused). False: nothing is left; the search is
  // complete if `exhaustive()`.
  virtual bool next(Work& work) = 0;

  // The run of `work` happened. Outcomes kDiverged, kStepLimit and kUnsupported are seen too: the engine
  // then treats the run as ended where the trace ends.
  virtual void observe(const Work& work, const Trace& trace) = 0;

  // True if running out of work means that every behaviour was covered. An engine that samples
  // (random, pct) says false and never runs out.
  virtual bool exhaustive() const = 0;

  // True if schedules are derived from runs that were made, so that it must start again when more memory turns out to be
  // visible than those runs showed.
  virtual bool builds_on_runs() const { return exhaustive(); }

  // False: no runs need to be made beforehand that look for shared memory.
  virtual bool wants_discovery() const { return builds_on_runs(); }

  // Asked after `observe`: the engine has dropped all that it learned, to begin otherwise. The runs up to now only showed how.
  virtual bool started_again() { return false; }

  // This engine begins anew in the place of `before`, one of its kind, since more memory turned out to be shared. Races are shown once
  // in a search (race_watch.h): those that its runs have shown will not be shown to this one.
  virtual void succeed(const Engine& before) { static_cast<void>(before); }

  // The whole open work as bytes; `load` on a fresh engine with the same options continues exactly there.
  virtual void save(Writer& out) const = 0;
  virtual bool load(Reader& in) = 0;

  // Gives part of the open work away, in the format of `save`, for another engine to `load`. False, with
  // `out` untouched, if there is nothing to give. No run is lost or made twice.
  virtual bool split(Writer& out) = 0;

  // How much of the whole tree of runs is still to be done by this engine, after at least one run: in [0, 1], each
  // branch of a choice counting as much as its siblings. Of engines that share the work it adds up. Negative if unknown.
  virtual double remaining() const { return -1; }

  // After `next` has said false: what a checker needs to confirm that nothing was missed, as the lines of a certificate
  // (docs/certificate.md). Empty if the engine cannot give one.
  virtual std::string certificate() const { return {}; }

  // Why another engine had to do the work in its place, empty if none had to.
  virtual std::string fallback() const { return {}; }

  // An engine that has others work for it: the name of the one that found the last bug or came to the end. Empty: itself.
  virtual std::string author() const { return {}; }

  // After `next` has said false: what it could not decide, so that the search is not complete. Empty if there is nothing. Positions
  // in the program are written as trace/places_in_text.h has them.
  virtual std::string doubt() const { return {}; }

  // After `next` has said false: what else there is to say about the search, such as how many states there are. May be empty.
  virtual std::string remark() const { return {}; }

  // A few words for the progress line, such as "depth 14" or "bound 2"; may be empty.
  virtual std::string progress() const { return {}; }
};

// Lets engines measure how long their solvers take: nanoseconds since some time. They decide nothing by it.
void measure_solvers(uint64_t (*clock)());

// An engine by its name on the command line; null for an unknown name.
std::unique_ptr<Engine> make_engine(const std::string& name, const EngineOptions& options);
// What this engine needs; of an unknown name, nothing.
EngineNeeds needs_of(const std::string& name);
// The names make_engine knows, for help texts.
const char* engine_names();

}  // namespace heddle
