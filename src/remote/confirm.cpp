#include "remote/confirm.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "remote/insight.h"
#include "remote/loaded_address.h"
#include "trace/run_races.h"

namespace heddle {
namespace {

// One missing lock makes every two accesses race. Nobody reads hundreds of reports, and each costs a replay.
constexpr int kMaxRaces = 20;

// Where a stack that is used up ends depends on what is taken down on the way.
bool is_overflow(const Finding& f) {
  return f.kind == FindingKind::kCrash && std::string_view(f.message).starts_with("stack overflow");
}

}  // namespace

Confirmer::Key Confirmer::key_of(const Finding& finding, const std::vector<LoadedModule>& modules) {
  Place place = loaded_address(modules, finding.position), other;
  if (finding.kind == FindingKind::kRace || finding.kind == FindingKind::kUseAfterFree)
    other = loaded_address(modules, finding.other_position);
  if (other < place) std::swap(place, other);
  return {finding.kind, place, other};
}

// A free that races with an access and was reported as a use after free is not reported again.
bool Confirmer::is_new(const Finding& finding, const std::vector<LoadedModule>& modules) {
  Key key = key_of(finding, modules);
  if (finding.kind == FindingKind::kRace) {
    Key freed = key;
    std::get<0>(freed) = FindingKind::kUseAfterFree;
    if (known_.contains(freed)) return false;
  }
  return known_.insert(key).second;
}

Result<ReplayResult> Confirmer::replay_of(const Suspicion& suspicion) const {
  WorkerSettings settings = request_.settings;
  settings.follow = suspicion.finding.follow;
  return replay(
      {request_.program, settings, suspicion.picks, suspicion.places, suspicion.threads, suspicion.finding.loop});
}

Confirmer::Answer Confirmer::report(const Suspicion& suspicion, RunRecord run, bool repeatable) {
  Found found{
      suspicion.finding, suspicion.execution, suspicion.picks, suspicion.places, suspicion.threads, std::move(run), {}};
  const bool race = suspicion.finding.kind == FindingKind::kRace;
  if (race && listener_.told(found)) return Answer::kKnown;
  shown_.push_back(suspicion);
  if (listener_.suppressed(found)) return Answer::kSuppressed;
  ++confirmed_;
  wanted_ += request_.settings.kinds.has(suspicion.finding.kind);
  enough_ |= ends_check(suspicion.finding);
  if (race) ++races_;
  if (request_.insight && repeatable && found.finding.loop == 0 && !(race && listener_.minor(found)))
    gain_insight(request_, found, meanwhile_);
  listener_.found(found);
  return Answer::kConfirmed;
}

bool Confirmer::too_many_races(const Finding& finding) {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
  const bool late = races_ > 0 && request_.time_limit.count() > 0 && taken > request_.time_limit;
  if (finding.kind != FindingKind::kRace || (races_ < kMaxRaces && !late)) return false;
  if (!races_cut_)
    listener_.note("more than " + std::to_string(races_) + " races were found; the others are not reported");
  races_cut_ = true;
  return true;
}

Confirmer::Answer Confirmer::confirm(const Suspicion& suspicion) {
  const Finding& finding = suspicion.finding;
  if (too_many_races(finding)) return Answer::kKnown;
  if (!is_new(finding, suspicion.modules)) return Answer::kKnown;
  const auto place = loaded_address(suspicion.modules, finding.position);
  auto again = replay_of(suspicion);
  std::string got = "the run ended well";
  if (!again) {
    got = again.error().message;
  } else {
    if (finding.kind == FindingKind::kRace)
      if (const auto answer = confirm_race(suspicion, again->run)) return *answer;
    for (const Finding& f : again->run.findings) {
      const bool same_place =
          loaded_address(again->run.modules, f.position) == place || (is_overflow(f) && is_overflow(finding));
      if (f.kind == finding.kind && same_place) {
        Suspicion confirmed = suspicion;
        confirmed.finding = f;
        confirmed.finding.follow = finding.follow;
        return report(confirmed, std::move(again->run), true);
      }
      got = std::string("the replay shows ") + name(f.kind) + ": " + f.message;
    }
    if (again->death) got = "the process of the replay was " + describe(*again->death);
    if (!again->refused.empty()) got = again->refused;
    if (again->run.findings.empty() && !again->run.reason.empty()) got = again->run.reason;
  }
  if (suspicion.tentative) {
    known_.erase(key_of(finding, suspicion.modules));
    return Answer::kRefuted;
  }
  problem_ = std::string("a finding (") + name(finding.kind) + ": " + finding.message +
             ") did not show itself again when it was replayed: " + got;
  return Answer::kRefuted;
}

// The run ends at the second of the two accesses, for whoever hears of it.
std::optional<Confirmer::Answer> Confirmer::confirm_race(const Suspicion& suspicion, RunRecord& run) {
  const auto place = loaded_address(suspicion.modules, suspicion.finding.position);
  const auto other = loaded_address(suspicion.modules, suspicion.finding.other_position);
  for (const Finding& race : races_of(run)) {
    if (loaded_address(run.modules, race.position) != place ||
        loaded_address(run.modules, race.other_position) != other)
      continue;
    Suspicion confirmed = suspicion;
    confirmed.finding = race;
    confirmed.finding.follow = suspicion.finding.follow;
    end_with_race(run, race);
    return report(confirmed, std::move(run), true);
  }
  return std::nullopt;
}

Confirmer::Answer Confirmer::confirm_death(const Death& death, Suspicion suspicion) {
  auto again = replay_of(suspicion);
  if (!again || again->death != death) return Answer::kRefuted;
  if (!death.by_signal) return Answer::kConfirmed;
  if (death.code == SIGKILL) {  // which anybody can send, and the system does when memory is short: twice may be chance
    again = replay_of(suspicion);
    if (!again || again->death != death) return Answer::kRefuted;
  }
  RunRecord& run = again->run;
  suspicion.death = death;
  suspicion.modules = run.modules;
  Finding& finding = suspicion.finding;
  finding.kind = FindingKind::kCrash;
  finding.event = static_cast<uint32_t>(run.events.size());
  if (!run.events.empty()) {
    finding.thread = run.events.back().thread;
    finding.position = run.events.back().position;
  }
  std::snprintf(finding.message, sizeof finding.message, "the process was %s", describe(death).c_str());
  if (!is_new(finding, run.modules)) return Answer::kKnown;
  run.findings.push_back(finding);
  run.outcome = Outcome::kFinding;
  return report(suspicion, std::move(run), false);
}

// Addresses are the same in every process of a program, but a checkpoint does not know its object files.
bool Confirmer::recall() {
  bool over = false;
  for (Suspicion suspicion : request_.start.found) {
    if (request_.told) {
      is_new(suspicion.finding, suspicion.modules);
      shown_.push_back(std::move(suspicion));
      continue;
    }
    if (auto again = replay_of(suspicion)) suspicion.modules = std::move(again->run.modules);
    const Answer answer = suspicion.death ? confirm_death(*suspicion.death, suspicion) : confirm(suspicion);
    over |= answer == Answer::kConfirmed && ends_check(suspicion.finding);
  }
  return over;
}

bool Confirmer::ends_check(const Finding& finding) const {
  if (request_.settings.keep_going && !request_.stop_at_first) return false;
  if (!request_.settings.kinds.has(finding.kind)) return false;
  return finding.kind != FindingKind::kRace || request_.settings.race == RaceMode::kStop;
}

CheckResult over_already(const CheckRequest& request, const Confirmer& confirmer) {
  CheckResult result;
  result.counts = request.start.done;
  for (const OpenWork& work : request.start.open) result.counts += work.counts;
  result.findings = confirmer.confirmed();
  result.enough = true;
  result.reason = "stopped at the first finding";
  result.left = request.start;
  return result;
}

}  // namespace heddle
