// RemoteListener: what is done about the runs of a search that is made here while the runs happen elsewhere: findings are
// confirmed, limits watched, progress told, and what came of it is put together.
#pragma once
#include <string>
#include <unordered_set>

#include "explore/path_counter.h"
#include "explore/search.h"
#include "remote/beside.h"
#include "remote/check.h"
#include "remote/confirm.h"
#include "remote/interrupt.h"
#include "remote/remote_executor.h"
#include "remote/solver_watch.h"

namespace heddle {

class RemoteListener : public SearchListener {
 public:
  RemoteListener(const CheckRequest& request, CheckListener& listener, RemoteExecutor& executor, Confirmer& confirmer)
      : request_(request), listener_(listener), executor_(&executor), confirmer_(confirmer),
        doubt_(request.start.doubt) {}

  // The next runs that are told of are this one's.
  void use(RemoteExecutor& executor) { executor_ = &executor; }
  bool after_run(const Work& work, const Trace& trace, const Counts& counts, Engine& engine) override;
  bool thinking(const Counts& counts, Engine& engine, uint64_t claim) override;
  // Limits and progress, also between runs. False: stop. `known`: what is shared is as it was before the last run; else
  // the search starts again, and its state is of no use.
  bool look(const Counts& counts, const Engine& engine, bool known = true);
  void restarted(const Counts&) override {
    paths_met_.clear();
    if (request_.tests) listener_.paths_again();
  }
  void finished(const SearchResult& searched, const Engine& engine) override {
    author_ = engine.author();
    fallback_ = engine.fallback();
    if (request_.settings.certificate && searched.complete) certificate_ = engine.certificate();
    const auto* counter = dynamic_cast<const PathCounter*>(&engine);
    if (request_.count_paths && searched.complete && counter != nullptr) paths_ = counter->count_paths();
  }
  CheckResult result_of(const SearchResult& searched);

 protected:
  // What a worker has to be given to go on from here, and what all workers take of memory.
  virtual std::vector<uint64_t> places() const { return executor_->places_before(); }
  virtual std::vector<ThreadName> threads() const { return copy_threads(executor_->channel()); }
  virtual uint64_t resident() const { return executor_->resident(); }
  virtual int workers() const { return 1; }
  // From another thread: the run under way would take too long.
  virtual void give_up_run() { executor_->cancel(); }

 private:
  using Clock = std::chrono::steady_clock;

  void tell_path(const Work& work, const Trace& trace);
  void offer(const Work& work, const Trace& trace, const Counts& counts);
  void offer_races(const Trace& trace, Suspicion suspicion);
  SearchState state(const Counts& counts, const Engine& engine) const;
  bool stop(const char* reason, bool known, const Counts& counts, const Engine& engine);

  const CheckRequest& request_;
  CheckListener& listener_;
  RemoteExecutor* executor_;
  Confirmer& confirmer_;
  Interrupt interrupt_;
  SharedMemory memory_{request_.beside};
  Clock::time_point begin_ = Clock::now(), last_look_, last_state_ = begin_;
  SolverWatch solver_watch_{request_, interrupt_, begin_, [this] { give_up_run(); }};
  Coverage covered_;
  std::unordered_set<uint64_t> paths_met_;  // with CheckRequest::tests
  std::string certificate_;                 // Engine::certificate, if asked for and the search was complete
  std::optional<uint64_t> paths_;           // see CheckResult::paths
  std::string author_;                      // Engine::author
  std::string fallback_;                    // Engine::fallback
  std::string reason_;                      // why the search was stopped from here
  std::string doubt_;                       // see SearchState::doubt
  SearchState left_;  // to go on from, if the search was stopped from here or by the limit on executions
};

}  // namespace heddle
