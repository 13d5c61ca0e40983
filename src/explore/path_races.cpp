// Which events race, and how a run looks in which a race went the other way; see path.h.
#include <algorithm>

#include "explore/path.h"
#include "explore/path_events.h"

namespace heddle {

// Computes the clock of event k and what it races with.
void Path::find_races(size_t k, bool performed) {
  races_.clear();
  const Event& e = events_[k];
  uint32_t* past = row(k);
  std::copy_n(clock(e.thread), stride_, past);
  std::copy_n(past, stride_, pasts_.data() + k * stride_);
  // Whoever has a recursive lock already need not wait for it.
  const bool again = performed && e.op == Op::kLock && index_.holds_now(e.object) > 0;
  const bool blocking = blocks_on_lock(e) && !again;
  const uint64_t object = blocking ? held_object(e) : 0;
  index_.look_before(e);
  for (size_t i; (i = index_.next(past)) != PathIndex::kNone;) {
    const Event& f = events_[i];
    if (!conflict(f, e)) continue;
    join(past, row(i));
    const bool refused = f.op == Op::kUnlock && !releases_lock(f);  // it may have come while the lock was free
    if (blocking && held_object(f) == object && !refused && !(e.op == Op::kReadLock && reversible_shared(i))) continue;
    if (blocks_on_semaphore(e) && class_of(f.op) == Class::kSemaphore) continue;
    if (fault_ == Fault::kNoWriteReadReversal && f.op == Op::kWrite && e.op == Op::kRead) continue;
    races_.push_back(static_cast<uint32_t>(i));
  }
  if (blocking && fault_ != Fault::kNoLockReversal) acquire_races(k);
  if (blocks_on_semaphore(e) && fault_ != Fault::kNoSemaphoreReversal) semaphore_races(k, performed);
}

// The acquire that began the time in which this lock was last held against event k: the outermost one of its owner,
// or the first of overlapping readers. There, and not later, the lock was free. With atomic sections it need not have been free
// when the section began: then all acquires are looked at.
void Path::acquire_races(size_t k) {
  const Event& e = events_[k];
  const uint64_t object = held_object(e);
  const uint32_t* past = clock(e.thread);
  index_.look_at(object, e.op == Op::kReadLock ? 1u << PathIndex::kTake : PathIndex::kTakers, e.thread);
  for (size_t i; (i = index_.next(nullptr)) != PathIndex::kNone;) {
    const Event& f = events_[i];
    if (held_object(f) != object || !conflict(f, e)) continue;
    if (past[f.thread] > i) return;
    if (index_.holds_before(i) > 0 && !has_units_) continue;
    races_.push_back(static_cast<uint32_t>(i));
    if (!has_units_) return;
  }
}

// A reader could as well have come before the unlock, or the failed try, of another reader's time.
bool Path::reversible_shared(size_t i) const {
  const Event& f = events_[i];
  if (takes_lock(f)) return false;
  for (size_t j = index_.previous_on_lock(i); j != PathIndex::kNone; j = index_.previous_on_lock(j)) {
    const Event& a = events_[j];
    if (!takes_lock(a) || (f.op == Op::kUnlock && a.thread != f.thread)) continue;
    return is_shared(a.op);
  }
  return false;
}

// With units to spare each latest operation can be swapped with this wait. If it took the only unit, or found
// none, the race is with the wait that took a unit last. With atomic sections there may have been less to spare before.
void Path::semaphore_races(size_t k, bool performed) {
  const Event& e = events_[k];
  const bool scarce = !performed || e.read <= 1;
  std::copy_n(clock(e.thread), stride_, scratch_.data());
  index_.look_at(e.object, PathIndex::kAnySync, e.thread);
  for (size_t i; (i = index_.next(scratch_.data())) != PathIndex::kNone;) {
    const Event& f = events_[i];
    if (f.object != e.object || class_of(f.op) != Class::kSemaphore) continue;
    if (scarce && !has_units_ && !takes_unit(f)) continue;
    races_.push_back(static_cast<uint32_t>(i));
    if (has_units_) continue;
    join(scratch_.data(), row(i));
    if (scarce) return;
  }
}

// Event j has no place in a run in which k comes before i: it depends on i, or, where k takes a lock, on another
// reader's acquire that would be in the way.
bool Path::left_out(size_t i, size_t j, size_t k) const {
  if (before(i, j)) return true;
  if (!is_shared(events_[i].op) || !blocks_on_lock(events_[k])) return false;
  const uint64_t object = held_object(events_[i]);
  for (size_t r = i + 1; r <= j; ++r)
    if (events_[r].thread != events_[k].thread && takes_lock(events_[r]) && held_object(events_[r]) == object &&
        conflict(events_[r], events_[k]) && (r == j || before(r, j)))
      return true;
  return false;
}

// What follows a thread's first event after i is left out if that is, so only the first ones have to be looked at.
ThreadSet Path::initials(size_t i, size_t k) const {
  ThreadSet seen;
  uint32_t first[kMaxThreads];  // per thread seen: index of its first event
  for (size_t t = 0; t < stride_; ++t) {
    size_t j = index_.first_after(static_cast<ThreadId>(t), i);
    if (events_[k].thread == t && (j > k || left_out(i, j, k))) j = k;
    if (j > k || (j != k && left_out(i, j, k))) continue;
    seen.set(static_cast<ThreadId>(t));
    first[t] = static_cast<uint32_t>(j);
  }
  ThreadSet initials;
  seen.for_each([&](ThreadId t) {
    bool initial = true;
    seen.for_each([&](ThreadId u) { initial &= u == t || row(first[t])[u] <= first[u]; });
    if (initial) initials.set(t);
  });
  return initials;
}

bool Path::reversal(size_t i, size_t k, std::vector<uint32_t>& sequence) const {
  sequence.clear();
  for (size_t j = i + 1; j < count_; ++j)
    if (j != k && !left_out(i, j, k)) sequence.push_back(static_cast<uint32_t>(j));
  sequence.push_back(static_cast<uint32_t>(k));
  return possible_after(i, sequence, k);
}

bool Path::is_initial(const std::vector<uint32_t>& sequence, size_t x, size_t k, const Event& moved) const {
  const uint32_t at = sequence[x];
  for (size_t y = 0; y < x; ++y) {
    const uint32_t earlier = sequence[y];
    const uint32_t* clock = at == k ? pasts_.data() + k * stride_ : row(at);
    if (clock[events_[earlier].thread] > earlier) return false;
    if (at == k && conflict(events_[earlier], moved)) return false;
  }
  return true;
}

}  // namespace heddle
