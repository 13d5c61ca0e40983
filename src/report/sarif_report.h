// SarifReport: SARIF 2.1.0 (OASIS) for code scanning services and editors. One run, one result per finding, whose code
// flow has one thread flow per thread; executionOrder puts their locations into one order.
#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "report/report.h"

namespace heddle {

class SarifReport : public Report {
 public:
  SarifReport(std::ostream& out, std::string version) : out_(out), version_(std::move(version)) {}

  void finding(const ReportedFinding& found) override { found_.push_back(found); }
  void finished(const CheckSummary& summary) override;

 private:
  std::ostream& out_;
  std::string version_;  // of the tool
  std::vector<ReportedFinding> found_;
};

}  // namespace heddle
