// Closes the pool of a model program as src/explore/mcr.cpp does: searches thread after thread and makes the runs that are
// asked for, until nothing is new. For benchmarks that look into the search.
#pragma once
#include <functional>
#include <vector>

#include "causal/model_replay.h"
#include "causal/reach.h"
#include "model/executor.h"
#include "model/program.h"

namespace heddle::bench {

class Closing {
 public:
  using GoOn = std::function<causal::Reach::Answer(causal::Reach&)>;

  explicit Closing(const model::Program& program) : executor_(program) {}

  // `go_on` goes on with a search until it has an answer; `closed` looks at each search that came to its end.
  void run(const GoOn& go_on, const std::function<void(const causal::Reach&)>& closed = {}) {
    run_once({});
    for (bool grew = true; grew;) {
      grew = false;
      for (int t = 0; t < pool_.threads(); ++t) {
        causal::Reach reach(pool_, memory_, static_cast<ThreadId>(t), false);
        while (go_on(reach) == causal::Reach::Answer::kRun) {
          const bool learned = run_once(reach.schedule());
          reach.learned(true, false, learned);
          grew |= learned;
        }
        if (closed) closed(reach);
      }
    }
  }

  uint64_t executions() const { return executions_; }
  const causal::Pool& pool() const { return pool_; }
  const causal::Memory& memory() const { return memory_; }

 private:
  // True if the pool grew.
  bool run_once(const std::vector<uint16_t>& prefix) {
    Schedule schedule;
    schedule.prefix = prefix;
    schedule.tail = Tail::kStay;
    const Trace& trace = executor_.run(schedule);
    std::vector<uint64_t> deadlock;
    ++executions_;
    const bool grew = pool_.learn(trace);
    return causal::replay_in_model(pool_, trace, deadlock) || grew;
  }

  model::ModelExecutor executor_;
  causal::Pool pool_;
  causal::Memory memory_;
  uint64_t executions_ = 0;
};

// Two threads that add up what the other has.
inline model::Program sums(int rounds) {
  using namespace model;
  const auto side = [&](int own, int other) {
    return std::vector<Instruction>{
        repeat(rounds, {read(0, own), read(1, other), add(0, reg(0), reg(1)), write(own, reg(0))})};
  };
  Program p = fork_join({side(0, 1), side(1, 0)});
  p.variables = {1, 1};
  return p;
}

}  // namespace heddle::bench
