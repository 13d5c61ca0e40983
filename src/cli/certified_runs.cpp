// All runs begin with the places of the certificate visible, or they would show other events than its trees have. A run that finds
// more of them has shown memory to be shared that the certificate says nothing about.
#include "cli/certified_runs.h"

#include "base/hash.h"
#include "certificate/follow.h"
#include "explore/race_watch.h"
#include "remote/remote_executor.h"
#include "remote/replay.h"
#include "report/symbolizer.h"

namespace heddle {
namespace {

std::vector<ThreadName> names_of(const std::vector<certificate::Origin>& origins) {
  std::vector<ThreadName> names;
  for (const auto& origin : origins) names.push_back({origin.parent, origin.index});
  return names;
}

Schedule random_schedule(uint64_t seed, uint64_t i, Follow follow) {
  Schedule schedule;
  schedule.follow = follow;
  schedule.tail = i == 0 ? Tail::kFair : Tail::kRandom;
  schedule.seed = mix(seed, i);
  return schedule;
}

std::string place_of(uint64_t position, const RemoteExecutor& executor) {
  if (position == 0) return "";
  Symbolizer symbolizer(copy_modules(executor.channel()));
  const auto known = symbolizer.constant(position);
  const SourcePlace place = known ? *known : symbolizer.frames(position).front();
  return place.file.empty() ? "" : " (" + place.file + ":" + std::to_string(place.line) + ")";
}

}  // namespace

CertifiedRuns run_certified(const certificate::Certificate& certificate, const Program& program,
                            WorkerSettings settings, uint64_t runs, uint64_t seed, const std::function<bool()>& go_on) {
  CertifiedRuns result;
  auto origins = certificate::origins(certificate);
  if (!origins) {
    result.refused = origins.error().message;
    return result;
  }
  settings.follow = certificate.follows;
  RemoteExecutor executor(program, settings, certificate.places, names_of(*origins));
  RaceWatch watched(executor);
  if (auto connected = executor.connect(); !connected) {
    result.reason = connected.error().message;
    return result;
  }
  certificate::Follower follower(certificate, std::move(*origins));
  for (uint64_t i = 0; i < runs; ++i) {
    if (!go_on()) {
      result.reason = "the time limit was reached after " + std::to_string(i) + " runs";
      return result;
    }
    const Trace& trace = watched.run(random_schedule(seed, i, certificate.follows));
    const std::string which = "run " + std::to_string(i + 1) + " of the program: ";
    if (trace.outcome == Outcome::kUnsupported || trace.outcome == Outcome::kStepLimit) {
      result.reason = which + trace.reason;
      return result;
    }
    if (const auto missing = follower.follow(trace)) {
      result.refused =
          which + "an event is not in the certificate: " + missing->what + place_of(missing->position, executor);
    } else if (!trace.findings.empty()) {
      const Finding& f = trace.findings.back();
      result.refused = which + "it fails: " + name(f.kind) + ": " + f.message + place_of(f.position, executor);
    } else if (certificate.race_free && !trace.races.empty()) {
      result.refused = which + "a data race" + place_of(trace.races.front().position, executor) +
                       ", and the certificate says that there is none";
    } else if (trace.visibility_grew) {
      result.refused = which + "threads share memory that the certificate does not know of";
    }
    if (!result.refused.empty()) return result;
    ++result.made;
  }
  return result;
}

}  // namespace heddle
