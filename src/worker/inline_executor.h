// InlineExecutor: a run is a function call, since the engine lives in the process of the program under test.
#pragma once
#include <vector>

#include "explore/executor.h"
#include "worker/channel.h"
#include "worker/essential.h"

namespace heddle {

class InlineExecutor final : public Executor {
 public:
  // Traces are written straight into the channel, where they survive the process.
  explicit InlineExecutor(Channel& channel);
  const Trace& run(const Schedule& schedule) override;
  // Before the first run, when our own code may allocate memory.
  void load();

 private:
  // The run in which an earlier worker died is not made again: its picks are all that is known of it.
  const Trace& dead_run();

  int about_to_fail() const;
  void collect_pending();

  Channel& channel_;
  Essential essential_;
  std::vector<Event> pending_;  // Trace::pending
  Trace trace_;
};

}  // namespace heddle
