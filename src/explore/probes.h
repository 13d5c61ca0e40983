// Probes: how many runs would a search make? Random runs tell (Knuth, 1975): a run that was chosen with probability p stands
// for 1 / p runs, and the mean of that over many runs is the number of all. If each trace is to be run once, and the trace of
// this run has n orderings, each of which could have been run in its place, it stands for 1 / (p n) traces.
//
// The less the choice prefers some orderings, the less the probes differ. So threads are picked in proportion to the steps that
// they have before them, as far as earlier probes know.
//
//   Probes probes(Probes::kTraces, dependence);
//   for (…) probes.add(schedule, executor.run(schedule = probes.next(seed)));
//   probes.mean(), probes.low(), probes.high()
#pragma once
#include <cstdint>
#include <vector>

#include "explore/path.h"
#include "trace/schedule.h"
#include "trace/trace.h"

namespace heddle {

class Probes {
 public:
  enum What : uint8_t { kRuns, kTraces };
  explicit Probes(What what, const DependenceOptions& dependence = {}) : what_(what), dependence_(dependence) {}

  // How the next probe is to be made, and the run that it was.
  Schedule next(uint64_t seed) const;
  void add(const Schedule& schedule, const Trace& trace);

  uint64_t count() const { return count_; }
  // Probes that count for nothing: their orderings are too many.
  uint64_t refused() const { return refused_; }
  double mean() const { return mean_; }
  // Where the truth lies in 19 of 20 cases, if the probes have met what is large.
  double low() const;
  double high() const { return mean_ + 1.96 * error(); }

 private:
  void add(double size);
  double error() const;

  What what_;
  DependenceOptions dependence_;
  uint64_t count_ = 0, refused_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared differences from the mean
  uint64_t made_ = 0;   // probes, and the steps of each thread in all of them
  std::vector<uint64_t> steps_;
};

}  // namespace heddle
