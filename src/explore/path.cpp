// See path.h.
#include "explore/path.h"

#include <algorithm>

namespace heddle {
namespace {

using dependence::Class;
using dependence::class_of;
using dependence::lock_of;

bool takes_lock(const Event& e) {
  switch (e.op) {
    case Op::kLock: case Op::kReadLock: case Op::kCondWake: return true;
    case Op::kTryLock: case Op::kTryReadLock: return !(e.flags & kFailed);
    case Op::kOnceEnter: return e.read == 1;
    default: return false;
  }
}
// The object that only one thread, or only readers, can hold.
uint64_t held_object(const Event& e) { return class_of(e.op) == Class::kOnce ? e.object : lock_of(e); }

// Waits until it can take a lock, or a unit of a semaphore.
bool blocks_on_lock(const Event& e) {
  if (e.flags & kTimed) return false;
  return e.op == Op::kLock || e.op == Op::kReadLock || e.op == Op::kCondWake || e.op == Op::kOnceEnter;
}
bool blocks_on_semaphore(const Event& e) { return e.op == Op::kSemWait && !(e.flags & kTimed); }
bool takes_unit(const Event& e) { return e.op == Op::kSemWait || (e.op == Op::kSemTryWait && !(e.flags & kFailed)); }

}  // namespace

bool Path::sabotaged(const Event& a, const Event& b) const {
  const Class ca = class_of(a.op), cb = class_of(b.op);
  if (fault_ == Fault::kLocksIndependent) return ca == Class::kLock || cb == Class::kLock;
  if (fault_ == Fault::kSignalsIndependent)
    return ca == Class::kCondition && cb == Class::kCondition && lock_of(a) != lock_of(b);
  return false;
}

void Path::join(uint32_t* to, const uint32_t* from) const {
  for (size_t t = 0; t < stride_; ++t) to[t] = std::max(to[t], from[t]);
}

void Path::widen(size_t threads) {
  size_t wider = stride_;
  while (wider < threads) wider *= 2;
  auto relayout = [&](std::vector<uint32_t>& table) {
    std::vector<uint32_t> moved(table.size() / stride_ * wider);
    for (size_t r = 0; r < table.size() / stride_; ++r)
      std::copy_n(table.begin() + static_cast<std::ptrdiff_t>(r * stride_), stride_,
                  moved.begin() + static_cast<std::ptrdiff_t>(r * wider));
    table = std::move(moved);
  };
  relayout(rows_);
  relayout(pasts_);
  relayout(clocks_);
  stride_ = wider;
  clocks_.resize(stride_ * stride_);
  waiting_.resize(stride_);
  scratch_.resize(stride_);
}

void Path::begin(const Trace& trace, size_t kept) {
  if (clocks_.empty()) widen(stride_);
  std::fill(clocks_.begin(), clocks_.end(), 0);
  std::fill(waiting_.begin(), waiting_.end(), 0);
  count_ = 0;
  steps_ = trace.steps;
  next_step_ = 0;
  alive_ = 1;
  main_ended_ = false;
  (void)kept;
}

// True if it was a scheduled event beyond those kept.
bool Path::take(const Event& event, size_t kept) {
  const size_t named = std::max<size_t>(event.thread, event.op == Op::kCreate || event.op == Op::kJoin ? event.object : 0) + 1;
  if (named > stride_) widen(named);
  if (!(event.flags & kScheduled)) {
    if (event.op == Op::kCreate) join(clock(static_cast<ThreadId>(event.object)), clock(event.thread));
    if (event.op == Op::kJoin) join(clock(event.thread), clock(static_cast<ThreadId>(event.object)));
    if (event.op == Op::kCreate) ++alive_;
    if (event.op == Op::kEnd) {
      --alive_;
      main_ended_ |= event.thread == kMainThread;
    }
    return false;
  }
  while (steps_[next_step_].kind != Step::kThread) ++next_step_;
  const Step& step = steps_[next_step_++];
  const bool is_new = count_ >= kept;
  if (is_new) {
    if (events_.size() <= count_) enabled_.resize(count_ + 1);
    enabled_[count_] = step.enabled;
    add(event, true);
  } else {
    ++count_;
  }
  const size_t k = count_ - 1;
  std::copy_n(row(k), stride_, clock(event.thread));
  release_waiters(event, k);
  return is_new;
}

void Path::add(const Event& event, bool performed) {
  const size_t k = count_++;
  if (events_.size() < count_) {
    events_.resize(count_);
    enabled_.resize(count_);
  }
  if (rows_.size() < count_ * stride_) {
    rows_.resize(count_ * stride_);
    pasts_.resize(count_ * stride_);
  }
  events_[k] = event;
  if (event.flags & kAfterAwait) past_of_await(k);
  find_races(k, performed);
  row(k)[event.thread] = static_cast<uint32_t>(k + 1);
}

// A signal, a completed barrier or a wake-up lets waiting threads go on: it is in their past from now on. Which
// of several waiters a futex wakes is not known; then nothing is said, which costs runs at worst.
void Path::release_waiters(const Event& event, size_t k) {
  waiting_[event.thread] = 0;
  impatient_.clear();
  switch (event.op) {
    case Op::kCondWait: waiting_[event.thread] = event.object; return;
    case Op::kFutexWait: if (!(event.flags & kFailed)) waiting_[event.thread] = event.object; return;
    case Op::kBarrier: if (event.read != 1) waiting_[event.thread] = event.object; break;
    case Op::kSignal: case Op::kBroadcast: break;
    case Op::kFutexWake:
      if (static_cast<uint64_t>(std::count(waiting_.begin(), waiting_.end(), event.object)) > event.read) return;
      break;
    default: return;
  }
  if (event.op == Op::kBarrier && event.read != 1) return;
  for (size_t t = 0; t < waiting_.size(); ++t) {
    if (waiting_[t] != event.object || (event.op == Op::kSignal && event.read != t + 1)) continue;
    waiting_[t] = 0;
    if (enabled_[k].test(static_cast<ThreadId>(t))) impatient_.set(static_cast<ThreadId>(t));
    else join(clock(static_cast<ThreadId>(t)), row(k));
  }
}

// The write that ended a spin loop's wait. A loop that watches one place has just one candidate; one that
// watches several could have been let go by any of them, so nothing is certain and the race stays.
void Path::past_of_await(size_t k) {
  const Event& e = events_[k];
  size_t previous = k;
  while (previous > 0 && events_[previous - 1].thread != e.thread) --previous;
  if (previous == 0) return;
  const Event& watched = events_[previous - 1];
  if (watched.op != Op::kRead || watched.object != e.object || watched.length != e.length) return;
  size_t i = k;
  while (i > previous && enabled_[i - 1].test(e.thread)) --i;
  if (i > previous) join(clock(e.thread), row(i - 1));
}

// Computes the clock of event k and what it races with.
void Path::find_races(size_t k, bool performed) {
  races_.clear();
  const Event& e = events_[k];
  uint32_t* past = row(k);
  std::copy_n(clock(e.thread), stride_, past);
  std::copy_n(past, stride_, pasts_.data() + k * stride_);
  const bool blocking = blocks_on_lock(e);
  const uint64_t object = blocking ? held_object(e) : 0;
  for (size_t i = k; i-- > 0;) {
    const Event& f = events_[i];
    if (past[f.thread] > i || f.thread == e.thread || !conflict(f, e)) continue;
    join(past, row(i));
    if (blocking && held_object(f) == object && !(e.op == Op::kReadLock && reversible_shared(i, k))) continue;
    if (blocks_on_semaphore(e) && class_of(f.op) == Class::kSemaphore) continue;
    if (fault_ == Fault::kNoWriteReadReversal && f.op == Op::kWrite && e.op == Op::kRead) continue;
    races_.push_back(static_cast<uint32_t>(i));
  }
  if (blocking && fault_ != Fault::kNoLockReversal) acquire_races(k);
  if (blocks_on_semaphore(e) && fault_ != Fault::kNoSemaphoreReversal) semaphore_races(k, performed);
}

// The acquire that began the time in which this lock was last held against event k: the outermost one of its owner,
// or the first of overlapping readers. There, and not later, the lock was free.
void Path::acquire_races(size_t k) {
  const Event& e = events_[k];
  const uint64_t object = held_object(e);
  const uint32_t* past = clock(e.thread);
  for (size_t i = k; i-- > 0;) {
    const Event& f = events_[i];
    if (f.thread == e.thread || !takes_lock(f) || held_object(f) != object || !conflict(f, e)) continue;
    if (past[f.thread] > i) return;
    if (held_before(i, object)) continue;
    races_.push_back(static_cast<uint32_t>(i));
    return;
  }
}

bool Path::had_to_wait(size_t i, size_t k) const {
  const Event &f = events_[i], &e = events_[k];
  return blocks_on_lock(e) && held_object(f) == held_object(e) && !takes_lock(f) && !(e.op == Op::kReadLock && reversible_shared(i, k));
}

bool Path::held_before(size_t i, uint64_t object) const {
  int holds = 0;
  for (size_t j = 0; j < i; ++j) {
    const Event& f = events_[j];
    if (held_object(f) != object) continue;
    if (takes_lock(f)) ++holds;
    else if (f.op == Op::kUnlock || f.op == Op::kCondWait || f.op == Op::kOnceLeave) --holds;
  }
  return holds > 0;
}

// A reader could as well have come before the unlock, or the failed try, of another reader's time.
bool Path::reversible_shared(size_t i, size_t k) const {
  const Event& f = events_[i];
  if (takes_lock(f)) return false;
  for (size_t j = i; j-- > 0;) {
    const Event& a = events_[j];
    if (!takes_lock(a) || held_object(a) != events_[k].object) continue;
    if (f.op == Op::kUnlock && a.thread != f.thread) continue;
    return dependence::shared_lock(a.op);
  }
  return false;
}

// With units to spare each latest operation can be swapped with this wait. If it took the only unit, or found
// none, the race is with the wait that took a unit last.
void Path::semaphore_races(size_t k, bool performed) {
  const Event& e = events_[k];
  const bool scarce = !performed || e.read <= 1;
  std::copy_n(clock(e.thread), stride_, scratch_.data());
  for (size_t i = k; i-- > 0;) {
    const Event& f = events_[i];
    if (f.thread == e.thread || f.object != e.object || class_of(f.op) != Class::kSemaphore || scratch_[f.thread] > i) continue;
    if (scarce && !takes_unit(f)) continue;
    races_.push_back(static_cast<uint32_t>(i));
    join(scratch_.data(), row(i));
    if (scarce) return;
  }
}

bool Path::add_pending(const Event& event) {
  if (fault_ == Fault::kNoPendingRaces) return false;
  if (!blocks_on_lock(event) && !blocks_on_semaphore(event)) return false;
  if (event.thread >= stride_) widen(event.thread + 1u);
  add(event, false);
  return true;
}

// Event j has no place in a run in which k comes before i: it depends on i, or, where k takes a lock, on another
// reader's acquire that would be in the way.
bool Path::left_out(size_t i, size_t j, size_t k) const {
  if (before(i, j)) return true;
  if (!dependence::shared_lock(events_[i].op) || !blocks_on_lock(events_[k])) return false;
  const uint64_t object = held_object(events_[i]);
  for (size_t r = i + 1; r <= j; ++r)
    if (events_[r].thread != events_[k].thread && takes_lock(events_[r]) && held_object(events_[r]) == object && conflict(events_[r], events_[k]) && (r == j || before(r, j)))
      return true;
  return false;
}

ThreadSet Path::initials(size_t i, size_t k) const {
  ThreadSet initials, seen;
  uint32_t first[kMaxThreads];  // per thread seen: index of its first event
  for (size_t j = i + 1; j <= k; ++j) {
    if (j != k && left_out(i, j, k)) continue;
    const ThreadId t = events_[j].thread;
    if (seen.test(t)) continue;
    bool initial = true;
    seen.for_each([&](ThreadId u) { initial &= row(j)[u] <= first[u]; });
    seen.set(t);
    first[t] = static_cast<uint32_t>(j);
    if (initial) initials.set(t);
  }
  return initials;
}

Event Path::open_event(size_t k) const {
  Event e = events_[k];
  e.flags &= static_cast<uint8_t>(~kFailed);
  return e;
}

bool Path::reversal(size_t i, size_t k, std::vector<uint32_t>& sequence) const {
  sequence.clear();
  for (size_t j = i + 1; j < count_; ++j)
    if (j != k && !left_out(i, j, k)) sequence.push_back(static_cast<uint32_t>(j));
  sequence.push_back(static_cast<uint32_t>(k));
  return possible_after(i, sequence, k);
}

bool Path::is_initial(const std::vector<uint32_t>& sequence, size_t x, size_t k) const {
  const uint32_t at = sequence[x];
  for (size_t y = 0; y < x; ++y) {
    const uint32_t earlier = sequence[y];
    const uint32_t* clock = at == k ? pasts_.data() + k * stride_ : row(at);
    if (clock[events_[earlier].thread] > earlier) return false;
    if (at == k && conflict(events_[earlier], open_event(k))) return false;
  }
  return true;
}

// Whether the lock is free, or the semaphore has a unit, when k comes after the events before i and `sequence`.
bool Path::possible_after(size_t i, const std::vector<uint32_t>& sequence, size_t k) const {
  const Event& e = events_[k];
  const bool lock = blocks_on_lock(e);
  if (!lock && !blocks_on_semaphore(e)) return true;
  const uint64_t object = lock ? held_object(e) : e.object;
  int held = 0, shared = 0;
  int64_t units = -1;
  auto account = [&](const Event& f) {
    if (lock && held_object(f) == object) {
      if (takes_lock(f)) ++(dependence::shared_lock(f.op) ? shared : held);
      else if (f.op == Op::kUnlock || f.op == Op::kCondWait || f.op == Op::kOnceLeave) --(held > 0 ? held : shared);
    } else if (!lock && class_of(f.op) == Class::kSemaphore && f.object == object) {
      if (units < 0) units = static_cast<int64_t>(f.read);
      units += f.op == Op::kSemPost ? 1 : takes_unit(f) ? -1 : 0;
    }
  };
  for (size_t j = 0; j < i; ++j) account(events_[j]);
  if (!lock && units < 0) units = static_cast<int64_t>(events_[i].read);  // event i is on the same semaphore
  for (size_t x = 0; x + 1 < sequence.size(); ++x) account(events_[sequence[x]]);
  if (!lock) return units > 0;
  return held == 0 && (shared == 0 || e.op == Op::kReadLock);
}

bool Path::was_cut(const Trace& trace, std::vector<uint32_t>& last) {
  last.clear();
  ThreadId culprit = trace.events.empty() ? kMainThread : trace.events.back().thread;
  int culprits_left = 0;  // a thread that failed has not ended itself
  if (trace.outcome == Outcome::kFinding && !trace.findings.empty()) {
    const Finding& finding = trace.findings.back();
    if (finding.kind == FindingKind::kDeadlock || finding.kind == FindingKind::kLivelock) return false;
    culprit = finding.thread;
    culprits_left = 1;
  } else if (main_ended_) {
    culprit = kMainThread;
  } else if (trace.outcome != Outcome::kComplete) {
    return false;
  }
  if (alive_ <= culprits_left || culprit >= stride_) return false;
  const uint32_t* past = clock(culprit);
  for (size_t t = 0; t < stride_; ++t) {
    if (past[t] == 0) continue;
    bool latest = true;
    for (size_t u = 0; u < stride_; ++u)
      if (u != t && past[u] > 0 && row(past[u] - 1)[t] >= past[t]) latest = false;
    if (latest) last.push_back(past[t] - 1);
  }
  return true;
}

void Path::save(Writer& out) const {
  out.put<uint64_t>(stride_);
  out.put(std::vector<Event>(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(count_)));
  out.put(std::vector<ThreadSet>(enabled_.begin(), enabled_.begin() + static_cast<std::ptrdiff_t>(count_)));
  out.put(std::vector<uint32_t>(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(count_ * stride_)));
  out.put(std::vector<uint32_t>(pasts_.begin(), pasts_.begin() + static_cast<std::ptrdiff_t>(count_ * stride_)));
}

bool Path::load(Reader& in) {
  stride_ = in.get<uint64_t>();
  events_ = in.get_vector<Event>();
  enabled_ = in.get_vector<ThreadSet>();
  rows_ = in.get_vector<uint32_t>();
  pasts_ = in.get_vector<uint32_t>();
  count_ = events_.size();
  if (!in.ok() || stride_ == 0 || stride_ > kMaxThreads || enabled_.size() != count_ || rows_.size() != count_ * stride_ ||
      pasts_.size() != rows_.size())
    return false;
  clocks_.assign(stride_ * stride_, 0);
  waiting_.assign(stride_, 0);
  scratch_.assign(stride_, 0);
  return true;
}

}  // namespace heddle
