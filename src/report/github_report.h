// GithubReport: workflow commands that make GitHub show findings beside the source lines of a pull request.
#pragma once
#include <ostream>

#include "report/report.h"

namespace heddle {

class GithubReport : public Report {
 public:
  explicit GithubReport(std::ostream& out) : out_(out) {}
  void finding(const ReportedFinding& found) override;
  void finished(const CheckSummary& summary) override;

 private:
  std::ostream& out_;
};

}  // namespace heddle
