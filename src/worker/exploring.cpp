// WorkerMode::kExplore: an engine lives here, beside the program, and searches until it is through or told to stop. Then there may
// be more work.
#include <linux/futex.h>
#include <sys/syscall.h>

#include "explore/search.h"
#include "runtime/real.h"
#include "runtime/start.h"
#include "worker/announce.h"
#include "worker/modes.h"
#include "worker/publisher.h"

namespace heddle {
namespace {

void explore_once(Channel& channel, Executor& executor) {
  const WorkerSettings& s = channel.settings;
  measure_solvers([]() -> uint64_t {
    timespec now{};
    rt::real.clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
  });
  const EngineFactory fresh = [&s] { return make_engine(s.engine, s.options); };
  std::unique_ptr<Engine> engine = fresh();
  if (engine == nullptr) rt::worker_refuse("unknown engine");
  if (channel.start_length > 0) {
    Reader in(std::string_view(channel.start, channel.start_length));
    if (!engine->load(in)) rt::worker_refuse("the saved state of the search cannot be read");
  }
  Publisher publisher(channel);
  Limits limits;
  limits.max_executions = s.max_executions;
  limits.keep_going = s.keep_going;
  limits.stop_at_race = s.race == RaceMode::kStop;
  limits.discover = channel.start_length == 0;
  RaceWatch watched(executor);
  Executor& looked_at = s.race == RaceMode::kIgnore ? static_cast<Executor&>(executor) : watched;
  const SearchResult r = search(std::move(engine), fresh, looked_at, limits, publisher, channel.start_counts);
  channel.result.stop = r.stop;
  channel.result.complete = r.complete;
  set_reason(channel, publisher.too_much_memory() ? "the memory limit was reached" : r.reason);
}

}  // namespace

void explore(Channel& channel, Executor& executor) {
  for (;;) {
    explore_once(channel, executor);
    if (!channel.settings.stays) finish(channel, WorkerState::kDone);
    announce(channel, WorkerState::kIdle);
    for (Command command; (command = channel.command.load(std::memory_order_acquire)) != Command::kMore;) {
      if (command == Command::kStop) finish(channel, WorkerState::kDone);
      rt::real.syscall(SYS_futex, &channel.command, FUTEX_WAIT, command, nullptr, nullptr, 0);
    }
    channel.command.store(Command::kNone, std::memory_order_relaxed);
    announce(channel, WorkerState::kRunning);
  }
}

}  // namespace heddle
