// ProgressLine: time, executions, rate, memory, how much is done if it can be said, and the engine's own words. One line that
// renews itself on a terminal; elsewhere a plain line every few seconds.
#pragma once
#include <ostream>

#include "report/report.h"

namespace heddle {

class ProgressLine : public Report {
 public:
  ProgressLine(std::ostream& out, bool terminal, size_t width = 80) : out_(out), terminal_(terminal), width_(width) {}

  void progress(const CheckProgress& progress) override;
  void finding(const ReportedFinding&) override { clear(); }
  void note(const std::string&) override { clear(); }
  void finished(const CheckSummary&) override { clear(); }

 private:
  void clear();

  std::ostream& out_;
  bool terminal_;
  size_t width_;                  // of the terminal: the line must not wrap
  bool shown_ = false;            // a line is on the screen
  double last_plain_ = 0;         // when a plain line was printed
  uint64_t last_executions_ = 0;  // at the progress before this
  double last_seconds_ = 0;
};

}  // namespace heddle
