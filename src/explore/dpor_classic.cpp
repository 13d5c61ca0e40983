// dpor-classic: dynamic partial order reduction as first published (Flanagan, Godefroid: Dynamic Partial-Order
// Reduction for Model Checking Software, POPL 2005), the baseline that later papers compare with.
//
// When event k races with event i, the thread of k is put into the backtrack set before i; or a thread that k waits for
// (one with an event between them that had to happen first); or, if none of these is enabled there, everybody. The
// resulting sets are persistent sets, which are larger than source sets.
//
// No sleep sets: added to this algorithm they lose behaviour, since the thread that a race asks for may be asleep while
// another that could start the same reversal is not. (One thread writes x, one reads y and then x, one reads x: the run
// in which only the third reads the old x is lost.) So a Mazurkiewicz trace may be executed several times, and no run
// is given up. Everything else is shared with `dpor`; a search that was split makes some more runs.
#include "explore/dpor.h"
#include "explore/engines.h"

namespace heddle {

void Dpor::want_classic(size_t i, size_t k) {
  i = path_.unit_start(i);
  if (path_.has_units()) {
    want_all(i);
    return;
  }
  const size_t at = frame_of_[i];
  if (at < base_) return;
  Frame& frame = frames_[at];
  const ThreadSet& enabled = path_.enabled(i);
  ThreadSet causes;
  causes.set(path_.event(k).thread);
  for (size_t j = i + 1; j < k; ++j)
    if (path_.in_past(j, k)) causes.set(path_.event(j).thread);
  causes &= enabled;
  if (causes.none()) frame.backtrack |= enabled;
  else frame.backtrack.set(causes.test(path_.event(k).thread) ? path_.event(k).thread : causes.first());
}

std::unique_ptr<Engine> make_dpor_classic(const EngineOptions& options) {
  EngineOptions plain = options;
  plain.unnoticed = {};
  return std::make_unique<Dpor>(plain, Fault::kNone, Dpor::Backtracking::kPersistentSets);
}

// dpor-predicate: the same, with what Kusano and Wang add to it (Assertion Guided Abstraction, ASE 2014). Only accesses that can matter to
// assertions and deadlocks are steps (the executor sees to that, `--check`), and the order of critical sections that do not meet, and of
// writes that nobody sees, is not tried (unnoticed.h). Their algorithm lets slices grow with each run and goes on; here they are closed
// under all that may write to the same memory from the beginning, and what fails a condition makes the search begin anew: what is
// left out because something was not known yet is not made up for otherwise.
std::unique_ptr<Engine> make_dpor_predicate(const EngineOptions& options) {
  return std::make_unique<Dpor>(options, Fault::kNone, Dpor::Backtracking::kPersistentSets);
}

}  // namespace heddle
