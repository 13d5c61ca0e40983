#include "worker/shortening.h"

#include <time.h>

#include <algorithm>
#include <vector>

#include "explain/shortest.h"
#include "runtime/real.h"

namespace heddle {
namespace {

uint64_t milliseconds_now() {
  timespec now;
  rt::real.clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000 + static_cast<uint64_t>(now.tv_nsec) / 1000000;
}

// Runs that all begin with the same places known to be shared. Once one has met others, picks would mean something else.
class SameSight final : public Executor {
 public:
  explicit SameSight(Executor& executor) : executor_(executor) {}
  const Trace& run(const Schedule& schedule) override {
    const Trace& trace = executor_.run(schedule);
    lost_ |= trace.visibility_grew;
    return trace;
  }
  bool lost() const { return lost_; }

 private:
  Executor& executor_;
  bool lost_ = false;
};

}  // namespace

void shorten(Channel& channel, Executor& executor) {
  ShortenRecord& asked = channel.shorten;
  const Finding& wanted = asked.finding;
  const bool race = wanted.kind == FindingKind::kRace;
  const SameFailure same = [&](const Finding& f) {
    return f.kind == wanted.kind && f.position == wanted.position &&
           (!race || f.other_position == wanted.other_position);
  };
  SameSight sight(executor);
  Budget budget(asked.runs, [&, until = milliseconds_now() + asked.milliseconds] {
    return !sight.lost() && milliseconds_now() < until;
  });
  const std::vector<uint16_t> picks(channel.schedule_picks, channel.schedule_picks + channel.schedule.length);
  const auto best = shortest(sight, picks, race, same, budget);
  asked.done = best && !sight.lost();
  if (!asked.done) return;
  asked.fewest_preemptions = best->fewest_preemptions;
  channel.schedule.length = static_cast<uint32_t>(best->picks.size());
  std::copy(best->picks.begin(), best->picks.end(), channel.schedule_picks);
}

}  // namespace heddle
