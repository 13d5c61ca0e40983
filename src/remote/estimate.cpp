// See estimate.h. dfs and icb make every interleaving, and random probing knows their number. What partial order reduction
// leaves out cannot be probed from outside; there the engine's own tree is asked how much of it is behind us.
#include "remote/estimate.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "explore/probes.h"
#include "remote/remote_executor.h"

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kMoment = std::chrono::seconds(2);  // for each of the two parts
constexpr uint64_t kProbes = 100000;
constexpr int kQuiet = 4;  // runs that find nothing new to share, before probing begins

struct Quiet final : CheckListener {
  void found(const Found&) override {}
  void progress(const Progress& p) override { explored = p.explored; }
  double explored = -1;
};

bool makes_every_interleaving(const char* engine) { return !std::strcmp(engine, "dfs") || !std::strcmp(engine, "icb"); }

Result<Probes> probe(const CheckRequest& request) {
  RemoteExecutor executor(request.program, request.settings, {}, {});
  if (auto connected = executor.connect(); !connected) return connected.error();
  Probes probes;
  Schedule schedule;
  schedule.tail = Tail::kRandom;
  const auto end = Clock::now() + kMoment;
  int quiet = 0;
  for (uint64_t i = 0; probes.count() < kProbes && (Clock::now() < end || probes.count() == 0); ++i) {
    schedule.seed = mix(request.settings.options.seed, i);
    schedule.discovery = quiet < kQuiet;
    const Trace& trace = executor.run(schedule);
    if (trace.outcome == Outcome::kUnsupported) return Error{"the program cannot be run under control: " + std::string(trace.reason), ""};
    quiet = trace.visibility_grew ? 0 : quiet + 1;
    if (trace.visibility_grew) probes.clear();
    else if (!schedule.discovery) probes.add(trace);
  }
  return probes;
}

}  // namespace

Result<Estimate> estimate(const CheckRequest& request) {
  CheckRequest moment = request;
  moment.settings.keep_going = true;
  moment.settings.race = RaceMode::kIgnore;
  moment.time_limit = request.time_limit.count() > 0 ? std::min<std::chrono::duration<double>>(request.time_limit, kMoment) : kMoment;
  Quiet listener;
  const CheckResult result = check(moment, listener);
  if (result.refused) return Error{result.reason, ""};
  Estimate e;
  e.rate = result.seconds > 0 ? static_cast<double>(result.counts.executions) / result.seconds : 0;
  e.exact = result.complete;
  e.explored = result.complete ? 1 : listener.explored;
  if (result.complete) {
    e.executions = e.low = e.high = static_cast<double>(result.counts.executions);
    return e;
  }
  if (makes_every_interleaving(request.settings.engine)) {
    const auto probes = probe(request);
    if (!probes) return probes.error();
    e.executions = probes->mean();
    e.low = probes->low();
    e.high = probes->high();
    e.probes = probes->count();
    return e;
  }
  if (e.explored <= 0)
    return Error{std::string("nothing can be said yet about how many executions ") + request.settings.engine + " will make",
                 "Try --engine dpor or --engine dfs."};
  e.executions = static_cast<double>(result.counts.executions) / e.explored;
  return e;
}

}  // namespace heddle
