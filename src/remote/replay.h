// Replay: one run of a known schedule, in a process of its own, with call stacks.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "remote/worker_process.h"
#include "trace/run_record.h"

namespace heddle {

struct ReplayRequest {
  Program program;
  WorkerSettings settings;  // those of the search; the mode is set here
  std::vector<uint16_t> picks;
  std::vector<uint64_t> places;
  std::vector<ThreadName> threads;  // the ids that the picks speak of
  uint32_t loop = 0;                // Schedule::loop
};

struct ReplayResult {
  RunRecord run;
  // The process died in the run without a finding of its own.
  std::optional<Death> death;
  std::string refused;  // why the program could not be run at all; else empty
};

Result<ReplayResult> replay(const ReplayRequest& request);

// Fills in what a worker needs for this replay. Also used for a channel in a file (replay under gdb).
void prepare_replay(Channel& channel, const ReplayRequest& request);
// Everything reports need of the last run in a channel.
RunRecord copy_run(const Channel& channel);
std::vector<LoadedModule> copy_modules(const Channel& channel);
std::vector<ThreadName> copy_threads(const Channel& channel);
void put_threads(Channel& channel, const std::vector<ThreadName>& threads);
// "main", "main.0", "main.0.1".
std::vector<std::string> thread_names(const std::vector<ThreadName>& threads);

// Puts a channel for `request` into a file, for a worker started by somebody else (gdb).
Status write_channel_file(const std::string& path, const ReplayRequest& request);

}  // namespace heddle
