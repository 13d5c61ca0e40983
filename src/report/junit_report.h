// JunitReport: the XML that CI services show as test results. The check is a test suite; each finding is a failed test,
// and a check without one is a test that passed, or an error if it was inconclusive.
#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "report/report.h"

namespace heddle {

class JunitReport : public Report {
 public:
  // `subject` is what was checked.
  JunitReport(std::ostream& out, std::string subject) : out_(out), subject_(std::move(subject)) {}

  void finding(const ReportedFinding& found) override { found_.push_back(found); }
  void finished(const CheckSummary& summary) override;

 private:
  std::ostream& out_;
  std::string subject_;
  std::vector<ReportedFinding> found_;
};

// Text as XML content or attribute value: special characters escaped, what XML cannot hold left out.
std::string xml_text(const std::string& text);

}  // namespace heddle
