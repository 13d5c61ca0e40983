// pool_memory: how many bytes mcr keeps for a local history and for a state.
//
//   build/bin/pool_memory
//
// Closes the pools of two model programs, one with many histories and one with many states, as src/explore/mcr.cpp does, and
// divides what the pool and the largest table of states occupy. The table doubles, so a state costs between 1 and 2 times 16
// bytes / 0.75: its hash, and who sleeps in it. Fails if a history takes more than 512 bytes or a state more than 44.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "closing.h"

namespace {

using namespace heddle;
using namespace heddle::model;
using Body = std::vector<Instruction>;

struct Figures {
  uint64_t executions = 0;
  size_t pool = 0, histories = 0;
  size_t table = 0, states = 0;  // of the largest search
};

Figures figures_of(const Program& program) {
  Figures f;
  bench::Closing closing(program);
  closing.run([](causal::Reach& reach) { return reach.go_on(UINT64_MAX / 2); },
              [&](const causal::Reach& reach) {
                if (reach.states() > f.states) f.states = reach.states(), f.table = reach.memory();
              });
  f.executions = closing.executions();
  f.pool = closing.pool().memory();
  f.histories = closing.pool().histories();
  return f;
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
  return history <= 512 && (f.states < 10000 || state <= 44);
}

}  // namespace

int main() {
  const bool small = show("sums", figures_of(bench::sums(6)));
  return show("counters", figures_of(counters(6))) && small ? 0 : 1;
}
