#include "solvers.h"

#include "base/hash.h"
#include "causal/pool.h"
#include "model/executor.h"

namespace heddle::oracle {
namespace {

using causal::Answer;

constexpr int kRuns = 3;

const char* word(Answer::Kind kind) { return kind == Answer::kYes ? "yes" : kind == Answer::kNo ? "no" : "unknown"; }

// The schedule leads to the asked act, and that is told what was asked for.
bool shows(const Trace& trace, const causal::TraceModel& model, const causal::Question& question,
           const Answer& answer) {
  if (trace.outcome == Outcome::kDiverged || trace.steps.size() < answer.schedule.size()) return false;
  size_t step = answer.schedule.size();
  while (step > 0 && trace.steps[step - 1].kind != Step::kThread) --step;
  const Event& e = trace.events[trace.steps[step - 1].event];
  const causal::Act& a = model[question.act];
  return e.thread == a.thread && e.op == a.op && e.object == a.object && causal::answer_of(e) == question.answer;
}

}  // namespace

std::string compare_solvers(const model::Program& program, uint64_t seed, causal::TraceSolver& native,
                            causal::TraceSolver& reference, SolverCounts& counts) {
  model::ModelExecutor executor(program), again(program);
  for (int run = 0; run < kRuns; ++run) {
    Schedule schedule;
    schedule.tail = run == 0 ? Tail::kStay : Tail::kRandom;
    schedule.seed = mix(seed, static_cast<uint64_t>(run));
    const causal::TraceModel model(executor.run(schedule));
    ++counts.traces;
    if (!model.problem().empty()) {
      ++counts.refused;
      if (model.problem() == "the model does not fit the trace") return model.problem() + "\n";
      continue;
    }
    for (causal::ActId act = 0; act < model.size(); ++act)
      for (uint64_t value : model.other_answers(act)) {
        const causal::Question question{act, value};
        const Answer a = native.solve(model, question), b = reference.solve(model, question);
        ++counts.questions;
        counts.yes += a.kind == Answer::kYes;
        counts.no += a.kind == Answer::kNo;
        counts.unknown_native += a.kind == Answer::kUnknown;
        counts.unknown_reference += b.kind == Answer::kUnknown;
        const std::string about = "run " + std::to_string(run) + ", act " + std::to_string(act) + " (" +
                                  name(model[act].op) + " of thread " + std::to_string(model[act].thread) +
                                  "), answer " + std::to_string(value);
        if (a.kind != b.kind && a.kind != Answer::kUnknown && b.kind != Answer::kUnknown)
          return about + ": native says " + word(a.kind) + ", the reference says " + word(b.kind) + "\n";
        for (const Answer* yes : {&a, &b}) {
          if (yes->kind != Answer::kYes) continue;
          Schedule found;
          found.prefix = yes->schedule;
          if (!shows(again.run(found), model, question, *yes))
            return about + ": the schedule of " + (yes == &a ? "native" : "the reference") + " does not lead there\n";
        }
      }
  }
  return {};
}

namespace {

causal::Freedom random_freedom(const causal::TraceModel& model, uint64_t seed) {
  const size_t n = model.size();
  std::vector<uint32_t> sites(n);
  std::vector<bool> free(n);
  std::vector<std::vector<bool>> feeds(n, std::vector<bool>(n));
  for (uint32_t a = 0; a < n; ++a) {
    sites[a] = a;
    free[a] = mix(seed, a) % 3 != 0;
    for (uint32_t b = 0; b < n; ++b)
      feeds[a][b] = model[a].thread == model[b].thread && a < b && mix(seed, mix(a, b)) % 2 == 0;
  }
  return {std::move(sites), std::move(free), std::move(feeds)};
}

}  // namespace

std::string compare_with_freedom(const model::Program& program, uint64_t seed, causal::TraceSolver& native,
                                 causal::TraceSolver& reference, SolverCounts& counts) {
  model::ModelExecutor executor(program);
  Schedule schedule;
  schedule.tail = seed % 2 == 0 ? Tail::kStay : Tail::kRandom;
  schedule.seed = seed;
  const causal::TraceModel model(executor.run(schedule));
  if (!model.problem().empty()) return {};
  ++counts.traces;
  const causal::Freedom freedom = random_freedom(model, seed);
  for (causal::ActId act = 0; act < model.size(); ++act)
    for (uint64_t value : model.other_answers(act))
      for (bool keeps_history : {false, true}) {
        const causal::Question bound{act, value}, question{act, value, false, &freedom, keeps_history};
        const Answer a = native.solve(model, question), b = reference.solve(model, question);
        ++counts.questions;
        counts.yes += a.kind == Answer::kYes;
        counts.no += a.kind == Answer::kNo;
        const std::string about = "act " + std::to_string(act) + ", answer " + std::to_string(value) +
                                  (keeps_history ? ", its thread bound" : "");
        if (a.kind != b.kind && a.kind != Answer::kUnknown && b.kind != Answer::kUnknown)
          return about + ": native says " + word(a.kind) + ", the reference says " + word(b.kind) + "\n";
        const Answer without = native.solve(model, bound);
        if (without.kind == Answer::kYes && a.kind == Answer::kNo) return about + ": no, and yes without freedom\n";
        counts.freed += a.kind == Answer::kYes && without.kind == Answer::kNo;
      }
  return {};
}

}  // namespace heddle::oracle
