// Probes: how many runs would a depth-first search make? Random runs tell (Knuth, 1975): a run that chose uniformly
// among n1, n2, … options stands for n1 * n2 * … runs, and the mean of that over many runs is the size of the tree.
//
//   Probes probes;
//   for (…) probes.add(trace);         // each run with Tail::kRandom and no prefix
//   probes.mean(), probes.low(), probes.high()
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "trace/trace.h"

namespace heddle {

class Probes {
 public:
  void add(const Trace& trace) {
    double size = 1;
    for (const Step& step : trace.steps) size *= std::max<int>(1, step.count);
    ++count_;
    const double before = size - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (size - mean_);
  }
  void clear() { *this = Probes(); }

  uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  // Where the true size lies in 19 of 20 cases, if the probes have met what is large.
  double low() const { return std::max(1.0, mean_ - 1.96 * error()); }
  double high() const { return mean_ + 1.96 * error(); }

 private:
  double error() const {
    const auto n = static_cast<double>(count_);
    return count_ < 2 ? 0 : std::sqrt(squares_ / (n - 1) / n);
  }

  uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared differences from the mean
};

}  // namespace heddle
