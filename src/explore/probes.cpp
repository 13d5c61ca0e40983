// See probes.h.
#include "explore/probes.h"

#include <algorithm>
#include <cmath>

#include "explore/orderings.h"

namespace heddle {

Schedule Probes::next(uint64_t seed) const {
  Schedule schedule;
  schedule.tail = Tail::kRandom;
  schedule.seed = seed;
  for (uint64_t steps : steps_) schedule.lengths.push_back(static_cast<uint32_t>((steps + made_ - 1) / made_));
  return schedule;
}

void Probes::add(const Schedule& schedule, const Trace& trace) {
  double log = 0;  // of one through the probability of this run
  uint32_t done[kMaxThreads] = {};
  for (const Step& step : trace.steps) {
    if (step.kind == Step::kValue) {
      log += std::log(std::max<int>(1, step.count));
      continue;
    }
    const auto pick = static_cast<ThreadId>(step.pick);
    double sum = 0;
    step.enabled.for_each([&](ThreadId t) { sum += chance_of(schedule, t, done[t]); });
    log += std::log(sum / chance_of(schedule, pick, done[pick]));
    ++done[pick];
    if (steps_.size() <= pick) steps_.resize(pick + 1u);
    ++steps_[pick];
  }
  ++made_;
  if (what_ == kRuns) {
    add(std::exp(log));
    return;
  }
  Path path(dependence_);
  path.follow(trace, 0, [](size_t) {});
  const double orderings = log_orderings(path);
  if (orderings < 0) ++refused_;
  else add(std::exp(log - orderings));
}

void Probes::add(double size) {
  ++count_;
  const double before = size - mean_;
  mean_ += before / static_cast<double>(count_);
  squares_ += before * (size - mean_);
}

double Probes::low() const { return std::max(1.0, mean_ - 1.96 * error()); }

double Probes::error() const {
  const auto n = static_cast<double>(count_);
  return count_ < 2 ? 0 : std::sqrt(squares_ / (n - 1) / n);
}

}  // namespace heddle
