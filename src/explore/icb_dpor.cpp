// icb+dpor: partial order reduction within a bound on preemptions (Coons, Musuvathi, McKinley: Bounded Partial-Order
// Reduction, OOPSLA 2013). Bound 0, then 1, 2, …
//
// The naive combination is unsound: a backtrack point just before a racing event may need a preemption too many, while
// the same reversal a little earlier, where the processor changed hands anyway, would have been within the bound. So a
// race with event i adds two backtrack points: before i, and, conservatively, where the thread of i was last switched
// to. And every conflicting earlier event counts, not only the latest, since the chain of reversals through which plain
// reduction would reach the others may leave the bound; an unlock counts as well, since a thread that runs into a held
// lock gives the processor back for free. Sleep sets are not used: what a sleeping thread's subtree left out for the
// bound would be lost.
//
// Guarantee: after bound c every local history, and so every assertion failure, that some schedule with at most c
// preemptions shows has been seen. Runs may show the same trace more than once, and each bound starts afresh: the runs
// of the earlier bounds are few compared with those of the next one. For the same reason work is not split.
#include <algorithm>

#include "explore/engines.h"
#include "explore/path.h"

namespace heddle {
namespace {

struct Frame {
  bool is_value = false;
  uint16_t pick = 0;
  uint16_t next = 0, end = 0;  // value step: values still to try
  uint32_t event = 0;          // index in the path, for a value step of its thread step
  uint32_t block = 0;          // the frame at which the thread of this one was switched to
  uint32_t spent = 0;          // preemptions before this step
  int32_t last = -1;           // the thread that ran before, -1 for none
  ThreadSet enabled, backtrack, done;
};

class IcbDpor final : public Engine {
 public:
  IcbDpor(const EngineOptions& options, Fault fault)
      : path_(options.dependence, fault), fault_(fault), limit_(options.preemptions) {}

  bool next(Work& work) override {
    if (started_ && !backtrack()) {
      finished_ = !deferred_ || (limit_ >= 0 && bound_ >= static_cast<uint32_t>(limit_));
      if (finished_) return false;
      ++bound_;
      deferred_ = false;
    }
    started_ = true;
    work.schedule.tail = Tail::kStay;
    work.schedule.prefix.resize(frames_.size());
    for (size_t i = 0; i < frames_.size(); ++i) work.schedule.prefix[i] = frames_[i].pick;
    return true;
  }

  void observe(const Work&, const Trace& trace) override {
    if (trace.steps.size() < frames_.size()) return;
    size_t top = frames_.size();
    while (top > 0 && frames_[top - 1].is_value) --top;
    const size_t kept = top == 0 ? 0 : frames_[top - 1].event;
    for (size_t i = frames_.size(); i < trace.steps.size(); ++i) push(trace.steps[i]);
    frame_of_.clear();
    for (size_t i = 0; i < frames_.size(); ++i)
      if (!frames_[i].is_value) frame_of_.push_back(static_cast<uint32_t>(i));
    path_.follow(trace, kept, [&](size_t k) {
      reverse_races(k);
      path_.impatient().for_each([&](ThreadId t) { want(frame_of_[k], t); });
    });
    for (const Event& pending : trace.pending) {
      if (!path_.add_pending(pending)) continue;
      reverse_races(path_.size() - 1);
      path_.drop_pending();
    }
    if (path_.was_cut(trace, last_))
      for (uint32_t k : last_) {
        Frame& frame = frames_[frame_of_[k]];
        frame.backtrack |= frame.enabled;
        frames_[frame.block].backtrack |= frames_[frame.block].enabled;
      }
  }

  // Not if schedules beyond the limit were left out, which is known when nothing is left.
  bool exhaustive() const override { return !(finished_ && deferred_); }

  void save(Writer& out) const override {
    out.put(started_);
    out.put(deferred_);
    out.put(bound_);
    out.put(frames_);
    path_.save(out);
  }
  bool load(Reader& in) override {
    started_ = in.get<bool>();
    deferred_ = in.get<bool>();
    bound_ = in.get<uint32_t>();
    frames_ = in.get_vector<Frame>();
    return path_.load(in) && in.ok();
  }
  bool split(Writer&) override { return false; }

  std::string progress() const override {
    if (finished_) return "all behaviour with up to " + std::to_string(bound_) + " preemptions";
    return "bound " + std::to_string(bound_);
  }

 private:
  static bool preempts(const Frame& f, ThreadId t) {
    return f.last >= 0 && f.last != t && f.enabled.test(static_cast<ThreadId>(f.last));
  }

  // To the deepest frame with an alternative within the bound. False, with no frame left, if there is none.
  bool backtrack() {
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.is_value) {
        if (top.next < top.end) {
          top.pick = top.next++;
          return true;
        }
      } else if (alternative(top)) {
        return true;
      } else {
        path_.cut(std::min<size_t>(path_.size(), top.event));
      }
      frames_.pop_back();
    }
    return false;
  }

  bool alternative(Frame& top) {
    top.done.set(static_cast<ThreadId>(top.pick));
    ThreadSet rest = top.backtrack - top.done;
    while (rest.any()) {
      const ThreadId t = rest.first();
      rest.reset(t);
      top.done.set(t);
      if (top.spent + preempts(top, t) > bound_) {
        deferred_ = true;
        continue;
      }
      top.pick = t;
      top.block = top.last == t ? top.block : static_cast<uint32_t>(frames_.size() - 1);
      return true;
    }
    return false;
  }

  void push(const Step& step) {
    size_t below = frames_.size();
    while (below > 0 && frames_[below - 1].is_value) --below;
    Frame frame;
    frame.pick = step.pick;
    if (step.kind == Step::kValue) {
      frame.is_value = true;
      frame.next = 1;
      frame.end = step.count;
      frame.event = frames_[below - 1].event;
    } else {
      frame.enabled = step.enabled;
      frame.backtrack.set(static_cast<ThreadId>(step.pick));
      frame.block = static_cast<uint32_t>(frames_.size());
      if (below > 0) {
        const Frame& previous = frames_[below - 1];
        frame.event = previous.event + 1;
        frame.last = previous.pick;
        frame.spent = previous.spent + preempts(previous, static_cast<ThreadId>(previous.pick));
        if (previous.pick == step.pick) frame.block = previous.block;
      }
    }
    frames_.push_back(frame);
  }

  void reverse_races(size_t k) {
    const ThreadId t = path_.event(k).thread;
    path_.for_each_conflict(k, [&](size_t i) {
      want(frame_of_[i], t);
      if (fault_ != Fault::kNaiveBound) want(frames_[frame_of_[i]].block, t);
    });
  }

  void want(size_t at, ThreadId thread) {
    Frame& frame = frames_[at];
    if (frame.enabled.test(thread)) frame.backtrack.set(thread);
    else frame.backtrack |= frame.enabled;
  }

  Path path_;
  Fault fault_;
  int limit_;                       // the largest bound, -1 for none
  uint32_t bound_ = 0;              // preemptions allowed now
  std::vector<Frame> frames_;       // one per step of the current path
  std::vector<uint32_t> frame_of_;  // event in `path_` -> its frame
  std::vector<uint32_t> last_;      // see Path::was_cut
  bool started_ = false;
  bool deferred_ = false;           // something was left out because of the bound
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<Engine> make_icb_dpor(const EngineOptions& options) { return make_icb_dpor(options, Fault::kNone); }
std::unique_ptr<Engine> make_icb_dpor(const EngineOptions& options, Fault fault) {
  return std::make_unique<IcbDpor>(options, fault);
}

}  // namespace heddle
