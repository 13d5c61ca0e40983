// See happens_before.h.
#include "trace/happens_before.h"

#include "trace/dependence.h"

namespace heddle {
namespace {

bool acquires(const Event& e) { return e.order == 1 || e.order == 2 || e.order >= 4; }
bool releases(const Event& e) { return e.order >= 3; }
// Keys of objects; whoever uses `word_of` takes even keys.
uint64_t key_of(uint64_t address) { return address << 1 | 1; }

}  // namespace

void HappensBefore::reset(size_t threads, size_t slots) {
  threads_ = threads;
  slots_ = slots;
  memory_.clear();
  count_ = memory_.reserve(1);
  objects_ = memory_.reserve(1);
  clocks_ = memory_.reserve(threads * threads);
  fences_ = memory_.reserve(threads * threads);
  heard_ = memory_.reserve(threads * threads);
  waiting_ = memory_.reserve(2 * threads);
  table_ = memory_.reserve(slots);
}

size_t HappensBefore::new_record(uint64_t key, size_t slot) {
  const bool is_object = key & 1;
  const uint32_t record = memory_.add(key, key >> 32, 0, 0);
  if (is_object) memory_.reserve(2 * threads_);
  memory_.put(slot, record);
  memory_.put(count_, memory_[count_] + 1);
  if (is_object) memory_.put(objects_, memory_[objects_] | 1u << (key >> 1) / 8 % 32);
  return record;
}

void HappensBefore::join(size_t to, size_t from) {
  for (size_t i = 0; i < threads_; ++i)
    if (memory_[from + i] > memory_[to + i]) memory_.put(to + i, memory_[from + i]);
}
void HappensBefore::copy(size_t to, size_t from) {
  for (size_t i = 0; i < threads_; ++i) memory_.put(to + i, memory_[from + i]);
}
void HappensBefore::clear(size_t at) {
  for (size_t i = 0; i < threads_; ++i) memory_.put(at + i, 0);
}

void HappensBefore::wait_for(ThreadId t, uint64_t object) {
  memory_.put(waiting(t), static_cast<uint32_t>(object));
  memory_.put(waiting(t) + 1, static_cast<uint32_t>(object >> 32));
}
bool HappensBefore::waits_for(ThreadId t, uint64_t object) const {
  return memory_[waiting(t)] == static_cast<uint32_t>(object) &&
         memory_[waiting(t) + 1] == static_cast<uint32_t>(object >> 32);
}

void HappensBefore::order(const Event& e) {
  const ThreadId t = e.thread;
  const bool failed = e.flags & kFailed;
  switch (e.op) {
    case Op::kCreate: join(clock(static_cast<ThreadId>(e.object)), clock(t)); break;
    case Op::kJoin:
      if (fault_ != OrderFault::kNoJoinEdge) join(clock(t), clock(static_cast<ThreadId>(e.object)));
      break;
    case Op::kRead:
    case Op::kWrite:
    case Op::kRmw:
    case Op::kFree: access(e); break;
    case Op::kFence: fence(e); break;
    case Op::kLock: lock(t, e.object, false); break;
    case Op::kReadLock: lock(t, e.object, true); break;
    case Op::kTryLock:
      if (!failed) lock(t, e.object, false);
      break;
    case Op::kTryReadLock:
      if (!failed) lock(t, e.object, true);
      break;
    case Op::kUnlock:
      if (!failed) unlock(t, e.object);
      break;
    case Op::kCondWait:
      unlock(t, e.second);
      wait_for(t, e.object);
      break;
    case Op::kCondWake:
      wait_for(t, 0);
      lock(t, e.second, false);
      break;
    case Op::kTimeout:
      if (waits_for(t, e.object)) wait_for(t, 0);
      break;
    case Op::kSignal:
    case Op::kBroadcast: wake(e); break;
    case Op::kSemPost:
      if (fault_ != OrderFault::kNoSemaphoreEdge) join(clock_of(record_of(key_of(e.object)), kReleased), clock(t));
      break;
    case Op::kSemWait:
    case Op::kSemTryWait:
      if (const size_t record = find_record(key_of(e.object)); record && !failed)
        join(clock(t), clock_of(record, kReleased));
      break;
    case Op::kBarrier: arrive(e); break;
    case Op::kOnceEnter:
      if (const size_t record = find_record(key_of(e.object))) join(clock(t), clock_of(record, kReleased));
      break;
    case Op::kOnceLeave: copy(clock_of(record_of(key_of(e.object)), kReleased), clock(t)); break;
    default: break;
  }
}

void HappensBefore::access(const Event& e) {
  if (!(e.flags & kAtomic) || e.op == Op::kFree) {  // what was written so is read without synchronising
    if (!dependence::writes(e)) return;
    for (uint64_t a = e.object; a < e.object + e.length; a += 4) {
      if (!may_hold_object(a / 8)) continue;
      if (const size_t record = find_record(key_of(a))) clear(clock_of(record, kReleased));
    }
    return;
  }
  // A block, in an atomic section, is several objects.
  for (uint64_t a = e.object, end = a + (e.length > 8 ? e.length : 1); a < end; a += 4) access_object(e, a);
}

void HappensBefore::access_object(const Event& e, uint64_t address) {
  const ThreadId t = e.thread;
  const bool stores = dependence::writes(e), loads = e.op != Op::kWrite;
  size_t record = find_record(key_of(address));
  if (loads && record) {
    const bool acquire = acquires(e) || fault_ == OrderFault::kRelaxedAcquires;
    join(acquire ? clock(t) : heard(t), clock_of(record, kReleased));
  }
  if (!stores) return;
  const bool release = releases(e) || fault_ == OrderFault::kRelaxedReleases;
  if (!record) record = record_of(key_of(address));
  const size_t released = clock_of(record, kReleased), own = release ? clock(t) : fence(t);
  if (loads && fault_ != OrderFault::kNoReleaseSequence) join(released, own);
  else copy(released, own);
}

void HappensBefore::lock(ThreadId t, uint64_t object, bool shared) {
  if (fault_ == OrderFault::kNoLockEdge) return;
  const size_t record = record_of(key_of(object));
  join(clock(t), clock_of(record, kReleased));
  if (!shared || fault_ == OrderFault::kReadersOrder) join(clock(t), clock_of(record, kReaders));
  memory_.put(record + kWriter, shared ? 0 : t + 1u);
}

// The writer stays noted until somebody else has the lock: a recursive lock is released several times.
void HappensBefore::unlock(ThreadId t, uint64_t object) {
  if (fault_ == OrderFault::kNoLockEdge) return;
  const size_t record = record_of(key_of(object));
  join(clock_of(record, memory_[record + kWriter] == t + 1u ? kReleased : kReaders), clock(t));
}

void HappensBefore::fence(const Event& e) {
  if (fault_ == OrderFault::kNoFences) return;
  if (acquires(e)) join(clock(e.thread), heard(e.thread));
  if (releases(e)) copy(fence(e.thread), clock(e.thread));
}

void HappensBefore::wake(const Event& e) {
  for (size_t u = 0; u < threads_; ++u) {
    const auto woken = static_cast<ThreadId>(u);
    if (e.op == Op::kSignal ? e.read != u + 1 : !waits_for(woken, e.object)) continue;
    if (fault_ != OrderFault::kNoSignalEdge) join(clock(woken), clock(e.thread));
    wait_for(woken, 0);
  }
}

void HappensBefore::arrive(const Event& e) {
  const size_t record = record_of(key_of(e.object));
  join(clock_of(record, kReleased), clock(e.thread));
  wait_for(e.thread, e.object);
  if (e.read != 1) return;
  for (size_t u = 0; u < threads_; ++u) {
    const auto leaves = static_cast<ThreadId>(u);
    if (!waits_for(leaves, e.object)) continue;
    if (fault_ != OrderFault::kNoBarrierEdge) join(clock(leaves), clock_of(record, kReleased));
    wait_for(leaves, 0);
  }
  clear(clock_of(record, kReleased));
}

}  // namespace heddle
