// RaceEnds: an executor whose runs end where a certain data race shows itself, as if its second access were what fails.
// So a race can be shortened like any other finding. Other races are not heard of.
#pragma once
#include <optional>

#include "explain/shorten.h"
#include "explore/executor.h"
#include "trace/race_detector.h"

namespace heddle {

class RaceEnds final : public Executor {
 public:
  RaceEnds(Executor& executor, SameFailure same) : executor_(executor), same_(std::move(same)) {}

  const Trace& run(const Schedule& schedule) override;
  // The first of the two accesses, by its event in the last run; nothing if the race did not show itself.
  std::optional<uint32_t> first() const { return first_; }

 private:
  Executor& executor_;
  SameFailure same_;
  Finding finding_;
  Trace trace_;                    // the last run's, cut off
  std::optional<uint32_t> first_;  // see first()
};

// Leaves out what the thread of the first access did between the two, if that needs no more switches: the accesses come
// closer together. The result fails like `best`; true if it is shorter.
bool bring_together(RaceEnds& executor, ShortRun& best, const SameFailure& same, Budget& budget);

}  // namespace heddle
