// See race_detector.h. What is kept of a granule are chains in the undo memory: one node (next, thread, accesses) for each thread
// that accessed it, and for each access of that thread an entry (next, 1 + event index), the latest first. So most threads
// are done with at their first entry: if it happens before the access looked at, those behind it do, too.
#include "trace/race_detector.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "trace/dependence.h"

namespace heddle {
namespace {

enum Node : uint32_t { kNextNode, kThread, kAccesses };
enum Entry : uint32_t { kNextEntry, kIndex };

constexpr size_t kFirstThreads = 4, kFirstSlots = 256, kSeen = 4096;

bool is_plain(const Event& e) { return !(e.flags & kAtomic) && is_access(e.op); }

bool race_kind(const Event& a, const Event& b) {
  using namespace dependence;
  return !(a.flags & b.flags & kAtomic) && (writes(a) || writes(b)) && overlap(a.object, a.length, b.object, b.length);
}

// Of two accesses by one thread.
bool same_access(const Event& a, const Event& b) {
  constexpr uint8_t kKind = kAtomic | kFailed;
  return a.position == b.position && a.object == b.object && a.op == b.op && a.length == b.length &&
         (a.flags & kKind) == (b.flags & kKind);
}

const char* words_for(const Event& e) {
  if (e.op == Op::kFree) return e.second == 1 ? "end of a local variable" : "free";
  if (e.flags & kAtomic)
    return e.op == Op::kRead || (e.flags & kFailed) ? "atomic read"
           : e.op == Op::kWrite                     ? "atomic write"
                                                    : "atomic update";
  return e.op == Op::kRead ? "read" : "write";
}

}  // namespace

std::span<const Race> RaceDetector::look(const Schedule& schedule, const Trace& trace) {
  found_.clear();
  if (trace.visibility_grew) {
    picks_.clear();
    seen_.clear();
    return {};
  }
  if (trace.unseen_code) return {};
  const size_t kept = kept_events(schedule, trace);
  if (schedule.prefix.empty() && seen_before()) {
    picks_.clear();
    return {};
  }
  look_from(trace.events, kept);
  return found_;
}

std::span<const Race> RaceDetector::look(std::span<const Event> events) {
  found_.clear();
  picks_.clear();
  known_.clear();
  look_from(events, 0);
  return found_;
}

// How many events of this run are those of the run before; notes the picks of this one.
size_t RaceDetector::kept_events(const Schedule& schedule, const Trace& trace) {
  const bool nothing_before = picks_.empty();
  const size_t most = std::min({schedule.prefix.size(), picks_.size(), trace.steps.size()});
  size_t same = most > 0 ? most - 1 : 0;  // usually all but the last
  if (same > 0 && std::memcmp(picks_.data(), schedule.prefix.data(), same * sizeof picks_[0]) != 0) same = 0;
  while (same < most && picks_[same] == schedule.prefix[same]) ++same;
  picks_.resize(trace.steps.size());
  for (size_t i = same; i < trace.steps.size(); ++i) picks_[i] = trace.steps[i].pick;
  if (nothing_before || same >= trace.steps.size()) return 0;
  return std::min<size_t>(trace.steps[same].event, trace.events.size());
}

// An engine that samples makes the same run again and again.
bool RaceDetector::seen_before() {
  uint64_t hash = 1;
  for (uint16_t pick : picks_) hash = (hash ^ pick) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  if (seen_.empty()) seen_.resize(kSeen);
  uint64_t& entry = seen_[hash % kSeen];
  return std::exchange(entry, hash) == hash;
}

void RaceDetector::look_from(std::span<const Event> events, size_t kept) {
  events_ = events;
  if (first_plain_ >= kept) {
    first_plain_ = kept;
    while (first_plain_ < events.size() && !is_plain(events[first_plain_])) ++first_plain_;
  }
  order_.back_to(kept);
  if (first_plain_ == events.size()) return;
  if (order_.threads() == 0) order_.reset(kFirstThreads, kFirstSlots);
  for (size_t i = order_.taken(); i < events.size(); i = order_.taken()) take(i);
}

void RaceDetector::take(size_t index) {
  const Event& e = events_[index];
  if (!order_.take(e, index)) {
    const size_t named = std::max<size_t>(e.thread, e.op == Op::kCreate || e.op == Op::kJoin ? e.object : 0) + 1;
    const bool wider = named > order_.threads();
    order_.reset(wider ? std::max(named, 2 * order_.threads()) : order_.threads(),
                 wider ? order_.slots() : 2 * order_.slots());
    return;
  }
  const auto i = static_cast<uint32_t>(index);
  if (e.op == Op::kFree) {
    note_free(e, i);
  } else if (is_access(e.op)) {
    for (uint64_t g = e.object / 8; g <= (e.object + e.length - 1) / 8 && e.length > 0; ++g) note_access(g, i);
  }
}

// Compares with what other threads did, and puts the access in.
void RaceDetector::note_access(uint64_t granule, uint32_t index) {
  UndoMemory& memory = order_.memory();
  const size_t head = order_.word_of(granule);
  const ThreadId thread = events_[index].thread;
  uint32_t own = 0;
  for (uint32_t node = memory[head]; node != 0; node = memory[node + kNextNode]) {
    if (memory[node + kThread] == thread) own = node;
    else if (!all_before(node, thread)) compare(node, index);
  }
  if (own == 0) {
    own = memory.add(memory[head], thread, 0);
    memory.put(head, own);
  }
  put_first(own, index);
}

// The access becomes the latest of its thread. One like it that was made before is forgotten.
void RaceDetector::put_first(uint32_t node, uint32_t index) {
  UndoMemory& memory = order_.memory();
  const uint32_t first = memory[node + kAccesses];
  uint32_t link = node + kAccesses;
  for (uint32_t entry = first; entry != 0; link = entry + kNextEntry, entry = memory[link]) {
    if (!same_access(events_[memory[entry + kIndex] - 1], events_[index])) continue;
    if (entry != first) {
      memory.put(link, memory[entry + kNextEntry]);
      memory.put(entry + kNextEntry, first);
      memory.put(node + kAccesses, entry);
    }
    return memory.put(entry + kIndex, index + 1);
  }
  memory.put(node + kAccesses, memory.add(first, index + 1));
}

// What is allocated here later is something else.
void RaceDetector::note_free(const Event& e, uint32_t index) {
  UndoMemory& memory = order_.memory();
  for (uint64_t g = e.object / 8; g <= (e.object + e.length - 1) / 8 && e.length > 0; ++g) {
    const size_t head = order_.find(g);
    if (head == 0) continue;
    for (uint32_t node = memory[head]; node != 0; node = memory[node + kNextNode])
      if (memory[node + kThread] != e.thread && !all_before(node, e.thread)) compare(node, index);
    memory.put(head, 0);
  }
}

// Everything that this node tells of happens before the latest event of the thread.
bool RaceDetector::all_before(uint32_t node, ThreadId thread) const {
  const UndoMemory& memory = order_.memory();
  const uint32_t latest = memory[memory[node + kAccesses] + kIndex] - 1;
  return order_.before(latest, static_cast<ThreadId>(memory[node + kThread]), thread);
}

// Compares an access with those of another thread.
void RaceDetector::compare(uint32_t node, uint32_t index) {
  const UndoMemory& memory = order_.memory();
  const Event& e = events_[index];
  const auto other = static_cast<ThreadId>(memory[node + kThread]);
  for (uint32_t entry = memory[node + kAccesses]; entry != 0; entry = memory[entry + kNextEntry]) {
    const uint32_t first = memory[entry + kIndex] - 1;
    if (order_.before(first, other, e.thread)) return;
    if (race_kind(events_[first], e)) report(first, index);
  }
}

void RaceDetector::report(uint32_t first, uint32_t second) {
  const uint64_t p = events_[first].position, q = events_[second].position;
  if (known_.insert(mix(std::min(p, q), std::max(p, q))).second) found_.push_back({first, second});
}

Finding race_finding(std::span<const Event> events, const Race& race) {
  const Event &a = events[race.first], &b = events[race.second];
  Finding f;
  f.kind = FindingKind::kRace;
  f.thread = b.thread;
  f.other = a.thread;
  f.has_other = true;
  f.event = race.second + 1;
  f.position = b.position;
  f.other_position = a.position;
  f.object = std::max(a.object, b.object);
  std::snprintf(f.message, sizeof f.message, "%s of %u byte%s, not ordered with a%s %s by another thread", words_for(b),
                b.length, b.length == 1 ? "" : "s", a.flags & kAtomic ? "n" : "", words_for(a));
  return f;
}

}  // namespace heddle
