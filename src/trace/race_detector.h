// RaceDetector: the data races of a run. Two accesses of different threads to the same bytes race if one of them
// writes, one of them is not atomic, and neither happens before the other (trace/happens_before.h). Giving memory back
// counts as a write to all of it.
//
//   RaceDetector detector;
//   for (const Race& race : detector.look(schedule, trace)) …  // trace.events[race.first], trace.events[race.second]
//
// All pairs of source positions that race are found, each once over all runs looked at, not only the first race of a
// run: for each granule of 8 bytes the latest access of each thread at each position is kept. An earlier access of
// the same thread at the same position happens before whatever the latest happens before, so it has nothing to add.
//
// Which pairs race depends on the Mazurkiewicz trace only, so an engine that runs one execution of each finds all.
// Accesses that are not visible are not in the trace: they belong to memory that no two threads use without being
// ordered by creation and join (docs/visibility.md), so they race with nothing. In a run in which memory becomes
// shared, part of what synchronises is not in the trace either; such a run is passed over, and what it did is seen in
// the runs that follow. A run that entered code which is not seen may have synchronised there; it is passed over too, and
// a pair that it shows still counts as new when a run without such code shows it.
//
// Consecutive runs of a search begin alike. Only what comes after the first pick that differs is looked at; a run
// without plain accesses costs a glance at the flags of its new events.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "trace/finding.h"
#include "trace/happens_before.h"
#include "trace/schedule.h"
#include "trace/trace.h"

namespace heddle {

// Two events of a trace, by index; the first happened first.
struct Race {
  uint32_t first = 0, second = 0;
};

class RaceDetector {
 public:
  explicit RaceDetector(OrderFault fault = OrderFault::kNone) : order_(fault) {}

  // The races of this run whose pair of positions was not reported before. `schedule` is what was asked for: as far as
  // it agrees with the picks of the run before, the events are taken to be the same.
  std::span<const Race> look(const Schedule& schedule, const Trace& trace);
  // All races of a run of its own.
  std::span<const Race> look(std::span<const Event> events);

 private:
  bool seen_before();
  size_t kept_events(const Schedule& schedule, const Trace& trace);
  void look_from(std::span<const Event> events, size_t kept);
  void take(size_t index);
  void note_access(uint64_t granule, uint32_t index);
  void note_free(const Event& e, uint32_t index);
  void put_first(uint32_t node, uint32_t index);
  bool all_before(uint32_t node, ThreadId thread) const;
  void compare(uint32_t node, uint32_t index);
  void report(uint32_t first, uint32_t second);

  HappensBefore order_;
  std::span<const Event> events_;       // of the run being looked at
  std::vector<uint16_t> picks_;         // of the run before
  size_t first_plain_ = 0;              // index of its first plain access, or the number of its events
  std::vector<uint64_t> seen_;          // hashes of runs whose schedule had no prefix; the latest of each slot
  std::unordered_set<uint64_t> known_;  // pairs of positions reported
  std::vector<Race> found_;             // what `look` answers
};

// A race as a finding: of the thread that came second.
Finding race_finding(std::span<const Event> events, const Race& race);

}  // namespace heddle
