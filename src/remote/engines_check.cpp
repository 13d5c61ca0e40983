// check_by_engines: several engines here, each with a worker, which share the work (explore/engine_team.h).
#include "explore/engine_team.h"
#include "remote/check.h"
#include "remote/remote_team.h"
#include "remote/team_watch.h"

namespace heddle {

CheckResult check_by_engines(const CheckRequest& request, CheckListener& listener) {
  RemoteTeam team(request);
  if (auto connected = team.connect(); !connected) {
    CheckResult refused;
    refused.refused = true;
    refused.reason = connected.error().message;
    return refused;
  }
  const Limits limits{.max_executions = request.settings.max_executions,
                      .keep_going = request.settings.keep_going,
                      .stop_at_race = request.settings.race == RaceMode::kStop};
  Confirmer confirmer(request, listener);
  TeamListener searching(request, listener, team, confirmer);
  team.set_listener(searching);
  EngineTeam search([&] { return make_engine(request.settings.engine, request.settings.options); }, team, limits,
                    searching);
  SearchResult searched;
  {
    const TeamWatch watch([&](const TeamWatch::Look& look) { search.look(look); }, searching, team);
    searched = search.run();
  }
  return searching.result_of(searched);
}

}  // namespace heddle
