#include "remote/confirm.h"

#include <cstdio>

namespace heddle {
namespace {

// An address that means the same in two processes that loaded their object files at different places.
std::pair<std::string, uint64_t> file_address(const std::vector<LoadedModule>& modules, uint64_t address) {
  for (const auto& m : modules)
    if (address >= m.begin && address < m.end) return {m.path, address - m.bias};
  return {"", address};
}

}  // namespace

Result<ReplayResult> Confirmer::replay_of(const Suspicion& suspicion) const {
  return replay({request_.program, request_.settings, suspicion.picks, suspicion.places, suspicion.threads});
}

Confirmer::Answer Confirmer::report(const Suspicion& suspicion, RunRecord run) {
  const Found found{suspicion.finding, suspicion.execution, suspicion.picks, suspicion.places, suspicion.threads, std::move(run)};
  if (listener_.suppressed(found)) return Answer::kSuppressed;
  ++confirmed_;
  listener_.found(found);
  return Answer::kConfirmed;
}

Confirmer::Answer Confirmer::confirm(const Suspicion& suspicion) {
  const Finding& finding = suspicion.finding;
  const auto place = file_address(suspicion.modules, finding.position);
  if (!known_.insert({finding.kind, place.first, place.second}).second) return Answer::kKnown;
  auto again = replay_of(suspicion);
  std::string got = "the run ended well";
  if (!again) {
    got = again.error().message;
  } else {
    for (const Finding& f : again->run.findings) {
      if (f.kind == finding.kind && file_address(again->run.modules, f.position) == place) {
        Suspicion confirmed = suspicion;
        confirmed.finding = f;
        return report(confirmed, std::move(again->run));
      }
      got = std::string("the replay shows ") + name(f.kind) + ": " + f.message;
    }
    if (again->death) got = "the process of the replay was " + describe(*again->death);
    if (!again->refused.empty()) got = again->refused;
    if (again->run.findings.empty() && !again->run.reason.empty()) got = again->run.reason;
  }
  problem_ = std::string("a finding (") + name(finding.kind) + ": " + finding.message +
             ") did not show itself again when it was replayed: " + got;
  return Answer::kRefuted;
}

Confirmer::Answer Confirmer::confirm_death(const Death& death, Suspicion suspicion) {
  auto again = replay_of(suspicion);
  if (!again || again->death != death) return Answer::kRefuted;
  if (!death.by_signal) return Answer::kConfirmed;
  RunRecord& run = again->run;
  Finding& finding = suspicion.finding;
  finding.kind = FindingKind::kCrash;
  finding.event = static_cast<uint32_t>(run.events.size());
  if (!run.events.empty()) {
    finding.thread = run.events.back().thread;
    finding.position = run.events.back().position;
  }
  std::snprintf(finding.message, sizeof finding.message, "the process was %s", describe(death).c_str());
  const auto place = file_address(run.modules, finding.position);
  if (!known_.insert({finding.kind, place.first, place.second}).second) return Answer::kKnown;
  run.findings.push_back(finding);
  run.outcome = Outcome::kFinding;
  return report(suspicion, std::move(run));
}

}  // namespace heddle
