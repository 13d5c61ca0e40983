// The command line: reads it, hands over to a command, exits with its code.
#include <cstdio>
#include <cstdlib>

#include "cli/commands.h"
#include "cli/configuration.h"
#include "cli/options.h"
#include "cli/outcome.h"
#include "explore/engine.h"
#include "system/stack.h"
#include "system/standard_streams.h"

namespace heddle {
namespace {

int run(int argc, char** argv) {
  const auto fail = [](const Error& error) {
    print_error(error);
    return kExitWrongUse;
  };
  const auto arguments = configure({argv + 1, argv + argc});
  if (!arguments) return fail(arguments.error());
  auto line = parse_command_line(arguments->words);
  if (!line) {
    const std::string& file = arguments->configuration.file;
    return fail(
        {line.error().message, line.error().hint + (file.empty() ? "" : "; options were also read from " + file)});
  }
  if (!arguments->configuration.outside.empty())
    setenv("HEDDLE_OUTSIDE", arguments->configuration.outside.c_str(), 1);  // the pass reads it
  line->check.suppressions = arguments->configuration.suppressions;
  switch (line->command) {
    case CommandLine::Command::kCheck: return check_command(line->check);
    case CommandLine::Command::kReplay: return replay_command(line->replay);
    case CommandLine::Command::kVerifyCertificate: return verify_certificate_command(line->verify);
    case CommandLine::Command::kDoctor: return doctor_command();
    case CommandLine::Command::kEngines: std::printf("%s\n", engine_names()); return 0;
    case CommandLine::Command::kExplain: return explain_command(line->explain);
    case CommandLine::Command::kAnalyze: return analyze_command(line->analyze);
    case CommandLine::Command::kHelp: std::fputs(line->help.c_str(), stdout); return 0;
  }
  return kExitWrongUse;
}

}  // namespace
}  // namespace heddle

int main(int argc, char** argv) {
  using namespace heddle;
  hold_standard_streams();
  survive_failing_writes();
  const int code = with_enough_stack([&] { return run(argc, argv); });
  const auto written = flush_standard_output();
  if (written) return code;
  print_error(written.error());
  return code_if_not_written(code);
}
