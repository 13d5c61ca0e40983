// ScheduleFile: a .heddle file, everything needed to show a finding again on this or another machine: how to build
// the program, how to run it, which thread goes when, and what should then happen. JSON, readable.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "trace/finding.h"
#include "trace/insight.h"

namespace heddle {

struct ScheduleFile {
  static constexpr int kVersion = 1;

  std::string heddle;                // version of the tool that wrote it
  std::string directory;             // where the check was started; sources and executable are relative to it
  std::vector<std::string> sources;  // empty if an executable was checked
  std::vector<std::string> options;  // of the compiler
  std::string executable;            // empty if built from sources
  std::vector<std::string> args;
  std::string body;  // the call of heddle::check that was explored; empty for main
  std::string build_id;
  std::string engine;
  using Setting = std::variant<bool, uint64_t, std::string>;
  std::map<std::string, Setting> settings;  // of the check, as far as a run depends on them: "spurious"
  std::vector<std::string> threads;         // names in the order of their ids
  std::string schedule;                     // see picks.h
  std::vector<std::string> shared;          // memory known to be shared as the run began, see place_names.h
  bool passes = false;                      // it shows no finding, and what follows says nothing
  FindingKind kind = FindingKind::kAssertion;
  std::string message, thread, file;
  uint32_t line = 0;
  Insight insight;  // about the events of exactly this program's run
};

std::string schedule_text(const ScheduleFile& content);
Status write_schedule_file(const std::string& path, const ScheduleFile& content);
Result<ScheduleFile> read_schedule_file(const std::string& path);

}  // namespace heddle
