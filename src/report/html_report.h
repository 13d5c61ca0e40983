// HtmlReport: one self-contained page for people, written at the end of a check. It shows every finding step by step,
// and what was checked. The page itself is built in web/; here it gets its data.
#pragma once
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "report/html_data.h"
#include "report/report.h"

namespace heddle {

class HtmlReport : public Report {
 public:
  HtmlReport(std::ostream& out, std::string version) : out_(out), version_(std::move(version)) {}

  void progress(const CheckProgress& progress) override;
  void finding(const ReportedFinding& found) override;
  void note(const std::string& text) override { notes_.push_back(text); }
  void finished(const CheckSummary& summary) override;

 private:
  struct Sample {
    double seconds;
    uint64_t executions;
    std::string words;
  };

  std::ostream& out_;
  std::string version_;
  std::vector<std::string> notes_;
  std::vector<Sample> samples_;  // of progress; thinned out when there are many
  size_t sample_every_ = 1;      // keep one progress of so many
  size_t progress_seen_ = 0;
  PageFiles files_;
  nlohmann::ordered_json heads_ = nlohmann::ordered_json::array();
  std::string findings_;  // script elements
};

}  // namespace heddle
