// check_remotely: the search loop here, the runs in a worker. The engine makes the same decisions as in a worker
// of its own, so executions, verdict and findings are the same as those of `check`; only slower.
#include <algorithm>
#include <string>

#include "explore/search.h"
#include "remote/check.h"
#include "remote/remote_listener.h"

namespace heddle {

CheckResult check_remotely(const CheckRequest& request, CheckListener& listener) {
  CheckResult result;
  RemoteExecutor executor(request.program, request.settings, request.start.places,
                          request.start.open.empty() ? std::vector<ThreadName>{} : request.start.open.front().threads);
  if (auto connected = executor.connect(); !connected) {
    result.refused = true;
    result.reason = connected.error().message;
    return result;
  }
  if (request.loaded) request.loaded(copy_modules(executor.channel()));
  Confirmer confirmer(request, listener);
  if (confirmer.recall()) return over_already(request, confirmer);
  RemoteListener searching(request, listener, executor, confirmer);
  const EngineFactory fresh = [&] { return make_engine(request.settings.engine, request.settings.options); };
  auto engine = fresh();
  Counts counts = request.start.done;
  if (!request.start.open.empty() && !request.start.open.front().engine.empty()) {
    Reader in(request.start.open.front().engine);
    if (request.start.open.size() > 1 || !engine->load(in)) {
      result.refused = true;
      result.reason =
          "the checkpoint was written by several workers or another engine; resume it with --executor inline";
      return result;
    }
    counts += request.start.open.front().counts;
  }
  const Limits limits{.max_executions = request.settings.max_executions,
                      .keep_going = request.settings.keep_going,
                      .stop_at_race = request.settings.race == RaceMode::kStop};
  RaceWatch watched(executor);
  Executor& looked_at = request.settings.race == RaceMode::kIgnore ? static_cast<Executor&>(executor) : watched;
  const SearchResult searched = search(std::move(engine), fresh, looked_at, limits, searching, counts);
  return searching.result_of(searched);
}

}  // namespace heddle
