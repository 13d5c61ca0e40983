// What a search has been through, for each position of the source: how often an event happened there, and with how many
// local histories a thread came there. A local history is what the thread itself had done and seen by then: its events
// and the values it read. A line that a search reaches with one history only is a line that other threads never
// influenced; more schedules with the same histories teach nothing about it.
//
// CoverageTable is plain data of fixed size, so that it can live in shared memory and survive a worker; Coverage is the
// sum of several.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "base/hash.h"
#include "trace/event.h"

namespace heddle {

struct Coverage {
  std::map<uint64_t, uint64_t> times;                 // Event::position -> how often
  std::set<std::pair<uint64_t, uint64_t>> histories;  // position, and a hash of the history
  bool more = false;                                  // there were more histories than could be counted

  void add(const Coverage& other) {
    for (const auto& [position, n] : other.times) times[position] += n;
    histories.insert(other.histories.begin(), other.histories.end());
    more |= other.more;
  }
};

// Calls f(position, history) for every event of a run that has a position; the history is that before the event.
template <class F>
void for_each_local_history(std::span<const Event> events, F&& f) {
  uint64_t history[kMaxThreads] = {};
  for (const Event& e : events) {
    uint64_t& h = history[e.thread];
    if (e.position != 0) f(e.position, mix(h, e.thread));
    // What a plain write replaces and whom a signal wakes, the thread does not see.
    const bool sees = e.op != Op::kWrite && e.op != Op::kSignal && !(e.flags & kUnused);
    h = mix(mix(h, e.position), mix(e.object, mix(static_cast<uint64_t>(e.op), sees ? e.read : 0)));
  }
}

struct CoverageTable {
  static constexpr uint32_t kSize = 1 << 15;  // powers of two
  static constexpr uint32_t kHistories = 1 << 19;
  static constexpr uint32_t kProbes = 64;  // what finds no place after so many is left out

  struct Entry {
    uint64_t position = 0;  // 0: free
    uint64_t times = 0;
  };
  struct Seen {
    uint64_t position = 0;  // 0: free
    uint64_t history = 0;
  };
  Entry entries[kSize];
  Seen seen[kHistories];
  bool more = false;  // a history found no place

  void add(std::span<const Event> events) {
    for_each_local_history(events, [&](uint64_t position, uint64_t history) { add(position, history); });
  }

  void add(uint64_t position, uint64_t history) {
    const auto home = static_cast<uint32_t>(mix(position));
    for (uint32_t i = 0; i < kProbes; ++i) {
      Entry& entry = entries[(home + i) % kSize];
      if (entry.position != position && entry.position != 0) continue;
      entry.position = position;
      ++entry.times;
      break;
    }
    const auto place = static_cast<uint32_t>(mix(position, history));
    for (uint32_t i = 0; i < kProbes; ++i) {
      Seen& s = seen[(place + i) % kHistories];
      if (s.position == position && s.history == history) return;
      if (s.position != 0) continue;
      s = {position, history};
      return;
    }
    more = true;
  }

  void add_to(Coverage& sum) const {
    for (const Entry& entry : entries)
      if (entry.position != 0) sum.times[entry.position] += entry.times;
    for (const Seen& s : seen)
      if (s.position != 0) sum.histories.emplace(s.position, s.history);
    sum.more |= more;
  }
};

}  // namespace heddle
