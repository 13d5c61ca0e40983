// Chooser: follows a Schedule. Every executor asks it at every choice, so that a schedule means the same
// wherever it runs. It decides nothing: prefix, tail rule, seed and sleep set all come from the schedule.
//
// Called at every step of every run: no allocation, no virtual call.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/hash.h"
#include "base/thread_set.h"
#include "trace/dependence.h"
#include "trace/event.h"
#include "trace/schedule.h"

namespace heddle {

class Chooser {
 public:
  enum : int { kAllAsleep = -1, kImpossible = -2 };

  void start(const Schedule& schedule, const DependenceOptions& dependence) {
    schedule_ = &schedule;
    dependence_ = dependence;
    step_ = 0;
    last_ = kMainThread;
    in_a_row_ = 0;
    fall_asleep(ThreadSet());
    fall_asleep_ = false;
    random_ = Random(schedule.seed);
    change_ = choices_ = 0;
    if (schedule.tail == Tail::kPct)
      for (auto& p : priority_) p = static_cast<uint32_t>(random_.next() >> 33) + kLowPriorities;
    by_length_ = !schedule.lengths.empty();
    if (by_length_)
      for (auto& steps : done_) steps = 0;
    if (schedule.prefix.empty()) fall_asleep(schedule.asleep);
  }

  // The thread to run next, of `count` enabled ones, one or more. A negative answer is one of the two above: all are
  // asleep, or the prefix names a thread that is not enabled.
  [[gnu::always_inline]] int pick_thread(const ThreadSet& enabled, int count) {
    const std::size_t step = step_++;
    const auto& prefix = schedule_->prefix;
    if (step < prefix.size()) {
      if (prefix[step] >= kMaxThreads || !enabled.test(static_cast<ThreadId>(prefix[step]))) return kImpossible;
      if (step + 1 == prefix.size()) fall_asleep_ = true;
      return last_ = static_cast<ThreadId>(prefix[step]);
    }
    if (some_asleep_) return pick_awake(enabled - asleep_);
    return count == 1 ? last_ = enabled.first() : pick_tail(enabled);
  }

  // A value in [0, count), or kImpossible.
  int pick_value(int count) {
    const std::size_t step = step_++;
    const auto& prefix = schedule_->prefix;
    if (step < prefix.size()) {
      if (step + 1 == prefix.size()) fall_asleep_ = true;
      return prefix[step] < count ? prefix[step] : kImpossible;
    }
    switch (schedule_->tail) {
      case Tail::kRandom:
      case Tail::kPct: return static_cast<int>(random_.below(static_cast<uint32_t>(count)));
      default: return 0;
    }
  }

  // `event` was performed by the thread picked last. Wakes sleepers whose next event conflicts with it; `next[t]` is the
  // next event of thread t.
  void performed(const Event& event, const Event* next) {
    if (fall_asleep_) {  // the last event of the prefix: the sleep set holds from here
      fall_asleep_ = false;
      fall_asleep(schedule_->asleep);
    }
    if (some_asleep_) wake(event, next);
    if (by_length_) ++done_[event.thread];
  }

  // The thread that runs has done much that nobody notices: with Tail::kFair another goes on now.
  void tire() { in_a_row_ = kPatience; }

  // What the prefix says about the next step; negative if it is over.
  int prescribed() const { return step_ < schedule_->prefix.size() ? schedule_->prefix[step_] : -1; }
  std::size_t steps() const { return step_; }
  const ThreadSet& asleep() const { return asleep_; }

 private:
  static constexpr uint32_t kLowPriorities = 1 << 16;
  static constexpr uint32_t kPatience = 1 << 14;  // steps of one thread, one after the other, while others could go on

  void fall_asleep(const ThreadSet& threads) {
    asleep_ = threads;
    some_asleep_ = threads.any();
  }

  [[gnu::noinline]] void wake(const Event& event, const Event* next) {
    ThreadSet awake;
    if (schedule_->asleep_events.empty()) {
      asleep_.for_each([&](ThreadId t) {
        if (conflicts(event, next[t], dependence_)) awake.set(t);
      });
    } else {
      for (const Event& sleeper : schedule_->asleep_events)
        if (conflicts(event, sleeper, dependence_)) awake.set(sleeper.thread);
    }
    fall_asleep(asleep_ - awake);
  }

  int pick_awake(const ThreadSet& options) { return options.none() ? kAllAsleep : pick_tail(options); }

  [[gnu::noinline]] int pick_tail(const ThreadSet& options) {
    switch (schedule_->tail) {
      case Tail::kFirst: return last_ = options.first();
      case Tail::kStay: return last_ = options.test(last_) ? last_ : options.first();
      case Tail::kFair: return last_ = pick_fairly(options);
      case Tail::kRandom: {
        const int n = options.count();
        if (n == 1) return last_ = options.first();
        if (by_length_) return last_ = pick_by_length(options);
        return last_ = options.nth(static_cast<int>(random_.below(static_cast<uint32_t>(n))));
      }
      case Tail::kPct: return last_ = pick_by_priority(options);
    }
    return kImpossible;
  }

  ThreadId pick_fairly(const ThreadSet& options) {
    if (!options.test(last_)) return in_a_row_ = 0, options.first();
    if (in_a_row_++ < kPatience) return last_;
    in_a_row_ = 0;
    for (int t = last_ + 1; t < kMaxThreads; ++t)
      if (options.test(static_cast<ThreadId>(t))) return static_cast<ThreadId>(t);
    return options.first();
  }

  ThreadId pick_by_length(const ThreadSet& options) {
    uint32_t sum = 0;
    options.for_each([&](ThreadId t) { sum += chance_of(*schedule_, t, done_[t]); });
    uint32_t left = random_.below(sum);
    int picked = -1;
    options.for_each([&](ThreadId t) {
      const uint32_t chance = chance_of(*schedule_, t, done_[t]);
      if (picked < 0 && left < chance) picked = t;
      left -= chance;
    });
    return static_cast<ThreadId>(picked);
  }

  ThreadId pick_by_priority(const ThreadSet& options) {
    const std::size_t choice = choices_++;
    ThreadId best = highest(options);
    const auto& points = schedule_->change_points;
    while (change_ < points.size() && points[change_] <= choice) {
      priority_[best] = kLowPriorities - 1 - static_cast<uint32_t>(change_++);
      best = highest(options);
    }
    return best;
  }
  ThreadId highest(const ThreadSet& options) const {
    ThreadId best = options.first();
    options.for_each([&](ThreadId t) {
      if (priority_[t] > priority_[best]) best = t;
    });
    return best;
  }

  const Schedule* schedule_ = nullptr;
  DependenceOptions dependence_;
  std::size_t step_ = 0;      // steps taken so far
  ThreadId last_ = 0;         // the thread picked last
  uint32_t in_a_row_ = 0;     // kFair: steps of that thread since another could go on
  ThreadSet asleep_;          // see Schedule::asleep; shrinks during the run
  bool some_asleep_ = false;  // asleep_ is not empty
  bool fall_asleep_ = false;  // the prefix ends with the event about to be performed
  Random random_;
  std::size_t change_ = 0;   // priority change points passed
  std::size_t choices_ = 0;  // kPct: points so far at which more than one thread could go on
  uint32_t priority_[kMaxThreads] = {};
  bool by_length_ = false;           // Schedule::lengths are given
  uint32_t done_[kMaxThreads] = {};  // then: steps of each thread
};

}  // namespace heddle
