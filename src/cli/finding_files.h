// FindingFiles: writes a .heddle file for each finding of a check.
#pragma once
#include <map>
#include <string>

#include "cli/options.h"
#include "cli/program.h"
#include "remote/check.h"
#include "report/explain.h"
#include "report/report.h"
#include "report/schedule_file.h"

namespace heddle {

class FindingFiles {
 public:
  FindingFiles(const CheckOptions& options, const PreparedProgram& program) : options_(options), program_(program) {}

  // Writes DIR/<program>.<kind>.<n>.heddle; an older file of that name is replaced.
  Status write(const Found& found, ReportedFinding& reported);

 private:
  const CheckOptions& options_;
  const PreparedProgram& program_;
  std::map<FindingKind, int> written_;
};

// A .heddle file for a run of this check, without its schedule and what comes of it.
ScheduleFile run_file(const CheckOptions& options, const PreparedProgram& program, Follow follow,
                      const std::vector<ThreadName>& threads, const std::vector<uint64_t>& places);

// `word` as a shell would take it.
std::string shell_quoted(const std::string& word);

}  // namespace heddle
