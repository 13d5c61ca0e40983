#include "cli/passing_run.h"

#include <algorithm>

#include "remote/replay.h"

namespace heddle {
namespace {

constexpr int kMostTries = 12;

size_t alike(const std::vector<TraceRow>& a, const std::vector<TraceRow>& b) {
  const auto same = [](const TraceRow& x, const TraceRow& y) {
    return x.thread == y.thread && x.what == y.what && x.place.line == y.place.line && x.place.file == y.place.file;
  };
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same).first - a.begin());
}

std::optional<RunRecord> passes(const CheckRequest& request, const Found& found, std::vector<uint16_t> picks) {
  WorkerSettings settings = request.settings;
  settings.follow = found.finding.follow;
  auto again = replay({request.program, settings, std::move(picks), found.places, found.threads});
  if (!again || again->death || !again->refused.empty() || !again->run.findings.empty()) return std::nullopt;
  if (again->run.outcome != Outcome::kComplete) return std::nullopt;
  return std::move(again->run);
}

}  // namespace

std::optional<PassingRun> nearest_passing_run(const CheckRequest& request, const Found& found,
                                              const Explanation& failing) {
  if (!found.insight.decisive) return std::nullopt;
  const auto& steps = found.run.steps;
  const auto decides = std::find_if(steps.begin(), steps.end(), [&](const Step& step) {
    return step.kind == Step::kThread && step.event == found.insight.decisive->event;
  });
  if (decides == steps.end()) return std::nullopt;
  int tries = 0;
  for (size_t at = static_cast<size_t>(decides - steps.begin()) + 1; at-- > 0;) {
    if (steps[at].kind != Step::kThread) continue;
    std::vector<ThreadId> others;
    steps[at].enabled.for_each([&](ThreadId t) {
      if (t != steps[at].pick) others.push_back(t);
    });
    for (ThreadId other : others) {
      if (++tries > kMostTries) return std::nullopt;
      std::vector<uint16_t> picks;
      for (size_t i = 0; i < at; ++i) picks.push_back(steps[i].pick);
      picks.push_back(other);
      if (auto run = passes(request, found, std::move(picks))) {
        PassingRun passing;
        passing.rows = explain({}, *run).rows;
        passing.alike = alike(failing.rows, passing.rows);
        return passing;
      }
    }
  }
  return std::nullopt;
}

}  // namespace heddle
