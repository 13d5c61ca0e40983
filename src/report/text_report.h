// TextReport: findings and the verdict for people.
#pragma once
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "report/columns.h"
#include "report/report.h"
#include "report/source_text.h"

namespace heddle {

struct TextOptions {
  bool colour = false;
  bool full_trace = false;  // every step, nothing folded
  bool quiet = false;       // only the summary lines
  bool unicode = false;     // lines and marks beyond ASCII
  size_t width = 80;        // of the terminal
};

class TextReport : public Report {
 public:
  TextReport(std::ostream& out, TextOptions options) : out_(out), options_(options) {}

  void finding(const ReportedFinding& found) override;
  void suppressed(const ReportedFinding& found, const std::string& reason) override;
  void note(const std::string& text) override;
  void finished(const CheckSummary& summary) override;

 private:
  void print_table(const Explanation& explanation);
  void print_blocks(const Explanation& e);
  void print_insight(const Explanation& explanation, const Table& table);
  void print_sources(const std::vector<SourcePlace>& places);
  void print_alike();
  void print_threads(const Explanation& explanation);
  void print_frames(const std::vector<SourcePlace>& frames);
  void paragraph(const std::string& text, size_t indent);
  std::string paint(const char* code, const std::string& text) const;
  std::string paint(const TableLine::Piece& piece) const;

  std::ostream& out_;
  TextOptions options_;
  SourceText source_;
  std::map<std::string, std::vector<ReportedFinding>> alike_;  // ReportedFinding::like -> those that are
};

// "file.c:12:3", as much of it as is known.
std::string format_place(const SourcePlace& place, bool column = true);

}  // namespace heddle
