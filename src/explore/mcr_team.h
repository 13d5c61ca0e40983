// McrTeam: maximal causality reduction (mcr.cpp) by several threads, each with an executor of its own.
//
// There is one pool, and one search of it at a time, which all of them make together (causal/reach.h): they share the
// states visited, and whoever runs out of work is given some. Where the search needs a run, its thread makes it and teaches
// the pool what it showed, while the others stand still for a moment. So the verdict and the local histories found are
// those of one thread; the number of executions may be larger, when two runs under way at once show the same.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "explore/mcr_facts.h"
#include "explore/search.h"

namespace heddle {

// The executors, and what has to be done about each run. All but the runs themselves is called by one thread at a time.
class Team {
 public:
  virtual ~Team() = default;
  virtual int size() const = 0;
  virtual Executor& executor(int i) = 0;
  // Executor i is about to run, in a thread of its own.
  virtual void before_run(int) {}
  enum class Use : uint8_t {
    kLearn,  // as it should be
    kAgain,  // it does not count and has to be made again
    kLost,   // the process died in it: it counts, but what it showed is not to be relied on
  };
  // Executor i has made a run. May change what the trace says about visibility: it is for all executors.
  virtual Use after_run(int, Trace&) { return Use::kLearn; }
  // These places are visible in all runs to come.
  virtual void share(const std::vector<uint64_t>&) {}
};

class McrTeam {
 public:
  // As for `search`. The listener is called by one thread at a time; the engine it is shown saves as `mcr` does.
  McrTeam(const EngineOptions& options, Team& team, const Limits& limits, SearchListener& listener);
  ~McrTeam();

  // Before `run`: goes on from the state of an engine `mcr` that has not given up.
  bool load(Reader& in, const Counts& counts);
  SearchResult run();

  // From another thread, while `run` is at work. The search stops if `look` says false.
  void look(const std::function<bool(const Counts&, const Engine&)>& look);

  // Why the model does not fit the program; empty if it does. Then only the counts of the result mean anything, and an
  // engine `mcr` that loads `rest` does the work in another way.
  const std::string& gave_up() const { return gave_up_; }
  void save_rest(Writer& out) const;
  uint64_t histories() const;

 private:
  class Shown;  // the facts in the shape of an engine
  using Lock = std::unique_lock<std::mutex>;

  // Who makes a part of the search.
  struct Member {
    std::shared_ptr<causal::Reach> reach;
    enum class State : uint8_t {
      kReady,    // somebody may go on with it
      kBusy,     // somebody does, or makes a run for it
      kWaiting,  // for a run that another makes
      kDone,     // it has come to its end
    } state = State::kReady;
    bool dropped = false;  // the search was given up meanwhile
  };
  using MemberPtr = std::shared_ptr<Member>;

  void work(int i);
  MemberPtr find_ready() const;
  void walk(int i, const MemberPtr& member, Lock& lock);
  void share(Member& member);
  void foresee(int i, Lock& lock);
  void make_run(int i, const MemberPtr& member, Work work, Lock& lock);
  bool await_turn(Lock& lock);
  void rest(Lock& lock);
  void take_in(const Work& work, const Trace& trace, Team::Use use, const MemberPtr& member, uint64_t version);
  std::string learn(const Trace& trace, bool complete, const MemberPtr& member, uint64_t version);
  void refresh_all();
  void end_search(const MemberPtr& member);
  bool choose();
  void open(McrFacts::Goal goal);
  void drop_search();
  void start_again(Follow follow);
  bool share_what_must_be();
  void give_up(const std::string& why);
  void stop(Stop stop);

  const EngineOptions options_;
  Team& team_;
  const Limits limits_;
  SearchListener& listener_;

  std::mutex mutex_;                 // guards everything below; what members read may change only while nobody walks
  std::condition_variable changed_;  // there may be work, or the end
  std::condition_variable rested_;   // nobody walks
  std::atomic<bool> pause_ = false;  // somebody waits for that
  int walking_ = 0;                  // threads inside a Reach
  int idle_ = 0;                     // threads without work
  int teachers_ = 0;                 // threads that wait for the others to rest
  uint64_t running_ = 0;             // runs under way
  std::unique_ptr<Shown> shown_;
  McrFacts* facts_;                     // those of shown_
  std::vector<MemberPtr> members_;      // of the search under way; the first is kept to its end
  McrFacts::Goal goal_;                 // of that search
  bool starting_ = false;               // the first run is under way
  std::unordered_set<uint64_t> asked_;  // questions that runs under way answer
  uint64_t events_ = 0;                 // of the last run
  uint64_t claimed_ = 0;                // bytes of memory that were last asked for
  uint64_t version_ = 0;                // grows with the pool
  int lost_ = 0;                        // runs that are
  uint64_t epoch_ = 0;                  // grows when everything starts again
  bool at_work_ = false;                // the threads are: the discovery runs were made
  bool over_ = false;
  std::string gave_up_;
  SearchResult result_;
};

}  // namespace heddle
