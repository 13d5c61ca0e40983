// What a check is asked to do and what comes of it: the face of src/remote to the command line.
//
//   CheckResult result = check(request, listener);         // the engine lives in the worker
//   CheckResult result = check_remotely(request, listener);  // the engine lives here, runs happen there
//
// Both give the same answers for the same request.
#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <cstdint>
#include <string>
#include <vector>

#include "remote/suspicion.h"
#include "remote/worker_process.h"
#include "trace/coverage.h"
#include "trace/insight.h"
#include "trace/run_record.h"
#include "worker/channel.h"

namespace heddle {

// Work still open, as an engine saved it, with the counts that belong to it.
struct OpenWork {
  std::string engine;  // empty: everything
  Counts counts;
  std::vector<ThreadName> threads;  // the ids it speaks of
};

// A search that can be continued: its open work, the memory known to be shared, and what must not be forgotten of the part that
// is done.
struct SearchState {
  std::vector<OpenWork> open;
  Counts done;                   // of workers that had finished
  std::vector<uint64_t> places;  // see Channel::places
  std::vector<Suspicion> found;  // what was confirmed
  std::string doubt;  // why the search cannot become complete any more, such as a run that was cut short; else empty
};

// What checks of one program by several engines at the same time know of each other.
struct Beside {
  std::atomic<bool> over{false};    // one has the answer
  std::atomic<uint64_t> memory{0};  // bytes that all of them take, by what each said last
};

struct CheckRequest {
  Program program;
  WorkerSettings settings;
  int jobs = 1;
  std::chrono::duration<double> time_limit{0};  // 0: none
  std::chrono::duration<double> leave_off_after{
      0};                                       // to be continued by another check, from CheckResult::left; zero: never
  std::chrono::duration<double> save_every{0};  // how often the listener is given the open work; 0: never
  bool keeps_left = true;                       // CheckResult::left is asked for; the state of mcr may be large
  SearchState start;                            // empty: from the beginning
  bool told = false;                            // `start.found` was told by the beginning of this same check
  // Workers keep going, since a finding may be suppressed; the first that is not ends the check.
  bool stop_at_first = false;
  // The engine lives here (check_remotely): called before it is made, with what the program's process has loaded. May be empty.
  std::function<void(const std::vector<LoadedModule>&)> loaded;
  // Ends what solvers are doing, true, again and again for as long as they must not go on; false: they may. Called from another
  // thread. May be empty.
  std::function<void(bool)> stop_solvers;
  bool tests = false;        // the listener is told of new paths; the engine lives here
  bool count_paths = false;  // see CheckResult::paths; the engine lives here
  bool insight = false;      // look for the shortest run of each finding, see insight.h
  Beside* beside = nullptr;  // null: there are no others
};

// A finding that was confirmed by replaying it in a process of its own.
struct Found {
  Finding finding;
  uint64_t execution = 0;
  std::vector<uint16_t> picks;
  std::vector<uint64_t> places;
  std::vector<ThreadName> threads;
  RunRecord run;  // the replay, with call stacks
  Insight insight;
};

struct Progress {
  Counts counts;
  std::string words;  // the engine's
  double seconds = 0;
  int workers = 1;
  double explored = -1;  // of the whole search, in [0, 1]; negative if unknown
  uint64_t memory = 0;   // bytes that they occupy
};

// A run of the search in which some thread has a local path (trace/local_paths.h) that it had in none before.
struct NewPath {
  std::vector<uint16_t> picks;
  std::vector<uint64_t> places;
  std::vector<ThreadName> threads;
  Follow follow = Follow::kNothing;
};

class CheckListener {
 public:
  virtual ~CheckListener() = default;
  // About ten times a second.
  virtual void progress(const Progress&) {}
  // What to go on from if this process ended now; every `CheckRequest::save_every`.
  virtual void open_work(const SearchState&) {}
  virtual void found(const Found&) = 0;
  // With CheckRequest::tests, of each such run; the search has started again: those that were told do not count.
  virtual void path(const NewPath&) {}
  virtual void paths_again() {}
  // Asked before `found`: a finding that is suppressed is not counted, and `found` does not hear of it.
  virtual bool suppressed(const Found&) { return false; }
  // Asked before `found`, of races: it is one that was told of already, at other addresses. Making its run shorter is saved.
  virtual bool told(const Found&) { return false; }
  // Asked of a race behind `told`: it has the cause of one that was told of. Making its run shorter is saved.
  virtual bool minor(const Found&) { return false; }
  // Something that people should know and that is no finding, such as a worker that was replaced.
  virtual void note(const std::string&) {}
};

struct CheckResult {
  Counts counts;
  bool complete = false;
  bool refused = false;   // the program cannot be checked at all; `reason` says why
  std::string reason;     // why not complete
  bool left_off = false;  // because of CheckRequest::leave_off_after
  bool enough = false;    // a finding was all that the check was asked for
  std::string author;     // Engine::author
  std::string fallback;   // Engine::fallback
  std::string remark;     // Engine::remark
  int findings = 0;       // confirmed ones
  double seconds = 0;
  Coverage covered;                   // if settings.coverage
  std::vector<LoadedModule> modules;  // likewise
  SearchState left;                   // to continue from, if not complete
  std::string certificate;            // if settings.certificate and complete: Engine::certificate
  bool certificate_too_large = false;
  std::optional<uint64_t> paths;  // if CheckRequest::count_paths and complete: PathCounter::count_paths
};

CheckResult check(const CheckRequest& request, CheckListener& listener);
// What `check` does for the engine mcr and several jobs, if one worker alone is not through soon: the engine lives here, in as
// many threads as there are workers.
CheckResult check_together(const CheckRequest& request, CheckListener& listener);
// What it does in that case for the engine auto: its members search at the same time, each with some of the workers.
CheckResult check_side_by_side(const CheckRequest& request, CheckListener& listener);
CheckResult check_remotely(const CheckRequest& request, CheckListener& listener);
// The same with several jobs: as many engines here share the work. The request must not ask for what can be gone on from.
CheckResult check_by_engines(const CheckRequest& request, CheckListener& listener);

}  // namespace heddle
