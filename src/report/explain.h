// Explanation: a finding put into words, places and stacks. Made once per finding; every report prints the same.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "report/symbolizer.h"
#include "trace/finding.h"
#include "trace/run_record.h"

namespace heddle {

struct ThreadStack {
  std::string thread;
  std::string title;                // "main.0 waits for lock a, held by main.1"; may be empty
  std::vector<SourcePlace> frames;  // innermost first; frames of the runtime left out
};

// One step of the interleaving.
struct TraceRow {
  ThreadId thread_id = 0;
  std::string thread;
  SourcePlace place;
  std::string what;  // "write balance = 10 (was 0)"
};

struct Explanation {
  FindingKind kind{};
  std::string message;
  std::string thread;
  SourcePlace place;
  uint64_t execution = 0;
  std::vector<ThreadStack> stacks;
  std::vector<TraceRow> rows;
  std::string schedule;  // readable picks, see picks.h
};

Explanation explain(const Finding& finding, const RunRecord& run);

}  // namespace heddle
