// RemoteTeam: worker processes for an McrTeam, one per thread.
//
// One pool learns from all of them, so they must agree on what the engine sees: which memory is shared, and the numbers
// of threads. What one of them finds out is kept here; the others are started again with it before their next run. Of
// two that gave one number to different threads, the later one's run is made again.
#pragma once
#include <memory>
#include <unordered_set>
#include <vector>

#include "explore/mcr_team.h"
#include "explore/race_watch.h"
#include "remote/check.h"
#include "remote/remote_listener.h"

namespace heddle {

class RemoteTeam final : public Team {
 public:
  explicit RemoteTeam(const CheckRequest& request);

  // Starts the first worker; the others start when they are needed.
  Status connect() { return seats_.front()->remote.connect(); }
  RemoteExecutor& first() { return seats_.front()->remote; }
  // Who is told of each run before the search is.
  void set_listener(RemoteListener& listener) { listener_ = &listener; }

  int size() const override { return static_cast<int>(seats_.size()); }
  Executor& executor(int i) override;
  void before_run(int i) override;
  Use after_run(int i, Trace& trace) override;
  void share(const std::vector<uint64_t>& places) override;

  // Ends all runs, from another thread.
  void cancel();
  const std::vector<uint64_t>& places() const { return places_; }
  const std::vector<ThreadName>& threads() const { return threads_; }
  // Bytes of memory of all workers and of this process.
  uint64_t resident() const;

 private:
  struct Seat {
    explicit Seat(const CheckRequest& request, const std::vector<ThreadName>& threads)
        : remote(request.program, request.settings, request.start.places, threads) {}
    RemoteExecutor remote;
    RaceWatch watched{remote};
    bool started = false;  // it has made a run here, or could
    uint32_t places = 0;   // that its worker knows
    size_t threads = 0;    // likewise
  };

  bool take_places(Seat& seat);
  bool take_threads(Seat& seat);
  void renew(Seat& seat);

  const CheckRequest& request_;
  std::vector<std::unique_ptr<Seat>> seats_;
  RemoteListener* listener_ = nullptr;
  std::vector<uint64_t> places_;        // known to be shared
  std::unordered_set<uint64_t> known_;  // likewise
  std::vector<ThreadName> threads_;     // by id
};

// No worker can be given this state: it was saved where there is more room.
bool is_too_large(const SearchState& state);
// The request is one for a team: the engine is mcr and has not given up, and there are several jobs, or its state is too large
// to be given to a worker.
bool is_for_team(const CheckRequest& request);

}  // namespace heddle
