// Report: a listener to a check. One callback per thing that happens; every output format is one of these.
//
// What a finding is made of (threads, steps with places, names and values, switches, locks held and waited for, the
// decisive step) stands in explain.h.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/explain.h"
#include "trace/kind_set.h"

namespace heddle {

enum class Verdict { kVerified, kBug, kInconclusive };
const char* name(Verdict verdict);

struct CheckProgress {
  uint64_t executions = 0;
  std::string engine;
  std::string words;  // the engine's own, such as "depth 14"
  double seconds = 0;
  double explored = -1;  // of the whole search, in [0, 1]; negative if unknown
  uint64_t memory = 0;   // bytes that the workers occupy; 0 if unknown
  int workers = 1;
};

// A run without the failure that begins like the failing one, as far as can be.
struct PassingRun {
  std::vector<TraceRow> rows;
  size_t alike = 0;  // its first rows that are those of the failing run
};

struct ReportedFinding {
  Explanation explanation;
  std::string schedule_file;  // "" if it could not be written
  std::string replay;         // the command that shows it again
  std::string like;           // a race with the same cause as one told before: that one's file, or place; else empty
  std::optional<PassingRun> passing;  // only if a report wants it, and one was found
};

// A line of the program with events that other threads could notice.
struct CoveredLine {
  std::string file;
  uint32_t line = 0;
  uint64_t times = 0;      // that such an event happened, in all runs
  uint64_t histories = 0;  // with how many local histories a thread came there (trace/coverage.h)
};

struct CheckSummary {
  Verdict verdict = Verdict::kInconclusive;
  std::string engine;
  uint64_t executions = 0, blocked = 0, events = 0, discovery = 0;
  // Kinds of bugs that were foretold, runs made to show them, and how many of those did.
  struct Foretold {
    std::string kind;
    uint64_t runs = 0, shown = 0;
  };
  std::vector<Foretold> foretold;
  int findings = 0;
  int suppressed = 0;  // findings that people accept
  double seconds = 0;
  double solver_seconds = 0;
  uint64_t solver_reads = 0, solver_constraints = 0;  // with Z3: how much it was asked, see causal/trace_solver.h
  bool complete = false;
  bool weak_orders = false;  // some atomic accesses allow more than the sequential consistency that was checked
  std::string reason;
  uint32_t fixed_inputs = 0;  // FixedInput: what the program asked for of what is the same in every run
  KindSet kinds;              // what was to be proved
  std::string author;         // who found it or proved it, "" if `engine` did
  std::string remark;         // what else the engine says of the search: "1204 states, the program never ends"
  std::string fallback;       // why another engine did the work of `engine`, "" if none did
  std::vector<std::pair<std::string, std::string>> asked;  // what was checked and how: ("sources", "a.cpp b.cpp")
  std::vector<std::string> libraries;                      // loaded, but not instrumented
  std::vector<CoveredLine> covered;                        // only if a report wants it
  bool more_histories = false;                             // than were counted in `covered`
};

class Report {
 public:
  virtual ~Report() = default;
  // About ten times a second while the search runs.
  virtual void progress(const CheckProgress&) {}
  // A confirmed finding, as soon as it is known.
  virtual void finding(const ReportedFinding&) {}
  // A confirmed finding that people accept, for this reason. It does not count.
  virtual void suppressed(const ReportedFinding&, const std::string& reason) {}
  // Something worth saying that is no finding.
  virtual void note(const std::string&) {}
  // Once, at the end.
  virtual void finished(const CheckSummary&) {}
};

}  // namespace heddle
