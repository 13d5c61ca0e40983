// TextReport: findings and the verdict for people.
#pragma once
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "report/report.h"

namespace heddle {

struct TextOptions {
  bool colour = false;
  bool full_trace = false;  // every step, nothing folded
  bool quiet = false;       // only the summary lines
};

class TextReport : public Report {
 public:
  TextReport(std::ostream& out, TextOptions options) : out_(out), options_(options) {}

  void finding(const ReportedFinding& found) override;
  void suppressed(const ReportedFinding& found, const std::string& reason) override;
  void note(const std::string& text) override;
  void finished(const CheckSummary& summary) override;

 private:
  void print_stack(const ThreadStack& stack);
  void print_rows(const std::vector<TraceRow>& rows);
  std::string paint(const char* code, const std::string& text) const;
  std::string source_line(const SourcePlace& place);

  std::ostream& out_;
  TextOptions options_;
  std::map<std::string, std::vector<std::string>> sources_;  // file -> its lines, empty if unreadable
};

// "file.c:12:3", as much of it as is known.
std::string format_place(const SourcePlace& place, bool column = true);

}  // namespace heddle
