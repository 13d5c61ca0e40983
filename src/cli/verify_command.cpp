// heddle verify-certificate: reads the file, has it checked, says what came of it.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "certificate/verify.h"
#include "cli/commands.h"
#include "cli/free_memory.h"
#include "cli/outcome.h"

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
  std::printf("  schedule:");
  for (uint16_t pick : verdict.schedule) std::printf(" %d", pick);
  std::printf("\n");
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
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  certificate::Limits limits;
  limits.memory = options.memory_limit != 0 ? options.memory_limit : default_memory_limit();
  if (limits.memory == 0) limits.memory = UINT64_MAX;
  limits.go_on = [&] { return options.time_limit == 0 || seconds() < options.time_limit; };
  const certificate::Verdict verdict = certificate::verify(*parsed, limits);
  switch (verdict.kind) {
    case certificate::Verdict::kConfirmed:
      std::printf("heddle: confirmed: nothing outside can be reached%s; %llu states, %llu steps in %.2f s\n",
                  parsed->race_free ? ", and there are no data races" : "",
                  static_cast<unsigned long long>(verdict.states), static_cast<unsigned long long>(verdict.transitions), seconds());
      return kExitVerified;
    case certificate::Verdict::kNotConfirmed: show(verdict); return kExitBug;
    case certificate::Verdict::kTooLarge: break;
  }
  std::printf("heddle: inconclusive: too large to be confirmed within the limits; %llu states in %.2f s, and nothing wrong among them\n",
              static_cast<unsigned long long>(verdict.states), seconds());
  return kExitInconclusive;
}

}  // namespace heddle
