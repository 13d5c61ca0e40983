// For searches that are made here by several threads, each with a worker: what is done about their runs, and who looks at the limits.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "remote/remote_listener.h"
#include "remote/remote_team.h"

namespace heddle {

class TeamListener final : public RemoteListener {
 public:
  TeamListener(const CheckRequest& request, CheckListener& listener, RemoteTeam& team, Confirmer& confirmer)
      : RemoteListener(request, listener, team.first(), confirmer), team_(team) {}

 private:
  std::vector<uint64_t> places() const override { return team_.places(); }
  std::vector<ThreadName> threads() const override { return team_.threads(); }
  uint64_t resident() const override { return team_.resident(); }
  int workers() const override { return team_.size(); }
  void give_up_run() override { team_.cancel(); }

  RemoteTeam& team_;
};

// Looks at the search now and then, in a thread of its own.
class TeamWatch {
 public:
  using Look = std::function<bool(const Counts&, const Engine&)>;
  // `search`: shows itself to whoever looks, if it is at work.
  TeamWatch(std::function<void(const Look&)> search, RemoteListener& listener, RemoteTeam& team)
      : thread_([this, search = std::move(search), &listener, &team] { watch(search, listener, team); }) {}
  ~TeamWatch() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

 private:
  static constexpr std::chrono::milliseconds kLookEvery{20};
  static constexpr int kPatience = 50;  // so many looks after the search was told to stop, its runs are ended

  void watch(const std::function<void(const Look&)>& search, RemoteListener& listener, RemoteTeam& team) {
    std::unique_lock lock(mutex_);
    int stopped = 0;  // looks since the search was told to stop
    while (!changed_.wait_for(lock, kLookEvery, [&] { return over_; })) {
      bool go_on = stopped == 0;
      if (go_on)
        search([&](const Counts& counts, const Engine& engine) { return go_on = listener.look(counts, engine); });
      if (!go_on && ++stopped == kPatience) team.cancel();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace heddle
