#include "report/progress_line.h"

#include <cstdio>
#include <cstring>

namespace heddle {
namespace {

constexpr double kFirst = 0.3;  // short checks stay silent
constexpr double kPlainEvery = 5;
constexpr double kLeastExplored = 0.001;  // less says nothing about the rest

}  // namespace

void ProgressLine::progress(const CheckProgress& p) {
  const double elapsed = p.seconds - last_seconds_;
  const double rate = elapsed > 0 && p.executions >= last_executions_
                          ? static_cast<double>(p.executions - last_executions_) / elapsed : 0;
  const bool due = terminal_ ? p.seconds >= kFirst : p.seconds - last_plain_ >= kPlainEvery;
  if (!due) return;
  char line[200];
  std::snprintf(line, sizeof line, "heddle: %llu executions, %.0f per second, %s%s%s, %.0f s",
                static_cast<unsigned long long>(p.executions), rate, p.engine.c_str(), p.words.empty() ? "" : " ",
                p.words.c_str(), p.seconds);
  if (const size_t used = std::strlen(line); p.explored >= kLeastExplored && used < sizeof line)
    std::snprintf(line + used, sizeof line - used, ", ~%.0f executions in all, %.0f %% done",
                  static_cast<double>(p.executions) / p.explored, 100 * p.explored);
  if (terminal_)
    out_ << "\r\033[K" << line;
  else
    out_ << line << "\n";
  out_.flush();
  shown_ = true;
  last_plain_ = p.seconds;
  last_executions_ = p.executions;
  last_seconds_ = p.seconds;
}

void ProgressLine::clear() {
  if (shown_ && terminal_) out_ << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace heddle
