// If every run that begins with some steps fails, so does every run that begins with these and one more. So the first
// step of no return is found by bisection: for a prefix of the failing run, is there a run that begins so and ends well?
// A few random ones are made first, since most prefixes that leave a way out leave many. Then partial order reduction
// (explore/dpor.cpp) goes through all that begin so; it ends with one that goes well, or with proof, or with the budget.
// In the last case the prefix counts as lost, and the answer as likely only.
#include "explain/decisive.h"

#include <map>

#include "base/hash.h"
#include "explore/dpor.h"

namespace heddle {
namespace {

constexpr int kSamples = 16;
constexpr uint64_t kProbeRuns = 4000;  // for one prefix

bool ends_well(const Trace& trace) { return trace.outcome == Outcome::kComplete && trace.findings.empty(); }

// Says nothing about what the program can do, or not under what is known to be shared.
bool tells_nothing(const Trace& trace) {
  return trace.visibility_grew || trace.outcome == Outcome::kDiverged || trace.outcome == Outcome::kStepLimit ||
         trace.outcome == Outcome::kUnsupported;
}

}  // namespace

Fate fate_of(Executor& executor, const std::vector<uint16_t>& picks, Budget& budget) {
  Schedule sample;
  sample.prefix = picks;
  sample.tail = Tail::kRandom;
  for (int i = 0; i < kSamples; ++i) {
    if (!budget.take()) return Fate::kUnknown;
    sample.seed = mix(static_cast<uint64_t>(i));
    if (ends_well(executor.run(sample))) return Fate::kOpen;
  }
  Dpor dpor({});
  dpor.start_with(picks);
  bool sure = true;
  for (Work work; dpor.next(work);) {
    if (!budget.take()) return Fate::kUnknown;
    const Trace& trace = executor.run(work.schedule);
    if (ends_well(trace)) return Fate::kOpen;
    sure &= !tells_nothing(trace);
    dpor.observe(work, trace);
  }
  return sure ? Fate::kDoomed : Fate::kUnknown;
}

std::optional<DecisivePick> decisive_pick(Executor& executor, const std::vector<uint16_t>& picks,
                                          const std::vector<size_t>& step_ends, Budget& budget) {
  std::map<size_t, Fate> fates;  // number of steps -> fate
  auto lost = [&](size_t steps) {
    const size_t length = steps == 0 ? 0 : step_ends[steps - 1];
    const std::vector<uint16_t> prefix(picks.begin(), picks.begin() + static_cast<long>(length));
    const Fate fate = budget.part(kProbeRuns, [&](Budget& part) { return fate_of(executor, prefix, part); });
    return (fates[steps] = fate) != Fate::kOpen;
  };
  size_t open = 0, doomed = step_ends.size();
  if (step_ends.empty()) return std::nullopt;
  fates[doomed] = Fate::kDoomed;
  if (lost(0)) doomed = 0;
  while (doomed > open + 1) {
    const size_t middle = open + (doomed - open) / 2;
    (lost(middle) ? doomed : open) = middle;
  }
  const bool proven = fates[doomed] == Fate::kDoomed;
  // That a program always fails is too much to say on a hunch.
  if (doomed == 0 && !proven) return std::nullopt;
  if (!proven && budget.left() == 0) return std::nullopt;
  return DecisivePick{doomed == 0 ? 0 : step_ends[doomed - 1], proven};
}

}  // namespace heddle
