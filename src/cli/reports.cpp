#include "cli/reports.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "cli/version.h"
#include "report/html_report.h"
#include "report/html_template.h"
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
  if (!options.report.empty())
    if (auto ok = reports->add_page(options.report); !ok) return ok.error();
  return reports;
}

Status Reports::add_page(const std::string& directory) {
  if (html_template().empty())
    return Error{"this heddle was built without the HTML report", "Install nodejs and npm, and configure the build with -DHEDDLE_PAGE=ON."};
  std::error_code failed;
  std::filesystem::create_directories(directory, failed);
  const std::string path = (std::filesystem::path(directory) / "index.html").string();
  html_file_.open(path, std::ios::binary);
  if (!html_file_) return Error{"cannot write " + path + ": " + std::strerror(errno), "Choose another directory for --report."};
  all_.push_back(std::make_unique<HtmlReport>(html_file_, version()));
  return Ok{};
}

}  // namespace heddle
