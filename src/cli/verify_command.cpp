// heddle verify-certificate: reads the file, has it checked, runs the program beside it if there is one, says what came of it.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "certificate/verify.h"
#include "cli/certified_runs.h"
#include "cli/commands.h"
#include "cli/free_memory.h"
#include "cli/outcome.h"
#include "cli/program.h"
#include "cli/search_options.h"
#include "cli/solver.h"
#include "cli/worker_settings.h"
#include "toolchain/build.h"
#include "toolchain/response_file.h"

namespace heddle {
namespace {

constexpr size_t kMaxSteps = 40;  // shown of a schedule

void show(const certificate::Verdict& verdict) {
  std::printf("heddle: not confirmed: %s\n", verdict.reason.c_str());
  if (verdict.steps.empty()) return;
  const size_t skipped = verdict.steps.size() > kMaxSteps ? verdict.steps.size() - kMaxSteps : 0;
  std::printf("  after %zu steps:\n", verdict.steps.size());
  if (skipped > 0) std::printf("    ... %zu steps ...\n", skipped);
  for (size_t i = skipped; i < verdict.steps.size(); ++i) std::printf("    %s\n", verdict.steps[i].c_str());
  if (verdict.schedule.empty()) return;
  std::printf("  schedule:");
  for (uint16_t pick : verdict.schedule) std::printf(" %d", pick);
  std::printf("\n");
}

std::string about(const certificate::Certificate& c, const char* what) {
  for (const auto& [name, value] : c.about)
    if (name == what) return value;
  return "";
}

// The check that the certificate comes from, with the program that was named.
Result<CheckOptions> check_of(const certificate::Certificate& c, const VerifyOptions& options) {
  std::vector<std::string> words = split_words(about(c, "command"));
  const bool known = words.size() > 2 && words[0] == "heddle" && words[1] == "check";
  const auto line = known ? parse_command_line({words.begin() + 1, words.end()}) : Result<CommandLine>(Error{"", ""});
  if (!line || line->command != CommandLine::Command::kCheck)
    return Error{"the certificate does not say by which command it was made",
                 "Write it again: heddle check --certificate FILE"};
  CheckOptions check = line->check;
  check.inputs = options.inputs;
  if (!options.compiler_options.empty()) check.compiler_options = options.compiler_options;
  if (!options.program_args.empty()) check.program_args = options.program_args;
  std::error_code ignored;
  const bool executable =
      options.inputs.size() == 1 && options.compiler_options.empty() && !is_source(options.inputs[0]);
  if (executable && std::filesystem::exists(options.inputs[0], ignored)) check.compiler_options.clear();
  return check;
}

// Runs the program beside the certificate. An error is wrong use. `ready` is called when it is built.
Result<CertifiedRuns> run_beside(const certificate::Certificate& c, const VerifyOptions& options,
                                 const std::function<void()>& ready, const std::function<bool()>& go_on) {
  const auto check = check_of(c, options);
  if (!check) return check.error();
  std::string compiler_output;
  if (check->kinds != "all") setenv("HEDDLE_FACTS", "1", 1);
  auto program = [&] {
    const CompilerSettings settings(follows_values(*check), compiled_for_inputs(*check, check->inputs), false);
    return prepare_program(check->inputs, check->compiler_options, check->program_args, compiler_output);
  }();
  unsetenv("HEDDLE_FACTS");
  if (!compiler_output.empty() && !(program && options.quiet)) std::fputs(compiler_output.c_str(), stderr);
  if (!program) return program.error();
  ready();
  CertifiedRuns runs = run_certified(c, program->program, settings_of(*check), options.runs, options.seed, go_on);
  const std::string id = about(c, "build-id");
  if (id != "none" && !program->build_id.empty() && id != program->build_id)
    runs.refused =
        "it was made for another program, with the build id " + id + (runs.refused.empty() ? "" : "; " + runs.refused);
  return runs;
}

// What the check asked of one solver is asked of the other, if there is one.
std::string other_solver(const certificate::Certificate& c, const VerifyOptions& options) {
  if (!options.solver.empty()) return options.solver;
  return about(c, "solver") != "cvc5" && has_solver("cvc5") ? "cvc5" : "z3";
}

}  // namespace

int verify_certificate_command(const VerifyOptions& options) {
  std::ifstream file(options.file, std::ios::binary);
  if (!file) {
    print_error({"cannot read " + options.file, "heddle check --engine mcr --certificate FILE writes a certificate"});
    return kExitWrongUse;
  }
  const std::string text(std::istreambuf_iterator<char>(file), {});
  auto parsed = certificate::parse(text);
  if (!parsed) {
    std::printf("heddle: not confirmed: %s: %s\n", options.file.c_str(), parsed.error().message.c_str());
    return kExitBug;
  }
  if (!options.quiet)
    for (const auto& [what, value] : parsed->about) std::printf("%s: %s\n", what.c_str(), value.c_str());

  using Clock = std::chrono::steady_clock;
  auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  certificate::Limits limits;
  limits.memory = options.memory_limit != 0 ? options.memory_limit : default_memory_limit();
  if (limits.memory == 0) limits.memory = UINT64_MAX;
  limits.go_on = [&] { return options.time_limit == 0 || seconds() < options.time_limit; };
  const std::string solver = other_solver(*parsed, options);
  limits.solver = script_solver(solver);
  std::string beside = "the program was not run: only the certificate itself was checked";
  std::string unrun;
  if (!options.inputs.empty()) {
    if (const auto ok = certificate::well_formed(*parsed); !ok) {
      std::printf("heddle: not confirmed: it is not well formed: %s\n", ok.error().message.c_str());
      return kExitBug;
    }
    const auto runs = run_beside(*parsed, options, [&] { begin = Clock::now(); }, limits.go_on);
    if (!runs) {
      print_error(runs.error());
      return kExitWrongUse;
    }
    if (!runs->refused.empty()) {
      std::printf("heddle: not confirmed: %s\n", runs->refused.c_str());
      return kExitBug;
    }
    unrun = runs->reason;
    beside = std::to_string(runs->made) + (runs->made == 1 ? " run" : " runs") + " of the program did nothing else";
  }
  const certificate::Verdict verdict = certificate::verify(*parsed, limits);
  if (verdict.kind == certificate::Verdict::kNotConfirmed) {
    show(verdict);
    return kExitBug;
  }
  // There are such programs; that this is one of them is seen in its runs.
  if (verdict.kind == certificate::Verdict::kConfirmed && !verdict.ends && options.inputs.empty()) {
    std::printf(
        "heddle: not confirmed: it is about nothing: no interleaving comes to an end; all stop at an assumption that does not hold\n");
    return kExitBug;
  }
  if (verdict.kind == certificate::Verdict::kConfirmed && unrun.empty()) {
    std::printf("heddle: confirmed: nothing outside can be reached%s%s; %llu states, %llu steps in %.2f s; %s\n",
                verdict.has_inputs ? ", with any input" : "", parsed->race_free ? ", and there are no data races" : "",
                static_cast<unsigned long long>(verdict.states), static_cast<unsigned long long>(verdict.transitions),
                seconds(), beside.c_str());
    if (verdict.trusted != 0)
      std::printf("heddle: taken on trust: %llu %s of %s that no input leads there%s\n",
                  static_cast<unsigned long long>(verdict.trusted), verdict.trusted == 1 ? "answer" : "answers",
                  solver == "z3" ? "Z3" : "cvc5",
                  about(*parsed, "solver") == solver ? ", which the check asked too" : "");
    return kExitVerified;
  }
  const std::string why = !unrun.empty() ? "not all runs of the program could be made: " + unrun
                          : verdict.kind == certificate::Verdict::kUndecided
                              ? verdict.reason
                              : "too large to be confirmed within the limits";
  std::printf("heddle: inconclusive: %s; %llu states in %.2f s, and nothing wrong among them; %s\n", why.c_str(),
              static_cast<unsigned long long>(verdict.states), seconds(), beside.c_str());
  return kExitInconclusive;
}

}  // namespace heddle
