// See estimate.h. dfs and icb make every interleaving, dpor and optimal one for each trace, and random probing knows their number.
// Of other engines, and where the probes differ too much to say anything, the engine's own tree is asked how much of it is behind us.
#include "remote/estimate.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include "base/hash.h"
#include "explore/probes.h"
#include "remote/remote_executor.h"

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kMoment = std::chrono::seconds(2);  // for each of the two parts
constexpr uint64_t kProbes = 100000;
constexpr uint64_t kLeastProbes = 30;
constexpr double kMostDoubt = 1.25;  // upper end of the interval, compared with the mean
constexpr int kQuiet = 4;            // runs that find nothing new to share, before probing begins

struct Quiet final : CheckListener {
  void found(const Found&) override {}
  void progress(const Progress& p) override { explored = p.explored; }
  double explored = -1;
};

// What the executions of an engine are, if that is known.
std::optional<Probes::What> executions_of(const std::string& engine) {
  if (engine == "dfs" || engine == "icb") return Probes::kRuns;
  if (engine == "dpor" || engine == "optimal") return Probes::kTraces;
  return std::nullopt;
}

Result<Probes> probe(const CheckRequest& request, Probes::What what) {
  RemoteExecutor executor(request.program, request.settings, {}, {});
  if (auto connected = executor.connect(); !connected) return connected.error();
  const Probes none(what, request.settings.options.dependence);
  Probes probes = none;
  const auto end = Clock::now() + kMoment;
  int quiet = 0;
  for (uint64_t i = 0; probes.count() < kProbes && (Clock::now() < end || probes.count() + probes.refused() == 0);
       ++i) {
    Schedule schedule = probes.next(mix(request.settings.options.seed, i));
    schedule.discovery = quiet < kQuiet;
    const Trace& trace = executor.run(schedule);
    if (trace.outcome == Outcome::kUnsupported)
      return Error{"the program cannot be run under control: " + std::string(trace.reason), ""};
    quiet = trace.visibility_grew ? 0 : quiet + 1;
    if (trace.visibility_grew) probes = none;
    else if (!schedule.discovery) probes.add(schedule, trace);
  }
  return probes;
}

}  // namespace

Result<Estimate> estimate(const CheckRequest& request) {
  CheckRequest moment = request;
  moment.settings.keep_going = true;
  moment.settings.race = RaceMode::kIgnore;
  moment.time_limit =
      request.time_limit.count() > 0 ? std::min<std::chrono::duration<double>>(request.time_limit, kMoment) : kMoment;
  Quiet listener;
  const CheckResult result = check(moment, listener);
  if (result.refused) return Error{result.reason, ""};
  Estimate e;
  e.engine = request.settings.engine;
  e.rate = result.seconds > 0 ? static_cast<double>(result.counts.executions) / result.seconds : 0;
  e.exact = result.complete;
  e.explored = result.complete ? 1 : listener.explored;
  if (result.complete) {
    e.executions = e.low = e.high = static_cast<double>(result.counts.executions);
    return e;
  }
  if (e.engine == "mcr" || e.engine == "auto") {
    CheckRequest other = request;
    std::snprintf(other.settings.engine, sizeof other.settings.engine, "dpor");
    return estimate(other);
  }
  const auto made = static_cast<double>(result.counts.executions);
  if (const auto what = executions_of(request.settings.engine)) {
    const auto probes = probe(request, *what);
    if (!probes) return probes.error();
    const bool certain = probes->count() >= kLeastProbes && probes->high() < kMostDoubt * probes->mean();
    if (certain || ((what == Probes::kRuns || e.explored <= 0) && probes->count() > 0)) {
      e.executions = std::max(made, probes->mean());
      e.low = std::max(made, probes->low());
      e.high = std::max(made, probes->high());
      e.probes = probes->count();
      return e;
    }
  }
  if (e.explored <= 0)
    return Error{
        std::string("nothing can be said yet about how many executions ") + request.settings.engine + " will make",
        "Try --engine dpor or --engine dfs."};
  e.executions = made / e.explored;
  return e;
}

}  // namespace heddle
