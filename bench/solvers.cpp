// solver_bench: the same questions to the native solver and to Z3, program by program.
//
//   build/bin/solver_bench [--questions N] [--least RATIO]
//
// The questions are recorded first: a few runs of each program of the corpus (tests/oracle/corpus.cpp), and of all that can
// be asked about them N, evenly spread. What is counted is processor time, the model of the trace not included, since
// both need it. Fails if the answers differ, or if the geometric mean of the ratios is below RATIO.
#include <time.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "corpus.h"
#include "model/executor.h"
#include "smt/z3_solver.h"

namespace {

using namespace heddle;

struct Recorded {
  size_t model;
  causal::Question question;
};

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

std::vector<Recorded> record(const model::Program& program, size_t most, std::vector<causal::TraceModel>& models) {
  model::ModelExecutor executor(program);
  std::vector<Recorded> all, some;
  for (uint64_t run = 0; run < 4; ++run) {
    Schedule schedule;
    schedule.tail = run == 0 ? Tail::kStay : Tail::kRandom;
    schedule.seed = run;
    models.emplace_back(executor.run(schedule));
    if (!models.back().problem().empty()) continue;
    for (causal::ActId a = 0; a < models.back().size(); ++a)
      for (uint64_t answer : models.back().other_answers(a)) all.push_back({models.size() - 1, {a, answer}});
  }
  const size_t stride = all.size() / most + 1;
  for (size_t i = 0; i < all.size(); i += stride) some.push_back(all[i]);
  return some;
}

// Seconds per question; the answers.
double ask(causal::TraceSolver& solver, const std::vector<causal::TraceModel>& models,
           const std::vector<Recorded>& questions, int rounds, std::vector<causal::Answer::Kind>& answers) {
  const double begin = processor_seconds();
  for (int round = 0; round < rounds; ++round) {
    answers.clear();
    for (const Recorded& r : questions) answers.push_back(solver.solve(models[r.model], r.question).kind);
  }
  return (processor_seconds() - begin) / rounds / static_cast<double>(questions.size());
}

}  // namespace

int main(int argc, char** argv) {
  size_t most = 60;
  double least = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--questions")) most = std::strtoull(argv[i + 1], nullptr, 10);
    if (!std::strcmp(argv[i], "--least")) least = std::atof(argv[i + 1]);
  }
  const auto native = causal::make_native_solver(), reference = smt::make_z3_solver();
  double logs = 0;
  int programs = 0;
  std::printf("%-16s %9s %5s %12s %12s %8s\n", "program", "questions", "yes", "native", "Z3", "ratio");
  for (const oracle::CorpusProgram& p : oracle::corpus()) {
    std::vector<causal::TraceModel> models;
    const std::vector<Recorded> questions = record(p.program, most, models);
    if (questions.empty()) continue;
    std::vector<causal::Answer::Kind> a, b;
    const double slow = ask(*reference, models, questions, 1, b), fast = ask(*native, models, questions, 20, a);
    size_t yes = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      yes += a[i] == causal::Answer::kYes;
      if (a[i] == b[i] || a[i] == causal::Answer::kUnknown || b[i] == causal::Answer::kUnknown) continue;
      std::printf("%s: the answers differ\n", p.name);
      return 1;
    }
    std::printf("%-16s %9zu %5zu %9.1f us %9.1f us %8.0f\n", p.name, questions.size(), yes, fast * 1e6, slow * 1e6,
                slow / fast);
    logs += std::log(slow / fast);
    ++programs;
  }
  const double mean = std::exp(logs / programs);
  std::printf("native is %.0f times as fast as Z3 (geometric mean of %d programs)\n", mean, programs);
  return mean >= least ? 0 : 1;
}
