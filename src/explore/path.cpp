// See path.h.
#include "explore/path.h"

#include <algorithm>

#include "base/check.h"
#include "explore/path_events.h"

namespace heddle {
bool Path::sabotaged(const Event& a, const Event& b) const {
  const Class ca = class_of(a.op), cb = class_of(b.op);
  if (fault_ == Fault::kLocksIndependent) return ca == Class::kLock || cb == Class::kLock;
  if (fault_ == Fault::kSignalsIndependent)
    return ca == Class::kCondition && cb == Class::kCondition && lock_of(a) != lock_of(b);
  if (fault_ == Fault::kArrivalsIndependent) return ca == Class::kBarrier && cb == Class::kBarrier;
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
  build_index(index_.size());
}

void Path::build_index(size_t events) {
  index_.clear(stride_);
  for (size_t k = 0; k < events; ++k) index_.push(events_[k]);
}

void Path::begin(const Trace& trace, size_t kept) {
  if (clocks_.empty()) widen(stride_);
  index_.pop_to(kept);
  std::fill(clocks_.begin(), clocks_.end(), 0);
  std::fill(waiting_.begin(), waiting_.end(), 0);
  count_ = 0;
  steps_ = trace.steps;
  next_step_ = 0;
  in_unit_ = false;
  alive_ = 1;
  main_ended_ = false;
  has_units_ |= std::ranges::any_of(trace.events, [](const Event& e) { return (e.flags & kInSection) != 0; });
  left_in_unit_.clear();
  for (const Event& e : trace.pending)
    if (e.flags & kInSection) has_units_ = true, left_in_unit_.set(e.thread);
}

size_t Path::unit_end(size_t k) const {
  size_t end = k;
  while (end + 1 < last_size_ && inside_[end + 1]) ++end;
  if (!has_units_ || end > k) return end;
  while (end + 1 < last_size_ && continues(end + 1)) ++end;
  for (size_t i = k; i <= end && end > k; ++i)
    if (picks_value(events_[i].op)) return kOpen;
  for (size_t i = end + 1; i < last_size_; ++i)
    if (events_[i].thread == events_[k].thread) return events_[i].flags & kInSection ? kOpen : end;
  return left_in_unit_.test(events_[k].thread) ? kOpen : end;
}

// What happens before one event of a unit happens before all of them, and the other way round.
void Path::end_unit(size_t first) {
  races_.clear();
  const size_t last = count_ - 1;
  for (size_t k = first; k < last; ++k) std::copy_n(row(last), stride_, row(k));
  for (uint32_t& i : unit_races_) i = static_cast<uint32_t>(unit_start(i));
  std::sort(unit_races_.rbegin(), unit_races_.rend());
  unit_races_.erase(std::unique(unit_races_.begin(), unit_races_.end()), unit_races_.end());
}

// True if it was a scheduled event beyond those kept.
bool Path::take(const Event& original, size_t kept, Role role) {
  Event event = original;
  if (role == Role::kMuted || role == Role::kOpens || role == Role::kCloses) {
    event.op = Op::kYield;
    event.object = event.second = 0;
    event.length = 0;
    event.flags &= kScheduled;
  }
  const size_t named =
      std::max<size_t>(event.thread, event.op == Op::kCreate || event.op == Op::kJoin ? event.object : 0) + 1;
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
  while (next_step_ < steps_.size() && steps_[next_step_].kind != Step::kThread) ++next_step_;
  CHECK(next_step_ < steps_.size());
  const Step& step = steps_[next_step_++];
  const bool is_new = count_ >= kept;
  if (is_new) {
    if (events_.size() <= count_) enabled_.resize(count_ + 1);
    enabled_[count_] = step.enabled;
    add(event, true);
    inside_[count_ - 1] = role == Role::kInside || role == Role::kCloses;
    if (in_unit_) {
      unit_races_.insert(unit_races_.end(), races_.begin(), races_.end());
      races_.clear();
    }
  } else {
    ++count_;
  }
  const size_t k = count_ - 1;
  last_size_ = count_;
  std::copy_n(row(k), stride_, clock(event.thread));
  release_waiters(event, k);
  return is_new;
}

size_t Path::append(const Event& event) {
  const size_t k = count_++;
  if (events_.size() < count_) {
    events_.resize(count_);
    enabled_.resize(count_);
  }
  if (inside_.size() < count_) inside_.resize(count_);
  inside_[k] = 0;
  if (rows_.size() < count_ * stride_) {
    rows_.resize(count_ * stride_);
    pasts_.resize(count_ * stride_);
  }
  events_[k] = event;
  return k;
}

void Path::add(const Event& event, bool performed) {
  const size_t k = append(event);
  if (event.flags & kAfterAwait) past_of_await(k);
  find_races(k, performed);
  row(k)[event.thread] = static_cast<uint32_t>(k + 1);
  if (performed) index_.push(event);
}

// A signal, a completed barrier or a wake-up lets waiting threads go on: it is in their past from now on. Which
// of several waiters a futex wakes is not known; then nothing is said, which costs runs at worst.
void Path::release_waiters(const Event& event, size_t k) {
  waiting_[event.thread] = 0;
  impatient_.clear();
  switch (event.op) {
    case Op::kCondWait: waiting_[event.thread] = event.object; return;
    case Op::kFutexWait:
      if (!(event.flags & kFailed)) waiting_[event.thread] = event.object;
      return;
    case Op::kBarrier:
      if (event.read == 1) end_round(event);
      else waiting_[event.thread] = event.object;
      return;
    case Op::kSignal:
    case Op::kBroadcast: break;
    case Op::kFutexWake:
      if (static_cast<uint64_t>(std::count(waiting_.begin(), waiting_.end(), event.object)) > event.read) return;
      break;
    default: return;
  }
  for (size_t t = 0; t < waiting_.size(); ++t) {
    if (waiting_[t] != event.object || (event.op == Op::kSignal && event.read != t + 1)) continue;
    waiting_[t] = 0;
    if (enabled_[unit_start(k)].test(static_cast<ThreadId>(t))) impatient_.set(static_cast<ThreadId>(t));
    join(clock(static_cast<ThreadId>(t)), row(k));
  }
}

// Whoever leaves a barrier comes after all who arrived in that round.
void Path::end_round(const Event& last) {
  uint32_t* all = clock(last.thread);
  for (size_t t = 0; t < waiting_.size(); ++t)
    if (waiting_[t] == last.object) join(all, clock(static_cast<ThreadId>(t)));
  for (size_t t = 0; t < waiting_.size(); ++t) {
    if (waiting_[t] != last.object) continue;
    waiting_[t] = 0;
    join(clock(static_cast<ThreadId>(t)), all);
  }
}

// The write that ended a spin loop's wait. A loop that watches one place has just one candidate, unless a later write does not
// depend on it (updates that commute, halves of the place). One that watches several could have been let go by any of
// them. Then nothing is certain and the race stays.
void Path::past_of_await(size_t k) {
  const Event& e = events_[k];
  size_t previous = k;
  while (previous > 0 && events_[previous - 1].thread != e.thread) --previous;
  if (previous == 0) return;
  const Event& watched = events_[previous - 1];
  if (watched.op != Op::kRead || watched.object != e.object || watched.length != e.length) return;
  size_t i = k;
  while (i > previous) {
    const size_t start = std::max(unit_start(i - 1), previous);
    if (!enabled_[start].test(e.thread)) break;
    i = start;
  }
  if (i == previous) return;
  bool sure = true;
  for (size_t j = i; j < k; ++j) {
    if (!conflict(events_[j], e) || before(i - 1, j)) continue;
    const Changes changes = changes_alone(events_[j], e);
    if (changes == Changes::kYes) return;
    sure &= changes == Changes::kNo;
  }
  if (sure) join(clock(e.thread), row(i - 1));
  else unsure_waker_ = true;
}

bool Path::add_pending(const Event& event, bool failed) {
  if (fault_ == Fault::kNoPendingRaces) return false;
  if (!failed && !blocks_on_lock(event) && !blocks_on_semaphore(event)) return false;
  if (event.thread >= stride_) widen(event.thread + 1u);
  add(event, false);
  return true;
}

void Path::add_timeout(size_t k, ThreadId thread) {
  size_t wait = k;
  while (events_[--wait].thread != thread) {
  }
  Event timeout = events_[wait];
  timeout.op = Op::kTimeout;
  timeout.flags = kAtomic;
  const size_t at = append(timeout);
  std::copy_n(row(wait), stride_, pasts_.data() + at * stride_);
  std::copy_n(row(wait), stride_, row(at));
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
  // Who completes a round goes on at once, and whoever fails then keeps the others from it: here it matters who was the last to
  // arrive, though nobody asks.
  for (uint32_t k : last)
    if (culprits_left > 0 && events_[k].op == Op::kBarrier) events_[k].flags &= static_cast<uint8_t>(~kUnused);
  return true;
}

void Path::save(Writer& out) const {
  out.put<uint64_t>(stride_);
  out.put(has_units_);
  out.put(left_in_unit_);
  out.put<uint64_t>(count_);
  const auto known = static_cast<std::ptrdiff_t>(has_units_ || has_sections_ ? std::max(count_, last_size_) : count_);
  out.put(std::vector<Event>(events_.begin(), events_.begin() + known));
  out.put(std::vector<ThreadSet>(enabled_.begin(), enabled_.begin() + known));
  out.put(std::vector<uint8_t>(inside_.begin(), inside_.begin() + known));
  out.put(std::vector<uint32_t>(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(count_ * stride_)));
  out.put(std::vector<uint32_t>(pasts_.begin(), pasts_.begin() + static_cast<std::ptrdiff_t>(count_ * stride_)));
}

bool Path::load(Reader& in) {
  stride_ = in.get<uint64_t>();
  has_units_ = in.get<bool>();
  left_in_unit_ = in.get<ThreadSet>();
  count_ = in.get<uint64_t>();
  events_ = in.get_vector<Event>();
  enabled_ = in.get_vector<ThreadSet>();
  inside_ = in.get_vector<uint8_t>();
  rows_ = in.get_vector<uint32_t>();
  pasts_ = in.get_vector<uint32_t>();
  last_size_ = events_.size();
  if (!in.ok() || stride_ == 0 || stride_ > kMaxThreads || enabled_.size() != last_size_ ||
      inside_.size() != last_size_ || count_ > last_size_ || rows_.size() != count_ * stride_ ||
      pasts_.size() != rows_.size() ||
      std::any_of(events_.begin(), events_.end(), [&](const Event& e) { return e.thread >= stride_; }))
    return false;
  clocks_.assign(stride_ * stride_, 0);
  waiting_.assign(stride_, 0);
  scratch_.assign(stride_, 0);
  build_index(count_);
  return true;
}

}  // namespace heddle
