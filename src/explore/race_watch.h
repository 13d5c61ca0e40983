// RaceWatch: an executor that looks at every run of another one for data races. It changes nothing in a run; races that
// were not met before are in Trace::races.
#pragma once
#include <vector>

#include "explore/executor.h"
#include "trace/race_detector.h"

namespace heddle {

// What a data race does to a search.
enum class RaceMode : uint8_t {
  kReport,  // a finding that does not end it
  kStop,    // a finding like any other
  kIgnore,  // nothing: races are not looked for
};

class RaceWatch final : public Executor {
 public:
  explicit RaceWatch(Executor& executor, OrderFault fault = OrderFault::kNone)
      : executor_(executor), detector_(fault), discovery_(fault) {}

  const Trace& run(const Schedule& schedule) override {
    const Trace& trace = executor_.run(schedule);
    const std::span<const Race> races = (schedule.discovery ? discovery_ : detector_).look(schedule, trace);
    if (races.empty()) return trace;
    findings_.clear();
    for (const Race& race : races) {
      findings_.push_back(race_finding(trace.events, race));
      findings_.back().follow = schedule.follow;
    }
    trace_ = trace;
    trace_.races = findings_;
    return trace_;
  }

 private:
  Executor& executor_;
  RaceDetector detector_;
  RaceDetector discovery_;         // of discovery runs: what they show is looked for again in the search
  std::vector<Finding> findings_;  // of the last run
  Trace trace_;                    // the last run's, with them
};

}  // namespace heddle
