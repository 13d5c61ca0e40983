// A suspicion: what a worker says it has found, with the run that shows it. It goes from there to whoever confirms it
// (confirm.h), and into checkpoints: whoever continues a search has to know what its beginning found.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "remote/worker_process.h"
#include "trace/finding.h"
#include "trace/run_record.h"
#include "worker/channel.h"

namespace heddle {

struct Suspicion {
  Finding finding;
  uint64_t execution = 0;
  std::vector<uint16_t> picks;
  std::vector<uint64_t> places;
  std::vector<ThreadName> threads;
  std::vector<LoadedModule> modules;  // as loaded in the worker that found it; not in checkpoints
  bool tentative = false;             // see FoundRecord; if it is refuted it was never said
  std::optional<Death> death = {};    // the process ended so in that run, which is all that was found
};

}  // namespace heddle
