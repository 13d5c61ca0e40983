#include "cli/man_page.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/version.h"
#include "report/kind_guide.h"

namespace heddle {
namespace {

// A line may not begin with a dot or a quote, and hyphens of options must stay hyphens.
std::string roff(const std::string& text) {
  std::string out;
  bool line_begins = true;
  for (char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
    line_begins = c == '\n';
  }
  return out;
}

std::string option_names(const CLI::Option& option) {
  if (option.nonpositional()) {
    std::string names;
    for (const auto& n : option.get_snames()) names += (names.empty() ? "" : ", ") + ("-" + n);
    for (const auto& n : option.get_lnames()) names += (names.empty() ? "" : ", ") + ("--" + n);
    const std::string type = option.get_type_name();  // "INT:INT in [1 - 256]"
    return option.get_expected_min() > 0 ? names + " " + type.substr(0, type.find(':')) : names;
  }
  return option.get_name(true);
}

std::string options_of(const CLI::App& app) {
  std::string out;
  for (const CLI::Option* option : app.get_options()) {
    out += ".TP\n.B " + roff(option_names(*option)) + "\n" + roff(option->get_description());
    const std::string standard = option->get_default_str();
    if (!standard.empty() && option->get_expected_min() > 0) out += roff(" (default: " + standard + ")");
    out += ".\n";
  }
  return out;
}

}  // namespace

std::string man_page(const CLI::App& app) {
  std::string out = ".TH HEDDLE 1 \"\" \"" + version_text() + "\" \"User Commands\"\n.SH NAME\n" +
                    "heddle \\- checks multithreaded C and C++ programs under every thread schedule that matters\n"
                    ".SH SYNOPSIS\n";
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* command : commands) {
    out += ".B heddle " + roff(command->get_name()) + "\n[options]";
    for (const CLI::Option* option : command->get_options())
      if (!option->nonpositional()) out += " " + roff(option->get_name(true));
    out += "\n.br\n";
  }
  out += ".SH DESCRIPTION\n" + roff(app.get_description()) + "\n";
  for (const CLI::App* command : commands) {
    std::string title = command->get_name();
    for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    out += ".SH HEDDLE " + title + "\n" + roff(command->get_description()) + ".\n" + options_of(*command);
    if (!command->get_footer().empty()) out += ".PP\n" + roff(command->get_footer()) + "\n";
  }
  out += ".SH FINDINGS\n";
  for (int k = 0; k < kFindingKindCount; ++k) {
    const auto kind = static_cast<FindingKind>(k);
    out += ".TP\n.B " + roff(name(kind)) + "\n" + roff(guide_of(kind).meaning) + "\n";
  }
  out +=
      ".SH EXIT STATUS\n"
      ".TP\n.B 0\nVerified: every schedule was tried and none failed.\n"
      ".TP\n.B 1\nA bug was found.\n"
      ".TP\n.B 2\nWrong use, or the program does not compile.\n"
      ".TP\n.B 3\nInconclusive: a limit was reached, or something could not be controlled.\n"
      ".SH ENVIRONMENT\n"
      ".TP\n.B NO_COLOR\nIf set, no colours.\n"
      ".TP\n.B COLUMNS\nWidth of reports; else that of the terminal, or 80.\n"
      ".TP\n.B GITHUB_ACTIONS\nIf \"true\", findings are also told as annotations.\n"
      ".TP\n.B HEDDLE_OPTIONS\nOptions of heddle::check in test programs, as in engine=dpor:time_limit=10s.\n"
      ".SH FILES\n"
      ".TP\n.B heddle.toml\nOptions and suppressions of a project: the nearest one here or above.\n"
      ".TP\n.B *.heddle\nOne for each finding: the schedule that fails, for heddle replay.\n"
      ".SH EXAMPLES\n"
      ".TP\n.B heddle check app.cpp\nCompile app.cpp and run it under every schedule that matters.\n"
      ".TP\n.B heddle check ./app \\-\\- input.txt\nThe same for a program built with heddle\\-c++, with an argument.\n"
      ".TP\n.B heddle replay \\-\\-gdb app.assertion.1.heddle\nThe failing run again, in gdb.\n";
  return out;
}

}  // namespace heddle
