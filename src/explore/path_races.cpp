// Which events race, and how a run looks in which a race went the other way; see path.h.
#include <algorithm>

#include "explore/path.h"
#include "explore/path_events.h"
#include "trace/contents.h"

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
    return dependence::shared_lock(a.op);
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
  if (!dependence::shared_lock(events_[i].op) || !blocks_on_lock(events_[k])) return false;
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

Event Path::moved_event(size_t i, const std::vector<uint32_t>& sequence, size_t k, bool& open) const {
  Event e = events_[k];
  const Event& f = events_[i];
  bool fails = e.flags & kFailed;
  uint64_t found = 0;
  open = false;
  switch (e.op) {
    case Op::kRmw:
      if (e.second != kCompares || !dependence::writes(f)) return e;
      open = k >= index_.size() || !contents(i, sequence, e.object, e.length, found);
      fails = !open && found != (fails ? e.written : e.read);
      break;
    case Op::kFutexWait:
      if (!dependence::writes(f)) return e;
      open = !contents(i, sequence, e.object, dependence::footprint(e), found);
      fails = !open && found != static_cast<uint32_t>(e.second);
      break;
    case Op::kTryLock: case Op::kTryReadLock:
      open = class_of(f.op) == Class::kAccess;
      fails = !open && !lock_is_free(i, sequence, e, !fails);
      break;
    case Op::kSemTryWait:
      open = class_of(f.op) == Class::kAccess;
      fails = !open && !has_unit(i, sequence, e.object);
      break;
    case Op::kLock: case Op::kReadLock: case Op::kSemWait: case Op::kTimeout: return moved_wait(i, sequence, k, open);
    case Op::kBarrier:
      if (f.op == Op::kBarrier) e.written = f.written;  // it takes its place in the round
      e.read = completes_round(i, sequence, sequence.size() - 1);
      return e;
    default: return e;
  }
  e.flags = static_cast<uint8_t>(fails ? e.flags | kFailed : e.flags & ~kFailed);
  return e;
}

// A wait with a deadline: it gives up if it cannot go on at once.
Event Path::moved_wait(size_t i, const std::vector<uint32_t>& sequence, size_t k, bool& open) const {
  Event e = events_[k];
  if (!(e.flags & kTimed)) return e;
  open = class_of(events_[i].op) == Class::kAccess;
  const bool gave_up = e.op == Op::kTimeout;
  if (gave_up) e.op = static_cast<Op>(e.second), e.second = 0;
  const bool can = open || (e.op == Op::kSemWait ? has_unit(i, sequence, e.object) : lock_is_free(i, sequence, e, !gave_up));
  if (!can) e.second = static_cast<uint64_t>(e.op), e.op = Op::kTimeout;
  return e;
}

bool Path::completes_round(size_t i, const std::vector<uint32_t>& sequence, size_t x) const {
  const Event& last = events_[sequence[x]];
  uint32_t arrived = 0;
  const auto arrive = [&](const Event& e) {
    if (e.op == Op::kBarrier && e.object == last.object && ++arrived >= e.length) arrived = 0;
  };
  for (size_t j = 0; j < i; ++j) arrive(events_[j]);
  for (size_t y = 0; y < x; ++y) arrive(events_[sequence[y]]);
  return arrived + 1 >= last.length;
}

// Takes those bytes of an access, of those that `wanted` still says (one bit each), which it tells of the `length` from `address`.
static void take_bytes(const Event& access, uint64_t bytes, uint64_t address, uint32_t& wanted, uint64_t& value) {
  for (uint64_t at = access.object; at < access.object + access.length; ++at) {
    if (at < address || at >= address + 8 || !(wanted >> (at - address) & 1)) continue;
    wanted &= ~(1u << (at - address));
    value |= (bytes >> 8 * (at - access.object) & 255) << 8 * (at - address);
  }
}

// The last write to each byte tells; where there was none, the first access of the whole run found what was there at the start.
bool Path::contents(size_t i, const std::vector<uint32_t>& sequence, uint64_t address, uint64_t length, uint64_t& value) const {
  if (length > 8 || is_block(Op::kRead, address, length)) return false;
  uint32_t wanted = (1u << length) - 1;
  value = 0;
  const auto touches = [&](const Event& e) {
    return wanted != 0 && class_of(e.op) == Class::kAccess && dependence::overlap(e.object, e.length, address, length);
  };
  const auto is_clear = [](const Event& e) { return e.op != Op::kFree && !is_block(e.op, e.object, e.length); };
  const auto look_back = [&](const Event& e) {
    if (!touches(e) || !dependence::writes(e)) return true;
    if (is_clear(e)) take_bytes(e, e.written, address, wanted, value);
    return is_clear(e);
  };
  for (size_t x = sequence.size() - 1; x-- > 0;) {
    const Event& e = events_[sequence[x]];
    const bool commutes = dependence_.commute_rmws && (e.flags & kCommutes);  // it may have written something else here
    if ((commutes && touches(e)) || !look_back(e)) return false;
  }
  if (touches(events_[i]) && is_clear(events_[i])) take_bytes(events_[i], events_[i].read, address, wanted, value);
  for (size_t j = i; j-- > 0;)
    if (!look_back(events_[j])) return false;
  for (size_t j = 0; j < index_.size() && wanted != 0; ++j) {
    const Event& e = events_[j];
    if (!touches(e)) continue;
    if (is_clear(e)) take_bytes(e, e.read, address, wanted, value);
    else if (dependence::writes(e)) return false;
  }
  return wanted == 0;
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

bool Path::possible_after(size_t i, const std::vector<uint32_t>& sequence, size_t k) const {
  const Event& e = events_[k];
  if (blocks_on_semaphore(e)) return has_unit(i, sequence, e.object);
  return !blocks_on_lock(e) || lock_is_free(i, sequence, e, k < index_.size());
}

// Whether event e can take its lock after the events before i and those of `sequence` but the last. `again`: it took it once, so
// that it would again if its thread had it. Locks that one thread alone uses are not in the path: then only a wait for a
// condition shows that it was held.
bool Path::lock_is_free(size_t i, const std::vector<uint32_t>& sequence, const Event& e, bool again) const {
  const uint64_t object = held_object(e);
  int held = 0, shared = 0;
  auto account = [&](const Event& f) {
    if (held_object(f) != object || (again && f.thread == e.thread)) return;
    if (takes_lock(f)) ++(dependence::shared_lock(f.op) ? shared : held);
    else if (releases_lock(f) && held + shared > 0) --(held > 0 ? held : shared);
  };
  for (size_t j = 0; j < i; ++j) account(events_[j]);
  for (size_t x = 0; x + 1 < sequence.size(); ++x) account(events_[sequence[x]]);
  return held == 0 && (shared == 0 || dependence::shared_lock(e.op));
}

// Whether the semaphore has a unit then. Event i is about it, too.
bool Path::has_unit(size_t i, const std::vector<uint32_t>& sequence, uint64_t semaphore) const {
  int64_t units = -1;
  auto account = [&](const Event& f) {
    if (class_of(f.op) != Class::kSemaphore || f.object != semaphore) return;
    if (units < 0) units = static_cast<int64_t>(f.read);
    units += f.op == Op::kSemPost ? 1 : takes_unit(f) ? -1 : 0;
  };
  for (size_t j = 0; j < i; ++j) account(events_[j]);
  if (units < 0) units = static_cast<int64_t>(events_[i].read);
  for (size_t x = 0; x + 1 < sequence.size(); ++x) account(events_[sequence[x]]);
  return units > 0;
}

}  // namespace heddle
