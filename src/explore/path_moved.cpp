// What an event finds where it comes earlier than it did: whether it can go on there, and how it ends; see path.h.
#include "explore/path.h"
#include "explore/path_events.h"
#include "trace/contents.h"

namespace heddle {

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
    case Op::kTryLock:
    case Op::kTryReadLock:
      open = class_of(f.op) == Class::kAccess;
      fails = !open && !lock_is_free(i, sequence, e, !fails);
      break;
    case Op::kSemTryWait:
      open = class_of(f.op) == Class::kAccess;
      fails = !open && !has_unit(i, sequence, e.object);
      break;
    case Op::kLock:
    case Op::kReadLock:
    case Op::kSemWait:
    case Op::kTimeout: return moved_wait(i, sequence, k, open);
    case Op::kBarrier:
      if (f.op == Op::kBarrier) e.written = f.written;  // it takes its place in the round
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
  const bool can =
      open || (e.op == Op::kSemWait ? has_unit(i, sequence, e.object) : lock_is_free(i, sequence, e, !gave_up));
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
bool Path::contents(size_t i, const std::vector<uint32_t>& sequence, uint64_t address, uint64_t length,
                    uint64_t& value) const {
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
    if (takes_lock(f)) ++(is_shared(f.op) ? shared : held);
    else if (releases_lock(f) && held + shared > 0) --(held > 0 ? held : shared);
  };
  for (size_t j = 0; j < i; ++j) account(events_[j]);
  for (size_t x = 0; x + 1 < sequence.size(); ++x) account(events_[sequence[x]]);
  return held == 0 && (shared == 0 || is_shared(e.op));
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
