#include "worker/state_keeper.h"

#include <linux/futex.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/check.h"
#include "runtime/real.h"

namespace heddle {

void StateKeeper::checkpoint(const Counts& counts, const Engine& engine) { write_checkpoint(counts, engine, 0); }

// A state that had no room is not likely to have some now, and to look costs the more the larger it is.
void StateKeeper::checkpoint_in_time(const Counts& counts, const Engine& engine) {
  constexpr int kMostSkipped = 64;
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  skipped_ = write_checkpoint(counts, engine, 0) ? 0 : std::min(2 * skipped_ + 1, kMostSkipped);
  to_skip_ = skipped_;
}

void StateKeeper::checkpoint_at_end(const Counts& counts, const Engine& engine) {
  channel_.whole_length.store(0, std::memory_order_relaxed);  // it may be an older one
  if (!write_checkpoint(counts, engine, 0) && channel_.settings.saves) write_whole(counts);
}

// False if there is no room for it. Then the one before stays.
bool StateKeeper::write_checkpoint(const Counts& counts, const Engine& engine, uint32_t gift) {
  writer_.clear();
  engine.save(writer_);
  const std::string& bytes = writer_.bytes();
  const bool fits = bytes.size() <= Channel::kBlob;
  channel_.outgrown.store(!fits, std::memory_order_relaxed);
  if (!fits) return false;
  const uint64_t stamp = next_checkpoint(channel_.checkpoint.load(std::memory_order_relaxed));
  const int buffer = (stamp - 1) & 1;
  std::memcpy(channel_.checkpoint_bytes[buffer], bytes.data(), bytes.size());
  channel_.checkpoint_length[buffer] = static_cast<uint32_t>(bytes.size());
  channel_.checkpoint_counts[buffer] = counts;
  channel_.checkpoint_places[buffer] = channel_.run_places.load(std::memory_order_relaxed);
  channel_.checkpoint_gift[buffer] = gift;
  channel_.checkpoint.store(stamp, std::memory_order_release);
  return true;
}

void StateKeeper::save_whole(const Counts& counts, const Engine& engine) {
  writer_.clear();
  engine.save(writer_);
  write_whole(counts);
  answer(Command::kSave);
}

void StateKeeper::write_whole(const Counts& counts) {
  const std::string& bytes = writer_.bytes();
  channel_.whole_length.store(0, std::memory_order_relaxed);
  if (bytes.size() > Channel::kMaxWholeState) return;
  std::memcpy(channel_.whole_state, bytes.data(), bytes.size());
  channel_.whole_counts = counts;
  channel_.whole_places = channel_.run_places.load(std::memory_order_relaxed);
  channel_.whole_length.store(bytes.size(), std::memory_order_release);
}

// What has been split off cannot be put back, so an engine whose state is too much for the channel gives nothing.
void StateKeeper::give(const Counts& counts, Engine& engine) {
  Writer gift;
  uint32_t length = 0;
  writer_.clear();
  engine.save(writer_);
  if (writer_.bytes().size() <= Channel::kBlob / 2 && engine.split(gift)) {
    CHECK(gift.bytes().size() <= Channel::kBlob);
    length = static_cast<uint32_t>(gift.bytes().size());
    std::memcpy(channel_.gift, gift.bytes().data(), length);
  }
  channel_.gift_length.store(length, std::memory_order_relaxed);
  write_checkpoint(counts, engine, length);
  answer(Command::kSplit);
}

// A command that came in the meantime stays.
void StateKeeper::answer(Command command) {
  channel_.command.compare_exchange_strong(command, Command::kNone, std::memory_order_release,
                                           std::memory_order_relaxed);
  rt::real.syscall(SYS_futex, &channel_.command, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
}

}  // namespace heddle
