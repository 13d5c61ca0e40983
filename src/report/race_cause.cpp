#include "report/race_cause.h"

#include <algorithm>
#include <unordered_map>

#include "report/describe_event.h"

namespace heddle {
namespace {

bool releases(const Event& e) { return (e.flags & kAtomic) && e.order >= 3; }
bool acquires(const Event& e) { return (e.flags & kAtomic) && (e.order == 1 || e.order == 2 || e.order >= 4); }

// How near a message is to one that works: plain accesses are not, two relaxed ones are nearer.
int nearness(const Event& written, const Event& read) {
  if (!(written.flags & kAtomic) || !(read.flags & kAtomic)) return 0;
  return releases(written) || acquires(read) ? 2 : 1;
}

bool writes(const Event& e) { return e.op == Op::kWrite || (e.op == Op::kRmw && !(e.flags & kFailed)); }

}  // namespace

std::optional<Message> message_between(const std::vector<Event>& events, size_t first, size_t second) {
  const ThreadId from = events[first].thread, to = events[second].thread;
  std::unordered_map<uint64_t, size_t> writers;  // granule -> who wrote it last
  std::optional<Message> best;
  int best_nearness = -1;
  for (size_t i = 0; i < second; ++i) {
    const Event& e = events[i];
    const uint64_t granule = e.object >> 3;
    if (e.thread == to && i > first && (e.op == Op::kRead || e.op == Op::kRmw)) {
      const auto writer = writers.find(granule);
      if (writer != writers.end() && writer->second >= first && events[writer->second].thread == from) {
        const int near = nearness(events[writer->second], e);
        // Of atomic ones the last, of others the first: what is read through a pointer comes after the pointer.
        if (near > best_nearness || (near == best_nearness && near > 0)) {
          best = Message{writer->second, i};
          best_nearness = near;
        }
      }
    }
    if (writes(e))
      for (uint64_t g = granule; g <= (e.object + std::max(e.length, 1u) - 1) >> 3 && g - granule < 64; ++g)
        writers[g] = i;
  }
  return best;
}

std::string message_words(const Event& written, const std::string& writer, const Event& read,
                          const std::string& reader) {
  const auto order = [](const Event& e) {
    const std::string name = order_name(e);
    return name.empty() ? std::string("sequentially consistent") : name;
  };
  const bool atomic_write = written.flags & kAtomic, atomic_read = read.flags & kAtomic;
  std::string words = reader + (atomic_read ? " (" + order(read) + ")" : "") + " read what " + writer;
  if (!atomic_write) words += " wrote, which is not atomic";
  else words += releases(written) ? " stored (" + order(written) + ")" : " stored relaxed";
  if (!atomic_write || (!atomic_read && releases(written))) {
    if (!atomic_read && atomic_write) words += ", but the read is not atomic";
    return words + ": that does not synchronise";
  }
  if (!releases(written) && !acquires(read)) return words + ": that does not synchronise";
  return words + (releases(written) ? ": without an acquire that does not synchronise"
                                    : ": without a release that does not synchronise");
}

std::string whole_of(const std::string& name) {
  const size_t from = name.starts_with("this->") ? 6 : 0;
  return name.substr(0, name.find_first_of(".[+", from));
}

}  // namespace heddle
