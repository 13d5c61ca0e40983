// Path: the scheduled events of the run an engine looks at, in order, with the happens-before relation among
// them and the races that could be reversed. What source-set, optimal and classic partial order reduction share.
//
// Happens-before is program order, creation and join, conflicts (trace/dependence.h), and what lets a waiting
// thread go on: the signal for a condition wait, the last arrival at a barrier, the write a spin loop waited for.
// Each event has a vector clock; a component is 1 + the index of that thread's latest event that happens before.
//
// A race (i, k) is a pair of conflicting events of different threads with nothing between them in happens-before,
// such that k could also have happened before i. Three kinds of events cannot simply be swapped:
//   - a lock is taken after an unlock because it had to be. What can be reversed is the order of the two acquires,
//     so the race is with the acquire that began the time in which the lock was last held;
//   - likewise a semaphore whose last unit was just posted: the race is with the wait that took a unit before;
//   - what an event waited for is part of its past, so no race with the signal or the write that let it go on. A thread
//     that could have given up waiting did something else then (`impatient`).
// A thread in a deadlock waits for an event that never happens; it races like one that did (`add_pending`).
//
// Steps whose order nobody notices (unnoticed.h): those that conflict with nothing stand here as kYield. A critical section that is one
// step is a unit: its events share one clock, that of the last of them, its races are known when it ends, and are with whole units.
//
// No allocation once the buffers have grown to the longest run.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "explore/path_index.h"
#include "explore/unnoticed.h"
#include "trace/dependence.h"
#include "trace/trace.h"

namespace heddle {

// Ways to break partial order reduction on purpose, to test that the oracle notices. Engines have none.
enum class Fault : uint8_t {
  kNone,
  kLocksIndependent,     // lock operations conflict with nothing
  kNoLockReversal,       // the order of two acquires is never reversed
  kNoPendingRaces,       // threads in a deadlock are forgotten
  kNoWriteReadReversal,  // a read is never moved before the write it reads from
  kSignalsIndependent,   // a signal conflicts with no wait
  kNoSemaphoreReversal,  // the order of two semaphore waits is never reversed
  kArrivalsIndependent,  // who meets whom at a barrier is never reversed
  kSleepersNeverWake,    // sleep sets are inherited whole
  kFirstInitialOnly,     // a backtrack point is dropped unless the racing thread itself is an initial
  kIgnoreValueSteps,     // only the first value of a choice is explored
  kStopAtFinding,        // what a failing run cut off is not explored otherwise
  kNaiveBound,           // icb+dpor: no conservative backtrack points
  kSectionsNest,         // locks may be taken in a section that is one step
  kSectionsUnguarded,    // what is accessed in it may be accessed elsewhere
  kSectionsForgotten,    // a mutex that was clean is never looked at again
  kReadsUnobserved,      // a write may be overwritten though others read
  kLastOverwritten,      // the last write of a thread counts as overwritten
};

class Path {
 public:
  explicit Path(const DependenceOptions& dependence, Fault fault = Fault::kNone)
      : dependence_(dependence), fault_(fault) {}

  // Takes over the events of a run whose first `kept` scheduled events are those this path already has. For each
  // later one calls visit(k) once event k and its races are known. `roles`, if there are any, says what each event is.
  template <class Visit>
  void follow(const Trace& trace, size_t kept, std::span<const Role> roles, Visit&& visit) {
    begin(trace, kept);
    size_t open = 0;  // the first event of the unit under way
    const auto visit_unit = [&] {
      in_unit_ = false;
      if (count_ <= kept) return;
      end_unit(open);
      for (size_t k = std::max(open, kept); k < count_; ++k) {
        if (k + 1 == count_) races_.swap(unit_races_);
        visit(k);
      }
      unit_races_.clear();
    };
    for (size_t i = 0; i < trace.events.size(); ++i) {
      const Role role = roles.empty() ? Role::kStep : roles[i];
      if (role == Role::kOpens) open = count_, in_unit_ = has_sections_ = true;
      const bool is_new = take(trace.events[i], kept, role);
      if (role == Role::kCloses) visit_unit();
      else if (is_new && !in_unit_) visit(count_ - 1);
    }
    if (in_unit_) visit_unit();  // the run was cut short
  }
  template <class Visit>
  void follow(const Trace& trace, size_t kept, Visit&& visit) {
    follow(trace, kept, {}, visit);
  }

  size_t size() const { return count_; }
  const Event& event(size_t k) const { return events_[k]; }
  const ThreadSet& enabled(size_t k) const { return enabled_[k]; }  // as event k was about to happen
  // Events that event k (the last one taken or added) races with, latest first; of a unit all of them when it has ended, and before
  // that none.
  const std::vector<uint32_t>& races() const { return races_; }
  // Calls f(i) for every earlier event that conflicts with event k, races or not, except what let k go on.
  template <class F>
  void for_each_conflict(size_t k, F&& f) const {
    for (size_t i = k; i-- > 0;)
      if (events_[i].thread != events_[k].thread && !in_past(i, k) && conflict(events_[i], events_[k])) f(i);
  }
  // Threads that event k (the last one taken) let go on, but that could have given up waiting before it.
  const ThreadSet& impatient() const { return impatient_; }
  // Event i happens before event k; i < k.
  bool before(size_t i, size_t k) const { return row(k)[events_[i].thread] > i; }

  // Event i had to happen for k to be next.
  bool in_past(size_t i, size_t k) const { return pasts_[k * stride_ + events_[i].thread] > i; }

  // The threads that can take the first step of a run in which k comes before i: the initials of what follows i
  // without depending on it, and then k.
  ThreadSet initials(size_t i, size_t k) const;

  // A run in which k comes before i, from just before i on: what does not depend on i, from the whole path, and then
  // k, as indices of events. False if k could not be performed there after all.
  bool reversal(size_t i, size_t k, std::vector<uint32_t>& sequence) const;
  // Of such a sequence (or one with elements taken out), whose last member is `k`, which will be the event `moved`: its member
  // at `x` depends on no member before it.
  bool is_initial(const std::vector<uint32_t>& sequence, size_t x, size_t k, const Event& moved) const;
  // Event k as it will be after `sequence`, in which it comes before i: a try that failed may succeed there, and the other way
  // round. `open` receives whether that cannot be told; then it stands there as if it succeeded.
  Event moved_event(size_t i, const std::vector<uint32_t>& sequence, size_t k, bool& open) const;

  // Whether the member at `x` of such a sequence, if it arrives at a barrier, completes a round there.
  bool completes_round(size_t i, const std::vector<uint32_t>& sequence, size_t x) const;

  // A thread could never perform this event, or failed at it: adds it at the end, with its races, until `drop_pending`.
  // False, and nothing is added, if such an event cannot race.
  bool add_pending(const Event& event, bool failed);
  // Likewise: the event by which `thread`, which event k let go on, could have given up waiting before k (`impatient`).
  void add_timeout(size_t k, ThreadId thread);
  void drop_pending() { --count_; }

  // After the run: it was cut short, by a finding or the end of the process, while threads were not done that are
  // not stuck either. `last` then receives the latest events that led to it, no two of them ordered.
  bool was_cut(const Trace& trace, std::vector<uint32_t>& last);

  // Atomic sections: a thread's events between which nobody else could come are one step, a unit. Most events are units of
  // their own. The first event of the unit of event k; the last one, as in the last run that went so far, or kOpen if the
  // unit did not come to its end there, or need not always be the same.
  size_t unit_start(size_t k) const {
    while (continues(k)) --k;
    return k;
  }
  static constexpr size_t kOpen = SIZE_MAX;
  size_t unit_end(size_t k) const;
  // Some run had sections in the program itself: which threads can begin a reversal is not known then. A run that ends before a lock does not show that a section begins there.
  bool has_units() const { return has_units_; }
  // Some run had critical sections that are one step.
  bool has_sections() const { return has_sections_; }

  // In some run nobody could tell whether a spin loop would have gone on without the write that let it: its races may turn out
  // not to be reversible.
  bool unsure_waker() const { return unsure_waker_; }

  bool conflict(const Event& a, const Event& b) const {
    if (fault_ != Fault::kNone && sabotaged(a, b)) return false;
    return conflicts(a, b, dependence_);
  }

  void cut(size_t n) {
    count_ = n;
    index_.pop_to(n);
  }
  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  bool continues(size_t k) const {
    if (inside_[k]) return true;
    return events_[k].flags & kInSection && k > 0 && events_[k - 1].thread == events_[k].thread &&
           enabled_[k].count() == 1;
  }
  uint32_t* row(size_t k) { return rows_.data() + k * stride_; }
  const uint32_t* row(size_t k) const { return rows_.data() + k * stride_; }
  uint32_t* clock(ThreadId t) { return clocks_.data() + t * stride_; }
  void join(uint32_t* to, const uint32_t* from) const;

  void begin(const Trace& trace, size_t kept);
  bool take(const Event& event, size_t kept, Role role);
  void end_unit(size_t first);
  void widen(size_t threads);
  void build_index(size_t events);
  size_t append(const Event& event);
  void add(const Event& event, bool performed);
  void past_of_await(size_t k);
  void find_races(size_t k, bool performed);
  void acquire_races(size_t k);
  void semaphore_races(size_t k, bool performed);
  bool possible_after(size_t i, const std::vector<uint32_t>& sequence, size_t k) const;
  bool lock_is_free(size_t i, const std::vector<uint32_t>& sequence, const Event& e, bool again) const;
  Event moved_wait(size_t i, const std::vector<uint32_t>& sequence, size_t k, bool& open) const;
  bool contents(size_t i, const std::vector<uint32_t>& sequence, uint64_t address, uint64_t length,
                uint64_t& value) const;
  bool has_unit(size_t i, const std::vector<uint32_t>& sequence, uint64_t semaphore) const;
  bool reversible_shared(size_t i) const;
  bool left_out(size_t i, size_t j, size_t k) const;
  void release_waiters(const Event& event, size_t k);
  void end_round(const Event& last);
  bool sabotaged(const Event& a, const Event& b) const;

  DependenceOptions dependence_;
  Fault fault_;
  size_t count_ = 0;   // events in use; the vectors keep their size
  size_t stride_ = 4;  // components of a clock
  std::vector<Event> events_;
  std::vector<ThreadSet> enabled_;
  std::vector<uint32_t> rows_;     // clock of each event
  std::vector<uint32_t> pasts_;    // clock of its thread just before: what had to happen for it to be next
  std::vector<uint32_t> clocks_;   // clock of each thread: what happens before its next event
  PathIndex index_;                // of the events performed
  std::vector<uint32_t> scratch_;  // one clock
  std::vector<uint32_t> races_;
  std::vector<uint32_t> unit_races_;  // of the unit under way
  bool in_unit_ = false, has_sections_ = false;
  std::vector<uint8_t> inside_;  // per event: it goes on with a unit that is a critical section
  ThreadSet impatient_;
  std::vector<uint64_t> waiting_;  // per thread: object it waits for inside a call, 0 if none
  std::span<const Step> steps_;    // of the trace being followed
  size_t next_step_ = 0;
  size_t last_size_ = 0;  // events of the last run; it stays when the path is cut
  bool has_units_ = false;
  bool unsure_waker_ = false;
  ThreadSet left_in_unit_;  // threads that the last run left within a section
  bool main_ended_ = false;
  int alive_ = 1;  // threads that were created and have not ended
};

}  // namespace heddle
