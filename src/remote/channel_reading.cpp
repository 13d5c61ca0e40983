#include "remote/channel_reading.h"

#include <algorithm>

#include "remote/replay.h"

namespace heddle {

uint64_t runs(const Counts& c) { return c.executions + c.blocked + c.discovery; }

Counts counts_of(const Channel& channel) {
  Counts counts{channel.executions.load(),         channel.blocked.load(),      channel.events.load(),
                channel.discovery.load(),          channel.weak.load(),         channel.choices.load(),
                channel.solver_nanoseconds.load(), channel.solver_reads.load(), channel.solver_constraints.load()};
  for (size_t i = 0; i < kForetold.size(); ++i)
    counts.foretold[i] = channel.foretold[i].load(), counts.shown[i] = channel.shown[i].load();
  return counts;
}

void put_counts(Channel& channel, const Counts& counts) {
  channel.executions = counts.executions, channel.blocked = counts.blocked;
  channel.events = counts.events, channel.discovery = counts.discovery, channel.weak = counts.weak;
  channel.choices = counts.choices;
  channel.solver_nanoseconds = counts.solver_nanoseconds, channel.solver_reads = counts.solver_reads;
  channel.solver_constraints = counts.solver_constraints;
  for (size_t i = 0; i < kForetold.size(); ++i)
    channel.foretold[i] = counts.foretold[i], channel.shown[i] = counts.shown[i];
}

std::vector<uint64_t> first_places(const Channel& channel, uint32_t count) {
  count = std::min(count, std::min(channel.place_count.load(), Channel::kMaxPlaces));
  return {channel.places, channel.places + count};
}

std::optional<OpenWork> checkpoint_of(const Channel& channel) {
  for (int tries = 0; tries < 8; ++tries) {
    const uint64_t stamp = channel.checkpoint.load(std::memory_order_acquire);
    if (stamp == 0) return std::nullopt;
    const int buffer = static_cast<int>((stamp - 1) & 1);
    OpenWork work;
    const uint32_t length = std::min(channel.checkpoint_length[buffer], Channel::kBlob);
    work.engine.assign(channel.checkpoint_bytes[buffer], length);
    work.counts = channel.checkpoint_counts[buffer];
    work.threads = copy_threads(channel);
    const bool fits = channel.checkpoint_places[buffer] == channel.place_count.load();
    if (channel.checkpoint.load(std::memory_order_acquire) == stamp) return fits ? std::optional(work) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<OpenWork> newest_state_of(const Channel& channel) {
  auto checkpoint = checkpoint_of(channel);
  const uint64_t length = std::min(channel.whole_length.load(std::memory_order_acquire), Channel::kMaxWholeState);
  const bool fits = length > 0 && channel.whole_places == channel.place_count.load();
  if (!fits || (checkpoint && runs(checkpoint->counts) >= runs(channel.whole_counts))) return checkpoint;
  return OpenWork{std::string(channel.whole_state, length), channel.whole_counts, copy_threads(channel)};
}

}  // namespace heddle
