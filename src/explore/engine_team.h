// EngineTeam: one search by several engines of one kind, each in a thread of its own and with an executor of its own, which share
// the work by `Engine::split`. For engines that live outside the program's process, since they ask a solver: while one thread thinks,
// others think or run. (The parallel algorithm of the maximal path causality paper, 3.5.)
//
// An engine that is through is gone; its thread asks the others for a part of theirs. The executors must agree on which memory is shared
// (Team, mcr_team.h): when more turns out to be, everything starts again.
#pragma once
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "explore/mcr_team.h"
#include "explore/search.h"

namespace heddle {

class EngineTeam {
 public:
  // As for `search`. The listener is called by one thread at a time; the engine that it is shown has no state that could be saved.
  EngineTeam(EngineFactory fresh, Team& team, const Limits& limits, SearchListener& listener);
  ~EngineTeam();

  SearchResult run();

  // From another thread, while `run` is at work. The search stops if `look` says false.
  void look(const std::function<bool(const Counts&, const Engine&)>& look);

 private:
  class Shown;
  using Lock = std::unique_lock<std::mutex>;
  using EnginePtr = std::shared_ptr<Engine>;

  void work(size_t i);
  void step(size_t i, Lock& lock);
  void make_run(size_t i, const EnginePtr& engine, Work& work, Lock& lock);
  bool await_turn(Lock& lock);
  void take_in(const EnginePtr& engine, const Work& work, const Trace& trace, bool lost);
  void share(Engine& engine);
  void start_again();
  void stop(Stop stop);

  const EngineFactory fresh_;
  Team& team_;
  const Limits limits_;
  SearchListener& listener_;

  std::mutex mutex_;                 // guards everything below
  std::condition_variable changed_;  // there may be work, or the end
  std::unique_ptr<Shown> shown_;
  std::vector<EnginePtr> engines_;  // null: its thread has no work
  size_t busy_ = 0;                 // threads that have
  uint64_t running_ = 0;            // runs under way
  uint64_t epoch_ = 0;              // grows when everything starts again
  bool at_work_ = false;            // the threads are: the discovery runs were made
  bool over_ = false;
  SearchResult result_;
};

}  // namespace heddle
