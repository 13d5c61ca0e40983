// Reports: all listeners of one command, set up from its options, told everything in turn.
#pragma once
#include <deque>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/report.h"
#include "system/descriptor_stream.h"
#include "system/whole_file.h"

namespace heddle {

class Reports : public Report {
 public:
  struct Options {
    bool quiet = false, full_trace = false;
    bool progress = true;
    std::string json;          // file, "-" for standard output (text then goes to standard error), "" for none
    std::string report;        // directory of the HTML report, "" for none
    std::string sarif, junit;  // files, "" for none
    std::string subject;       // what is checked, for JUnit
  };
  // An error if a file cannot be opened.
  static Result<std::unique_ptr<Reports>> create(const Options& options);

  void progress(const CheckProgress& p) override {
    for (auto& r : all_) r->progress(p);
  }
  void finding(const ReportedFinding& f) override {
    for (auto& r : all_) r->finding(f);
  }
  void suppressed(const ReportedFinding& f, const std::string& reason) override {
    for (auto& r : all_) r->suppressed(f, reason);
  }
  void note(const std::string& text) override {
    for (auto& r : all_) r->note(text);
  }
  // Writes the files.
  void finished(const CheckSummary& s) override;

  // Something that was asked for could not be written, by a report or by somebody else. Said on standard error, once, also to
  // whoever wants it quiet.
  void failure(const Error& error);
  bool failed() const { return !failures_.empty(); }

 private:
  // A report in a file. It is written at the end, when all of it is known.
  struct File {
    WholeFile file;
    std::ostringstream text;
  };

  Status add_page(const std::string& directory);
  Result<std::ostream*> open(const std::string& path, const std::string& hint);

  DescriptorStream out_{1, "standard output"}, err_{2, "standard error"};
  bool text_on_err_ = false;  // else only progress, which nobody misses
  std::deque<File> files_;
  std::vector<std::unique_ptr<Report>> all_;
  std::set<std::string> failures_;  // that were said
};

}  // namespace heddle
