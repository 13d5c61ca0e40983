#include "cli/certificate_file.h"

#include <algorithm>
#include <cstdio>

#include "certificate/verify.h"
#include "cli/finding_files.h"
#include "cli/search_options.h"
#include "cli/version.h"

namespace heddle {
namespace {

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string command_line(const CheckOptions& o) {
  std::string text = "heddle check --engine " + o.engine;
  const std::vector<std::string> search = search_words(o);
  const auto program = std::find(search.begin(), search.end(), "--");
  const auto add = [&](auto begin, auto end) {
    for (; begin != end; ++begin) text += " " + shell_quoted(*begin);
  };
  add(search.begin(), program);
  add(o.compiler_options.begin(), o.compiler_options.end());
  add(o.inputs.begin(), o.inputs.end());
  add(program, search.end());
  return text;
}

}  // namespace

Result<std::string> certificate_text(const CheckOptions& options, const PreparedProgram& program,
                                     const CheckResult& result, bool verified) {
  const auto refuse = [&](const std::string& why) {
    return Error{"no certificate was written to " + options.certificate + ": " + why, ""};
  };
  if (!verified) return refuse("the program is not verified");
  if (result.certificate_too_large) return refuse("what was learned about the program is too large for one");
  if (result.certificate.empty() && result.fallback.empty())
    return refuse(
        "a thread waits with a deadline, in a loop that goes round without an effect, which certificates do not cover");
  if (result.certificate.empty())
    return refuse("the engine had to do without its model of the program, since " + result.fallback);
  std::string text = "heddle-certificate " + std::to_string(certificate::kVersion) + "\n";
  text += "heddle " + std::string(version()) + "\n";
  text += "program " + one_line(program.name) + "\n";
  text += "build-id " + (program.build_id.empty() ? "none" : program.build_id) + "\n";
  text += "command " + one_line(command_line(options)) + "\n";
  if (options.kinds != "all") text += "checked " + options.kinds + "\n";
  const bool has_inputs = result.certificate.find(" input length ") != std::string::npos;
  if (has_inputs) text += "solver " + (options.solver == "native" ? "z3" : options.solver) + "\n";
  text += "executions " + std::to_string(result.counts.executions) + "\n";
  std::vector<uint64_t> places = result.left.places;
  std::sort(places.begin(), places.end());  // several runs may have told of one
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const uint64_t place : places) {
    char line[40];
    const uint64_t mark = place & certificate::kContested ? certificate::kContested : place & 7;
    const char* what = mark == certificate::kContested   ? "contested"
                       : mark == certificate::kEssential ? "essential"
                       : mark == certificate::kByBytes   ? "bytes"
                                                         : "place";
    std::snprintf(line, sizeof line, "%s 0x%llx\n", what, static_cast<unsigned long long>(place & ~mark));
    text += line;
  }
  text += result.certificate;
  text += certificate::checksum_line(text);
  const auto parsed = certificate::parse(text);
  if (!parsed) return refuse(parsed.error().message);
  if (const auto ok = certificate::well_formed(*parsed); !ok) return refuse(ok.error().message);
  return text;
}

}  // namespace heddle
