// The command line: reads it, hands over to a command, exits with its code.
#include <cstdio>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/outcome.h"
#include "explore/engine.h"

int main(int argc, char** argv) {
  using namespace heddle;
  const auto line = parse_command_line({argv + 1, argv + argc});
  if (!line) {
    print_error(line.error());
    return kExitWrongUse;
  }
  switch (line->command) {
    case CommandLine::Command::kCheck: return check_command(line->check);
    case CommandLine::Command::kReplay: return replay_command(line->replay);
    case CommandLine::Command::kDoctor: return doctor_command();
    case CommandLine::Command::kEngines: std::printf("%s\n", engine_names()); return 0;
    case CommandLine::Command::kHelp: std::fputs(line->help.c_str(), stdout); return 0;
  }
  return kExitWrongUse;
}
