#include "cli/reports.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/outcome.h"
#include "cli/version.h"
#include "report/github_report.h"
#include "report/html_report.h"
#include "report/html_template.h"
#include "report/json_report.h"
#include "report/junit_report.h"
#include "report/progress_line.h"
#include "report/sarif_report.h"
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

// Of the terminal, or what COLUMNS says; 80 where there is neither.
size_t width_of(int fd) {
  winsize size{};
  const char* columns = std::getenv("COLUMNS");
  long width = columns ? std::strtol(columns, nullptr, 10) : 0;
  if (width <= 0 && isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width <= 0 ? 80 : static_cast<size_t>(std::clamp(width, 60L, 200L));
}

// A terminal whose language is written in UTF-8. Files and pipes get ASCII.
bool wants_unicode(int fd) {
  if (!is_terminal(fd)) return false;
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != 0)
      return strcasestr(value, "UTF-8") != nullptr || strcasestr(value, "UTF8") != nullptr;
  return false;
}

}  // namespace

Result<std::unique_ptr<Reports>> Reports::create(const Options& options) {
  auto reports = std::make_unique<Reports>();
  const bool json_on_stdout = reports->text_on_err_ = options.json == "-";
  if (options.progress && !options.quiet)
    reports->all_.push_back(
        std::make_unique<ProgressLine>(reports->err_, is_terminal(STDERR_FILENO), width_of(STDERR_FILENO)));
  const int fd = json_on_stdout ? STDERR_FILENO : STDOUT_FILENO;
  DescriptorStream& words = json_on_stdout ? reports->err_ : reports->out_;
  const TextOptions text{wants_colour(fd), options.full_trace, options.quiet, wants_unicode(fd), width_of(fd)};
  reports->all_.push_back(std::make_unique<TextReport>(words, text));
  if (const char* github = std::getenv("GITHUB_ACTIONS"); github != nullptr && std::strcmp(github, "true") == 0)
    reports->all_.push_back(std::make_unique<GithubReport>(words));
  if (json_on_stdout) reports->all_.push_back(std::make_unique<JsonReport>(reports->out_));
  std::optional<Error> problem;
  auto write_to = [&](const std::string& path, const char* option, auto&& make) {
    if (path.empty() || problem) return;
    const auto out = reports->open(path, std::string("Choose another file for ") + option + ".");
    if (out) reports->all_.push_back(make(**out));
    else problem = out.error();
  };
  write_to(json_on_stdout ? "" : options.json, "--json", [](auto& out) { return std::make_unique<JsonReport>(out); });
  write_to(options.sarif, "--sarif", [](auto& out) { return std::make_unique<SarifReport>(out, version()); });
  write_to(options.junit, "--junit", [&](auto& out) { return std::make_unique<JunitReport>(out, options.subject); });
  if (problem) return *problem;
  if (!options.report.empty())
    if (auto ok = reports->add_page(options.report); !ok) return ok.error();
  return reports;
}

Result<std::ostream*> Reports::open(const std::string& path, const std::string& hint) {
  auto file = WholeFile::open(path);
  if (!file) return Error{file.error().message, hint};
  return &files_.emplace_back(std::move(*file)).text;
}

Status Reports::add_page(const std::string& directory) {
  if (html_template().empty())
    return Error{"this heddle was built without the HTML report",
                 "Install nodejs and npm, and configure the build with -DHEDDLE_PAGE=ON."};
  std::error_code failed;
  std::filesystem::create_directories(directory, failed);
  const auto out =
      open((std::filesystem::path(directory) / "index.html").string(), "Choose another directory for --report.");
  if (!out) return out.error();
  all_.push_back(std::make_unique<HtmlReport>(**out, version()));
  return Ok{};
}

void Reports::finished(const CheckSummary& s) {
  for (auto& r : all_) r->finished(s);
  for (File& f : files_)
    if (auto written = f.file.write(f.text.view()); !written) failure(written.error());
  if (auto written = out_.written(); !written) failure(written.error());
  if (auto written = err_.written(); !written && text_on_err_) failure(written.error());
}

void Reports::failure(const Error& error) {
  if (!failures_.insert(error.message).second) return;
  print_error(error);
}

}  // namespace heddle
