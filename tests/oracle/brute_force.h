// Brute force: everything a model program can do, by trying everything. Slow, simple, and the judge of every engine.
//
// Executions are enumerated step by step on copies of the machine. Prefixes that are the same Mazurkiewicz trace
// lead to the same state, so each such prefix is expanded once; the numbers of interleavings behind it are
// added up, not walked through.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "facts.h"
#include "model/program.h"

namespace heddle::oracle {

struct Truth : Facts {
  double interleavings = 0;  // complete runs of dfs, those that an assumption ended included
  // Of those, pairs that some state has side by side: both can be next. (The others race because an atomic access of a
  // weak order did not synchronise.)
  std::set<uint64_t> side_by_side;
  // By number of preemptions: how many interleavings have exactly so many.
  std::vector<double> by_preemptions;
  // By number of preemptions: the local histories, and the findings, that so many are enough for.
  std::vector<std::set<uint64_t>> histories_within, findings_within;
  bool any_cut = false;  // an execution was cut off by a finding or by the end of main
  // By the end of main. Then whether an execution is complete depends on the order of independent events, so
  // complete executions cannot be compared; findings and local histories can.
  bool main_cut = false;
};

struct BruteForceOptions {
  DependenceOptions dependence;
  size_t max_nodes = 20000;   // give up beyond
  bool only_noticed = false;  // see TraceHash
  bool follows = false;       // local histories are local paths: what is asked, not what is read
  bool preemptions = false;   // fill in by_preemptions and what follows (costs as much again)
};

// Nothing if the program has more than max_nodes prefixes.
std::optional<Truth> brute_force(const model::Program& program, const BruteForceOptions& options = {});

}  // namespace heddle::oracle
