#include "cli/reports.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "report/json_report.h"
#include "report/progress_line.h"
#include "report/text_report.h"

namespace heddle {
namespace {

bool is_terminal(int fd) {
  const char* term = std::getenv("TERM");
  return isatty(fd) == 1 && !(term && std::strcmp(term, "dumb") == 0);
}

bool wants_colour(int fd) {
  const char* no = std::getenv("NO_COLOR");
  return is_terminal(fd) && (no == nullptr || *no == 0);
}

}  // namespace

Result<std::unique_ptr<Reports>> Reports::create(const Options& options) {
  auto reports = std::make_unique<Reports>();
  const bool json_on_stdout = options.json == "-";
  if (options.progress && !options.quiet)
    reports->all_.push_back(std::make_unique<ProgressLine>(std::cerr, is_terminal(STDERR_FILENO)));
  TextOptions text{wants_colour(json_on_stdout ? STDERR_FILENO : STDOUT_FILENO), options.full_trace, options.quiet};
  reports->all_.push_back(std::make_unique<TextReport>(json_on_stdout ? std::cerr : std::cout, text));
  if (json_on_stdout) {
    reports->all_.push_back(std::make_unique<JsonReport>(std::cout));
  } else if (!options.json.empty()) {
    reports->json_file_.open(options.json);
    if (!reports->json_file_)
      return Error{"cannot write " + options.json + ": " + std::strerror(errno), "Choose another file for --json."};
    reports->all_.push_back(std::make_unique<JsonReport>(reports->json_file_));
  }
  return reports;
}

}  // namespace heddle
