// check, and check_together: mcr with several workers. One worker begins alone, with the engine beside the program, where a run
// costs least; most searches end there. The others are continued here, in one thread per worker (explore/mcr_team.h); one more
// thread watches the limits. If the model does not fit the program, the work goes to workers with engines of their own, as
// for the other engines.
#include <algorithm>
#include <set>

#include "remote/check.h"
#include "remote/remote_team.h"
#include "remote/supervisor.h"
#include "remote/team_watch.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::duration<double> kAlone = 500ms;  // before there is a team

// Does not tell twice what was told before.
class Continued final : public CheckListener {
 public:
  explicit Continued(CheckListener& listener) : listener_(listener) {}
  void progress(const Progress& progress) override { listener_.progress(progress); }
  void open_work(const SearchState& state) override { listener_.open_work(state); }
  void note(const std::string& text) override { listener_.note(text); }
  bool suppressed(const Found& found) override { return told_.contains(key(found)) || listener_.suppressed(found); }
  bool told(const Found& found) override { return listener_.told(found); }
  void found(const Found& found) override {
    told_.insert(key(found));
    listener_.found(found);
  }

 private:
  using Key = std::tuple<FindingKind, uint64_t, uint64_t>;
  static Key key(const Found& f) { return {f.finding.kind, f.finding.position, f.finding.other_position}; }

  CheckListener& listener_;
  std::set<Key> told_;
};

// What is left of the time for a check that `before` was the beginning of.
void take_time(CheckRequest& request, const CheckResult& before) {
  if (request.time_limit.count() > 0)
    request.time_limit = std::max<std::chrono::duration<double>>(
        1ms, request.time_limit - std::chrono::duration<double>(before.seconds));
}

// `result` is of the rest of that check.
CheckResult joined(const CheckResult& before, CheckResult result) {
  result.findings += before.findings;
  result.seconds += before.seconds;
  result.covered.add(before.covered);
  if (result.modules.empty()) result.modules = before.modules;
  return result;
}

// The model does not fit: all the work, in the ordinary way.
CheckResult check_otherwise(CheckRequest request, CheckListener& listener, const McrTeam& search,
                            const RemoteTeam& team, const CheckResult& before) {
  Writer rest;
  search.save_rest(rest);
  request.start.open = {{rest.bytes(), before.counts, team.threads()}};
  request.start.done = {};
  request.start.places = team.places();
  request.start.found = before.left.found;
  request.start.doubt = before.left.doubt;
  request.told = true;
  take_time(request, before);
  return joined(before, Supervisor(request, listener).run());
}

}  // namespace

CheckResult check_together(const CheckRequest& request, CheckListener& listener) {
  CheckResult result;
  RemoteTeam team(request);
  if (auto connected = team.connect(); !connected) {
    result.refused = true;
    result.reason = connected.error().message;
    return result;
  }
  Continued telling(listener);
  const Limits limits{.max_executions = request.settings.max_executions,
                      .keep_going = request.settings.keep_going,
                      .stop_at_race = request.settings.race == RaceMode::kStop};
  Confirmer confirmer(request, telling);
  if (confirmer.recall()) return over_already(request, confirmer);
  std::optional<TeamListener> searching(std::in_place, request, telling, team, confirmer);
  team.set_listener(*searching);
  McrTeam search(request.settings.options, team, limits, *searching);
  if (!request.start.open.empty() && !request.start.open.front().engine.empty()) {
    Reader in(request.start.open.front().engine);
    Counts counts = request.start.done;
    counts += request.start.open.front().counts;
    if (!search.load(in, counts)) {
      result.refused = true;
      result.reason = "the saved state of the search cannot be read";
      return result;
    }
  }
  SearchResult searched;
  {
    const TeamWatch watch([&](const TeamWatch::Look& look) { search.look(look); }, *searching, team);
    searched = search.run();
  }
  result = searching->result_of(searched);
  if (search.gave_up().empty()) return result;
  searching.reset();  // the supervisor counts interrupts itself
  return check_otherwise(request, telling, search, team, result);
}

CheckResult check(const CheckRequest& request, CheckListener& listener) {
  if (!is_for_team(request)) return Supervisor(request, listener).run();
  if (is_too_large(request.start)) return check_together(request, listener);
  Continued telling(listener);
  CheckRequest alone = request;
  alone.jobs = 1;
  alone.leave_off_after = kAlone;
  CheckResult first = Supervisor(alone, telling).run();
  if (!first.left_off || first.refused) return first;
  CheckRequest rest = request;
  rest.start = first.left;
  rest.told = true;
  take_time(rest, first);
  return joined(first, is_for_team(rest) ? check_together(rest, telling) : Supervisor(rest, telling).run());
}

}  // namespace heddle
