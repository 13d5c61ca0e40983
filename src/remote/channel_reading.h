// What a supervisor reads in the channel of a worker that may be running, or dead.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "remote/check.h"
#include "remote/worker_process.h"

namespace heddle {

// Runs of all kinds.
uint64_t runs(const Counts& counts);
Counts counts_of(const Channel& channel);
void put_counts(Channel& channel, const Counts& counts);
std::vector<uint64_t> first_places(const Channel& channel, uint32_t count);
// The last checkpoint, if there is one that fits the places known now.
std::optional<OpenWork> checkpoint_of(const Channel& channel);
// The newest state there is, also one that is too large to be given to another worker. Nothing if none fits.
std::optional<OpenWork> newest_state_of(const Channel& channel);

}  // namespace heddle
