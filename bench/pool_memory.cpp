// pool_memory: how many bytes mcr keeps for a local history and for a state.
//
//   build/bin/pool_memory
//
// Closes the pools of two model programs, one with many histories and one with many states, as src/explore/mcr.cpp does, and
// divides what the pool and the largest table of states occupy. The table doubles, so a state costs between 1 and 2 times 16
// bytes / 0.75. Fails if a history takes more than 512 bytes or a state more than 43.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "causal/check.h"
#include "causal/reach.h"
#include "model/executor.h"
#include "model/program.h"

namespace {

using namespace heddle;
using namespace heddle::model;
using Body = std::vector<Instruction>;

struct Figures {
  uint64_t executions = 0;
  size_t pool = 0, histories = 0;
  size_t table = 0, states = 0;  // of the largest search
};

class Closing {
 public:
  explicit Closing(const Program& program) : executor_(program) {}

  Figures run() {
    run_once({});
    for (bool grew = true; grew;) {
      grew = false;
      for (int t = 0; t < pool_.threads(); ++t) grew |= search(static_cast<ThreadId>(t));
    }
    figures_.pool = pool_.memory();
    figures_.histories = pool_.histories();
    return figures_;
  }

 private:
  bool run_once(const std::vector<uint16_t>& prefix) {
    Schedule schedule;
    schedule.prefix = prefix;
    schedule.tail = Tail::kStay;
    const Trace& trace = executor_.run(schedule);
    std::vector<uint64_t> deadlock;
    ++figures_.executions;
    const bool grew = pool_.learn(trace);
    return causal::check(pool_, trace, deadlock) || grew;
  }

  // True if the pool grew.
  bool search(ThreadId t) {
    causal::Reach reach(pool_, memory_, t, false);
    bool any = false;
    while (reach.go_on(UINT64_MAX / 2) == causal::Reach::Answer::kRun) {
      const bool grew = run_once(reach.schedule());
      reach.learned(true, false, grew);
      any |= grew;
    }
    if (reach.states() > figures_.states) figures_.states = reach.states(), figures_.table = reach.memory();
    return any;
  }

  ModelExecutor executor_;
  causal::Pool pool_;
  causal::Memory memory_;
  Figures figures_;
};

// Two threads that add up what the other has.
Program sums(int rounds) {
  const auto side = [&](int own, int other) {
    return Body{repeat(rounds, {read(0, own), read(1, other), add(0, reg(0), reg(1)), write(own, reg(0))})};
  };
  Program p = fork_join({side(0, 1), side(1, 0)});
  p.variables = {1, 1};
  return p;
}

// Threads that count and look.
Program counters(int threads) {
  Program p = fork_join(std::vector<Body>(static_cast<size_t>(threads),
                                          {read(0, 0), add(0, reg(0), lit(1)), write(0, reg(0)), read(1, 0)}));
  p.variables = {0};
  return p;
}

bool show(const char* name, const Figures& f) {
  const double history = static_cast<double>(f.pool) / static_cast<double>(std::max<size_t>(1, f.histories));
  const double state = static_cast<double>(f.table) / static_cast<double>(std::max<size_t>(1, f.states));
  std::printf("%-10s %8llu executions %8zu histories %7.0f bytes each %9zu states %6.1f bytes each\n", name,
              static_cast<unsigned long long>(f.executions), f.histories, history, f.states, state);
  return history <= 512 && (f.states < 10000 || state <= 43);
}

}  // namespace

int main() {
  const bool small = show("sums", Closing(sums(6)).run());
  return show("counters", Closing(counters(6)).run()) && small ? 0 : 1;
}
