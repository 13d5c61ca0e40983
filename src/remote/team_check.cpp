// check, and check_together: mcr with several workers. One worker begins alone, with the engine beside the program, where a run
// costs least; most searches end there. The others are continued here, in one thread per worker (explore/mcr_team.h); one more
// thread watches the limits. If the model does not fit the program, the work goes to workers with engines of their own, as
// for the other engines.
#include "remote/check.h"
#include "remote/continued.h"
#include "remote/parts_of_check.h"
#include "remote/remote_team.h"
#include "remote/supervisor.h"
#include "remote/team_watch.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

// Before there is a team; and before each engine searches with workers of its own, which costs less.
constexpr std::chrono::duration<double> kAlone = 500ms, kUndivided = 200ms;

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
  if (request.beside != nullptr) {  // dpor is at work
    result.fallback = search.gave_up();
    return result;
  }
  searching.reset();  // the supervisor counts interrupts itself
  return check_otherwise(request, telling, search, team, result);
}

CheckResult check(const CheckRequest& request, CheckListener& listener) {
  if (!is_for_team(request)) return Supervisor(request, listener).run();
  if (is_too_large(request.start)) return check_together(request, listener);
  Continued telling(listener);
  CheckRequest alone = request;
  alone.jobs = 1;
  alone.leave_off_after = may_be_divided(request) ? kUndivided : kAlone;
  CheckResult first = Supervisor(alone, telling).run();
  if (!first.left_off || first.refused) return first;
  CheckRequest rest = request;
  rest.start = first.left;
  rest.told = true;
  take_time(rest, first);
  if (!is_for_team(rest)) return joined(first, Supervisor(rest, telling).run());
  return joined(first, may_be_divided(rest) ? check_side_by_side(rest, telling) : check_together(rest, telling));
}

}  // namespace heddle
