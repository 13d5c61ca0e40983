// oracle: engines against brute force for as long as you like; see tools/oracle.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "judge.h"
#include "model/generate.h"
#include "model/shrink.h"
#include "smt/z3_paths.h"
#include "smt/z3_solver.h"
#include "solvers.h"

namespace {

using namespace heddle;
using namespace heddle::oracle;

struct Settings {
  double minutes = 1;
  uint64_t seed = 1000000;
  std::vector<std::string> engines;
  int engines_sharing = 1;  // how many engines share the work, saved and loaded now and then
  bool commute = false;
  bool unnoticed = false;  // dpor, optimal: peeking and pruning
  bool lesser = false;     // only what matters to assertions, locks and waits is a step
  bool beside = false;     // mcr: with other engines beside it, from the start
  bool shallow = false;    // mcr: short histories first, from the shortest
  bool merged = false;     // mcr: nodes are merged from the first on
  bool questions = false;  // mcr: values are followed, threads are told what they ask
  bool inputs = false;     // likewise, and programs receive inputs
  bool formulas = false;   // mcr: every question is asked as a formula first
  bool forgetful = false;  // threads that forget what they did
  bool crowds = false;     // equal threads with inputs
  bool lives = false;      // locals that end while others use them
  bool messages = false;   // programs that pass messages, some with data races
  std::string question;    // instead: a recorded question that is asked again
  bool solvers = false;    // instead of engines: the solvers of questions about one trace
};

int usage() {
  std::fprintf(
      stderr,
      "usage: oracle [--minutes N] [--seed N] [--engine NAME]... [--commute] [--split] [--messages] [--questions]\n"
      "              [--beside] [--shallow] [--merged] [--inputs] [--formulas] [--crowds] [--forgetful] [--lives] [--unnoticed]\n"
      "              [--lesser]\n"
      "       oracle --solver both [--minutes N] [--seed N]\n"
      "       oracle --question FILE\n");
  return 2;
}

bool parse(int argc, char** argv, Settings& s) {
  for (int i = 1; i < argc; ++i) {
    const char* value = i + 1 < argc ? argv[i + 1] : nullptr;
    if (!std::strcmp(argv[i], "--commute")) s.commute = true;
    else if (!std::strcmp(argv[i], "--messages")) s.messages = true;
    else if (!std::strcmp(argv[i], "--questions")) s.questions = true;
    else if (!std::strcmp(argv[i], "--inputs")) s.questions = s.inputs = true;
    else if (!std::strcmp(argv[i], "--formulas")) s.formulas = true;
    else if (!std::strcmp(argv[i], "--forgetful")) s.questions = s.merged = s.forgetful = true;
    else if (!std::strcmp(argv[i], "--lives")) s.lives = true;
    else if (!std::strcmp(argv[i], "--crowds")) s.questions = s.crowds = true;
    else if (!std::strcmp(argv[i], "--unnoticed")) s.unnoticed = true;
    else if (!std::strcmp(argv[i], "--lesser")) s.lesser = true;
    else if (!std::strcmp(argv[i], "--beside")) s.beside = true;
    else if (!std::strcmp(argv[i], "--shallow")) s.shallow = true;
    else if (!std::strcmp(argv[i], "--merged")) s.merged = true;
    else if (!std::strcmp(argv[i], "--split")) s.engines_sharing = 4;
    else if (!value) return false;
    else if (!std::strcmp(argv[i], "--minutes")) s.minutes = std::atof(argv[++i]);
    else if (!std::strcmp(argv[i], "--seed")) s.seed = std::strtoull(argv[++i], nullptr, 10);
    else if (!std::strcmp(argv[i], "--question")) s.question = argv[++i];
    else if (!std::strcmp(argv[i], "--solver")) s.solvers = !std::strcmp(argv[++i], "both");
    else if (!std::strcmp(argv[i], "--engine")) s.engines.push_back(argv[++i]);
    else return false;
  }
  if (s.engines.empty() && s.questions) s.engines = {"mcr"};
  if (s.engines.empty() && s.unnoticed) s.engines = {"dpor", "optimal"};
  if (s.engines.empty()) s.engines = promised_engines();
  for (const std::string& engine : s.engines)
    if (!promise_of(engine)) {
      std::fprintf(stderr, "oracle: no promise is known of engine '%s'\n", engine.c_str());
      return false;
    }
  return true;
}

// The main thread looks at every variable when it has done all else: what was left there is part of its history.
void read_everything_at_last(model::Program& program) {
  for (size_t v = 0; v < program.variables.size(); ++v)
    program.threads[0].body.push_back(model::read(static_cast<int>(v) % model::kRegisters, static_cast<int>(v)));
}

int ask_again(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  causal::TraceModel model;
  causal::Question question;
  if (!causal::read_question(bytes, model, question)) {
    std::fprintf(stderr, "oracle: %s holds no question\n", file.c_str());
    return 2;
  }
  for (causal::ActId a = 0; a < model.size(); ++a)
    std::printf("%s%u: thread %d %s object %llx told %llx value %llx\n", a == question.act ? "* " : "  ", a,
                model[a].thread, name(model[a].op), static_cast<unsigned long long>(model[a].object),
                static_cast<unsigned long long>(model[a].told), static_cast<unsigned long long>(model[a].value));
  const char* words[] = {"yes", "no", "unknown"};
  const auto native = causal::make_native_solver()->solve(model, question),
             reference = smt::make_z3_solver()->solve(model, question);
  std::printf("can it be told %llx? native: %s, Z3: %s\n", static_cast<unsigned long long>(question.answer),
              words[native.kind], words[reference.kind]);
  return native.kind == reference.kind ? 0 : 1;
}

int compare_solvers_until(auto end, uint64_t seed) {
  const auto native = causal::make_native_solver(), reference = smt::make_z3_solver();
  SolverCounts counts;
  uint64_t programs = 0;
  for (; std::chrono::steady_clock::now() < end; ++seed, ++programs) {
    const model::Program program = model::generate(seed);
    if (compare_solvers(program, seed, *native, *reference, counts).empty()) continue;
    SolverCounts unused;
    const auto wrong = [&](const model::Program& p) { return compare_solvers(p, seed, *native, *reference, unused); };
    const model::Program small = model::shrink(program, [&](const model::Program& p) { return !wrong(p).empty(); });
    std::printf("seed %llu\n%s\n%s\n", static_cast<unsigned long long>(seed), wrong(small).c_str(),
                model::to_text(small).c_str());
    return 1;
  }
  const auto n = [](uint64_t x) { return static_cast<unsigned long long>(x); };
  std::printf(
      "%llu programs, %llu traces (%llu refused), %llu questions: %llu yes, %llu no; not answered by native %llu, by Z3 %llu; no difference\n",
      n(programs), n(counts.traces), n(counts.refused), n(counts.questions), n(counts.yes), n(counts.no),
      n(counts.unknown_native), n(counts.unknown_reference));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  if (!parse(argc, argv, settings)) return usage();
  EngineOptions options;
  options.dependence.commute_rmws = settings.commute;
  if (settings.beside) options.alone_for = 0;
  causal::PathCounts answers;
  if (settings.formulas) {
    options.formula_after = 0;
    causal::path_solver() = [&] { return causal::count_answers(smt::make_z3_paths(), answers); };
  }
  if (settings.shallow) options.first_depth = 1;
  if (settings.merged) options.merge_from = 0;
  options.unnoticed = {settings.unnoticed, settings.unnoticed};
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(settings.minutes * 60);
  if (!settings.question.empty()) return ask_again(settings.question);
  if (settings.solvers) return compare_solvers_until(end, settings.seed);
  uint64_t programs = 0, judged = 0;
  for (uint64_t seed = settings.seed; std::chrono::steady_clock::now() < end; ++seed, ++programs) {
    model::GenerateOptions drawn;
    drawn.arithmetic = drawn.twins = settings.questions;
    drawn.inputs = settings.inputs;
    if (settings.inputs) drawn.workers = 2, drawn.size = 3;
    model::Program program = settings.crowds      ? model::generate_crowd(seed)
                             : settings.forgetful ? model::generate_forgetful(seed)
                             : settings.lives     ? model::generate_lives(seed)
                             : settings.messages  ? model::generate_messages(seed)
                                                  : model::generate(seed, drawn);
    if (settings.unnoticed && seed % 3 != 0) read_everything_at_last(program);
    for (const std::string& engine : settings.engines) {
      const MakeBounded make = [&](int preemptions) {
        options.preemptions = preemptions;
        return make_engine(engine, options);
      };
      bool skipped = false;
      const Driver driver{.engines = settings.engines_sharing,
                          .follows = settings.questions,
                          .seed = seed,
                          .lesser = settings.lesser,
                          .unnoticed = settings.unnoticed,
                          .beside = settings.beside};
      if (!judge(*promise_of(engine), make, program, options.dependence, driver, &skipped).empty()) {
        std::printf("seed %llu\n%s\n", static_cast<unsigned long long>(seed),
                    report(*promise_of(engine), make, program, options.dependence, driver).c_str());
        return 1;
      }
      judged += !skipped;
    }
  }
  std::printf("%llu programs, %llu comparisons, no difference\n", static_cast<unsigned long long>(programs),
              static_cast<unsigned long long>(judged));
  if (settings.formulas)
    std::printf("formulas: %llu yes, %llu no, %llu not answered\n", static_cast<unsigned long long>(answers.yes),
                static_cast<unsigned long long>(answers.no), static_cast<unsigned long long>(answers.unknown));
  return 0;
}
