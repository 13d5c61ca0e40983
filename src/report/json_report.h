// JsonReport: one JSON object at the end. The names of its fields do not change; new ones may be added.
#pragma once
#include <ostream>
#include <utility>
#include <vector>

#include "report/report.h"

namespace heddle {

class JsonReport : public Report {
 public:
  explicit JsonReport(std::ostream& out) : out_(out) {}

  void finding(const ReportedFinding& found) override { found_.push_back(found); }
  void suppressed(const ReportedFinding& found, const std::string& reason) override {
    suppressed_.emplace_back(found, reason);
  }
  void finished(const CheckSummary& summary) override;

 private:
  std::ostream& out_;
  std::vector<ReportedFinding> found_;
  std::vector<std::pair<ReportedFinding, std::string>> suppressed_;  // with the reasons
};

}  // namespace heddle
