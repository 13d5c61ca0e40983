// Reports: all listeners of one command, set up from its options, told everything in turn.
#pragma once
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace heddle {

class Reports : public Report {
 public:
  struct Options {
    bool quiet = false, full_trace = false;
    bool progress = true;
    std::string json;  // file, "-" for standard output (text then goes to standard error), "" for none
    std::string report;  // directory of the HTML report, "" for none
    std::string sarif, junit;  // files, "" for none
    std::string subject;       // what is checked, for JUnit
  };
  // An error if a file cannot be opened.
  static Result<std::unique_ptr<Reports>> create(const Options& options);

  void progress(const CheckProgress& p) override { for (auto& r : all_) r->progress(p); }
  void finding(const ReportedFinding& f) override { for (auto& r : all_) r->finding(f); }
  void suppressed(const ReportedFinding& f, const std::string& reason) override {
    for (auto& r : all_) r->suppressed(f, reason);
  }
  void note(const std::string& text) override { for (auto& r : all_) r->note(text); }
  void finished(const CheckSummary& s) override { for (auto& r : all_) r->finished(s); }

 private:
  Status add_page(const std::string& directory);

  std::ofstream html_file_;
  std::vector<std::unique_ptr<std::ofstream>> files_;
  std::vector<std::unique_ptr<Report>> all_;
};

}  // namespace heddle
