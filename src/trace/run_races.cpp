// See run_races.h.
#include "trace/run_races.h"

#include <algorithm>

#include "trace/race_detector.h"

namespace heddle {

std::vector<Finding> races_of(const RunRecord& run) {
  std::vector<Finding> findings;
  RaceDetector detector;
  for (const Race& race : detector.look(run.events)) findings.push_back(race_finding(run.events, race));
  return findings;
}

void end_with_race(RunRecord& run, const Finding& race) {
  cut_run(run, race.event);
  run.findings = {race};
  run.outcome = Outcome::kFinding;
}

void cut_run(RunRecord& run, size_t events) {
  std::erase_if(run.steps,
                [&](const Step& step) { return step.event >= events; });  // one may have failed before its event
  if (events >= run.events.size()) return;
  const size_t all = run.events.size();
  run.events.resize(events);
  if (run.frame_begin.size() <= all) return;
  // The stacks of the threads follow those of the events.
  const uint32_t begin = run.frame_begin[events], end = run.frame_begin[all];
  if (begin > end || end > run.frames.size()) return;
  run.frames.erase(run.frames.begin() + begin, run.frames.begin() + end);
  run.frame_begin.erase(run.frame_begin.begin() + static_cast<std::ptrdiff_t>(events),
                        run.frame_begin.begin() + static_cast<std::ptrdiff_t>(all));
  if (run.frame_bases.size() >= end)
    run.frame_bases.erase(run.frame_bases.begin() + begin, run.frame_bases.begin() + end);
  for (size_t i = events; i < run.frame_begin.size(); ++i) run.frame_begin[i] -= end - begin;
}

}  // namespace heddle
