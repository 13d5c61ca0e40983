#include "explore/sections.h"

#include <algorithm>

#include "explore/alone.h"
#include "explore/path.h"
#include "trace/dependence.h"

namespace heddle {
namespace {

constexpr uint64_t granule_of(uint64_t address) { return address >> 3 << 3; }

template <class F>
void for_each_granule(const Event& e, F&& f) {
  for (uint64_t g = granule_of(e.object); g < e.object + std::max<uint64_t>(e.length, 1); g += 8) f(g);
}

bool is_plain_lock(const Event& e) { return e.op == Op::kLock && !(e.flags & (kTimed | kInSection)); }
bool is_plain_unlock(const Event& e) { return e.op == Op::kUnlock && !(e.flags & (kFailed | kInSection)); }

// What may be done under a clean mutex.
bool is_harmless(const Event& e) {
  if (e.flags & kInSection) return false;
  return (is_access(e.op) && e.op != Op::kFree) || e.op == Op::kYield || e.op == Op::kFence;
}

}  // namespace

void Sections::spoil(uint64_t mutex) {
  Mutex& m = mutexes_[mutex];
  if (!m.clean) return;
  m.clean = false;
  if (m.since != 0 && m.since < runs_) held_true_ = false;
}

// The granule is accessed under this mutex, or under none.
void Sections::guard(uint64_t granule, uint64_t by) {
  uint64_t& known = guard_[granule];
  if (known == kNobody) known = by;
  if (known == by) return;
  if (fault_ == Fault::kSectionsUnguarded) return;
  if (known > kUnguarded) spoil(known);
  if (by > kUnguarded) spoil(by);
  known = kUnguarded;
}

void Sections::look_at_lock(const Event& e) {
  const uint64_t lock = dependence::lock_of(e);
  Mutex& m = mutexes_[lock];
  if (m.since == 0) m.since = runs_;
  if (held_.size() <= e.thread) held_.resize(e.thread + 1u);
  uint64_t& held = held_[e.thread];
  if (fault_ == Fault::kSectionsNest && held != 0 && held != lock) return;
  if (is_plain_lock(e)) {
    if (held != 0) spoil(held), spoil(lock);
    held = lock;
  } else if (is_plain_unlock(e)) {
    if (held != lock) spoil(lock);
    if (held != 0 && held != lock) spoil(held);
    held = 0;
  } else {
    spoil(lock);
    if (held != 0) spoil(held);
    held = 0;
  }
}

void Sections::look_at(const Event& e, bool alone) {
  if (dependence::lock_of(e) != 0) {
    look_at_lock(e);
    return;
  }
  if (e.op == Op::kTimeout) spoil(e.object);
  const uint64_t held = held_by(e.thread);
  const bool counts = (e.flags & kScheduled) != 0;
  if (held != 0 && counts && !is_harmless(e)) spoil(held);
  // Creation, the end, a wait in a loop, an assumption that does not hold.
  if (held != 0 && !counts && !is_access(e.op) && e.op != Op::kBegin) spoil(held);
  if (!is_access(e.op) || !counts || alone) return;
  for_each_granule(e, [&](uint64_t g) {
    guard(g, held != 0 ? held : kUnguarded);
    for (const uint64_t lock : {g, g + 4})  // it begins here, or ends
      if (lock >= e.object && lock < e.object + e.length && mutexes_.contains(lock)) spoil(lock);
  });
}

bool Sections::learn(const Trace& trace) {
  ++runs_;
  if (fault_ == Fault::kSectionsForgotten && runs_ > 1) return repeat(trace), true;
  held_true_ = true;
  held_.clear();
  Alone alone;
  uint64_t last = UINT64_MAX;  // thread of the latest step
  for (const Event& e : trace.events) {
    const bool step = e.flags & kScheduled;
    // Somebody came in between: the schedule is not one of those described above.
    if (step && last != e.thread && last < held_.size() && held_[last] != 0) spoil(held_[last]);
    if (step) last = e.thread;
    look_at(e, alone.at(e));
    alone.take(e);
  }
  for (const Event& e : trace.pending)
    if (fault_ != Fault::kSectionsNest && held_by(e.thread) != 0 && !is_harmless(e) && !is_plain_unlock(e))
      spoil(held_by(e.thread));
  repeat(trace);
  return held_true_;
}

// Once more, now that it is known which are clean.
void Sections::repeat(const Trace& trace) {
  held_.clear();
  section_.assign(trace.events.size(), 0);
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const Event& e = trace.events[i];
    if (!(e.flags & kScheduled)) continue;
    if (held_.size() <= e.thread) held_.resize(e.thread + 1u);
    uint64_t& held = held_[e.thread];
    if (is_plain_lock(e) && held == 0 && mutexes_[e.object].clean) held = e.object;
    section_[i] = held;
    if (is_plain_unlock(e) && held == e.object) held = 0;
  }
}

void Sections::save(Writer& out) const {
  out.put(runs_);
  out.put<uint64_t>(mutexes_.size());
  for (const auto& [address, m] : mutexes_) out.put(address), out.put(m);
  out.put<uint64_t>(guard_.size());
  for (const auto& [granule, by] : guard_) out.put(granule), out.put(by);
}

bool Sections::load(Reader& in) {
  runs_ = in.get<uint64_t>();
  mutexes_.clear();
  guard_.clear();
  for (uint64_t n = in.get<uint64_t>(); in.ok() && n > 0; --n) {
    const auto address = in.get<uint64_t>();
    mutexes_[address] = in.get<Mutex>();
  }
  for (uint64_t n = in.get<uint64_t>(); in.ok() && n > 0; --n) {
    const auto granule = in.get<uint64_t>();
    guard_[granule] = in.get<uint64_t>();
  }
  return in.ok();
}

}  // namespace heddle
