// search_speed: how many states a second the search of mcr's pool goes through.
//
//   build/bin/search_speed [--least STATES]
//
// Closes the pools of model programs as src/explore/mcr.cpp does. What is counted is the processor time inside Reach::go_on,
// so making runs and learning from them is not; a state is a step of the search that led to one, known before or not. The
// fastest of three rounds counts. Fails if a program needs other executions than it should, or if the fastest program
// stays below STATES a second.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "closing.h"

namespace {

using namespace heddle;
using namespace heddle::model;
using Body = std::vector<Instruction>;

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

struct Figures {
  uint64_t executions = 0, states = 0;
  double seconds = 0;
};

Figures figures_of(const Program& program) {
  Figures f;
  bench::Closing closing(program);
  closing.run([&](causal::Reach& reach) {
    const double begin = processor_seconds();
    const auto answer = reach.go_on(UINT64_MAX / 2);
    f.seconds += processor_seconds() - begin;
    return answer;
  });
  f.executions = closing.executions();
  f.states = closing.memory().states;
  return f;
}

Program workers(int n, const Body& body, std::vector<int32_t> variables) {
  Program p = fork_join(std::vector<Body>(static_cast<size_t>(n), body));
  p.variables = std::move(variables);
  return p;
}

struct Entry {
  const char* what;
  Program program;
  uint64_t executions;
};

}  // namespace

int main(int argc, char** argv) {
  double least = 0, best = 0;
  for (int i = 1; i + 1 < argc; i += 2)
    if (!std::strcmp(argv[i], "--least")) least = std::atof(argv[i + 1]);
  const Entry entries[] = {
      {"3 threads, 4 increments each, results kept", workers(3, {repeat(4, {fetch_add(0, 0, lit(1))})}, {0}), 1345},
      {"3 threads read, add, write, 2 rounds",
       workers(3, {repeat(2, {read(0, 0), add(0, reg(0), lit(1)), write(0, reg(0))})}, {0}), 56},
      {"2 threads add up what the other has, 5 rounds", bench::sums(5), 5297},
      {"6 threads, 2 writes each to one place, a reader",
       [] {
         std::vector<Body> bodies;
         for (int i = 0; i < 6; ++i) bodies.push_back({write(0, lit(2 * i + 1)), write(0, lit(2 * i + 2))});
         bodies.push_back({read(0, 0), read(1, 0)});
         Program p = fork_join(bodies);
         p.variables = {0};
         return p;
       }(),
       151},
  };
  bool right = true;
  std::printf("%-58s %10s %12s %14s\n", "program", "executions", "states", "states/s");
  for (const Entry& entry : entries) {
    Figures fastest;
    for (int round = 0; round < 3; ++round) {
      const Figures f = figures_of(entry.program);
      if (round == 0 || f.seconds < fastest.seconds) fastest = f;
    }
    const double rate = static_cast<double>(fastest.states) / fastest.seconds;
    best = std::max(best, rate);
    right &= fastest.executions == entry.executions;
    std::printf("%-58s %10lu %12lu %14.0f%s\n", entry.what, fastest.executions, fastest.states, rate,
                fastest.executions == entry.executions ? "" : "  wrong");
  }
  return right && best >= least ? 0 : 1;
}
