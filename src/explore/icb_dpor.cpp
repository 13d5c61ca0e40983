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
// of the earlier bounds are few compared with those of the next one.
//
// Splitting: an engine works on subtrees, each named by the picks that lead to its root, and goes through all of them at
// each bound. At first there is one, the whole tree. To split, the tree is cut along the current path down to a step
// with alternatives: whatever is possible beside that path within the bound becomes a root, asked for by a race or not,
// since those who get them cannot tell each other about races. Part of the roots still to come is given away. A race that
// asks for something beside the way to a root that was not within the bound then makes one more root, for whoever saw it;
// two may make the same one, each of them once.
#include <algorithm>
#include <set>

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

struct Root {
  std::vector<uint16_t> picks;
  std::vector<uint32_t> covered;  // per pick: what needs no more preemptions was made a root beside it
  uint32_t spent = 0;             // preemptions among the picks
};

constexpr size_t kDeepestCut = 200;  // steps; the roots made by a cut grow with its square

DependenceOptions counting_switches(DependenceOptions dependence) {
  dependence.ordered_arrivals = true;
  return dependence;
}

class IcbDpor final : public Engine {
 public:
  IcbDpor(const EngineOptions& options, Fault fault)
      : path_(counting_switches(options.dependence), fault), fault_(fault), limit_(options.preemptions) {}

  bool next(Work& work) override {
    if (started_ && backtrack()) {
      emit(work, frames_, [](const Frame& f) { return f.pick; });
      return true;
    }
    if (started_) ++at_;
    started_ = true;
    if (!next_root()) return false;
    frames_.clear();
    path_.cut(0);
    emit(work, roots_[at_].picks, [](uint16_t pick) { return pick; });
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
      if (!path_.add_pending(pending, failed(trace, pending.thread))) continue;
      reverse_races(path_.size() - 1);
      path_.drop_pending();
    }
    if (!path_.was_cut(trace, last_)) return;
    for (uint32_t k : last_) want_all_at(frame_of_[path_.unit_start(k)]);
    size_t at = frames_.size();
    while (at > 0 && frames_[at - 1].is_value) --at;
    if (at > 0 && frames_[at - 1].event >= path_.size()) want_all_at(at - 1);  // it failed before its event
  }

  // Not if schedules beyond the limit were left out, which is known when nothing is left.
  bool exhaustive() const override { return !(finished_ && deferred_); }

  void save(Writer& out) const override {
    save(out, started_, 0, roots_.size());
    out.put(deferred_);
    out.put<uint64_t>(at_);
    out.put(frames_);
    path_.save(out);
  }
  bool load(Reader& in) override {
    started_ = in.get<bool>();
    bound_ = in.get<uint32_t>();
    roots_.clear();
    for (auto n = in.get<uint32_t>(); n > 0 && in.ok(); --n) roots_.emplace_back();
    for (Root& root : roots_) {
      root.picks = in.get_vector<uint16_t>();
      root.covered = in.get_vector<uint32_t>();
      root.spent = in.get<uint32_t>();
      if (root.covered.size() != root.picks.size()) return false;
    }
    known_.clear();
    for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) known_.insert(in.get_vector<uint16_t>());
    deferred_ = in.get<bool>();
    at_ = in.get<uint64_t>();
    frames_ = in.get_vector<Frame>();
    return path_.load(in) && in.ok() && at_ <= roots_.size();
  }
  bool split(Writer& out) override;

  std::string progress() const override {
    if (finished_) return "all behaviour with up to " + std::to_string(bound_) + " preemptions";
    return "bound " + std::to_string(bound_);
  }

 private:
  static bool preempts(const Frame& f, ThreadId t) {
    return f.last >= 0 && f.last != t && f.enabled.test(static_cast<ThreadId>(f.last));
  }

  // The frames below belong to the way to the root.
  size_t base() const { return roots_[at_].picks.size(); }

  template <class T, class Pick>
  static void emit(Work& work, const std::vector<T>& steps, Pick&& pick) {
    work.schedule.tail = Tail::kStay;
    work.schedule.prefix.resize(steps.size());
    std::transform(steps.begin(), steps.end(), work.schedule.prefix.begin(), pick);
  }

  // From `at_` on, the next root within the bound, which rises when all have been explored. False if that is not needed.
  bool next_root() {
    while (true) {
      if (at_ >= roots_.size()) {
        finished_ = !deferred_ || (limit_ >= 0 && bound_ >= static_cast<uint32_t>(limit_));
        if (finished_) return false;
        ++bound_;
        at_ = 0;
        deferred_ = false;
      } else if (roots_[at_].spent > bound_) {
        deferred_ = true;
        ++at_;
      } else {
        return true;
      }
    }
  }

  // Preemptions up to and with a step of this thread.
  static uint32_t cost(const Frame& f, ThreadId t) { return f.spent + preempts(f, t); }

  // To the deepest frame with an alternative within the bound. False, with no frame left, if there is none.
  bool backtrack() {
    while (at_ < roots_.size() && frames_.size() > base()) {
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
      if (cost(top, t) > bound_) {
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
        frame.spent = cost(previous, static_cast<ThreadId>(previous.pick));
        if (previous.pick == step.pick) frame.block = previous.block;
      }
    }
    frames_.push_back(frame);
  }

  void reverse_races(size_t k) {
    const ThreadId t = path_.event(k).thread;
    path_.for_each_conflict(k, [&](size_t i) {
      if (path_.has_units()) {  // see dpor.cpp
        want_all_at(frame_of_[path_.unit_start(i)]);
        return;
      }
      want(frame_of_[i], t);
      if (fault_ != Fault::kNaiveBound) want(frames_[frame_of_[i]].block, t);
    });
  }

  void want_all_at(size_t at) {
    want_all(at);
    want_all(frames_[at].block);
  }

  void want_all(size_t at) {
    frames_[at].enabled.for_each([&](ThreadId t) { add(at, t); });
  }

  void want(size_t at, ThreadId thread) {
    if (frames_[at].enabled.test(thread)) add(at, thread);
    else want_all(at);
  }

  void add(size_t at, ThreadId thread) {
    Frame& frame = frames_[at];
    if (at >= base()) frame.backtrack.set(thread);
    else if (thread != frame.pick && cost(frame, thread) > roots_[at_].covered[at]) add_root(at, thread);
  }

  void add_root(size_t at, ThreadId thread) {
    const auto n = static_cast<std::ptrdiff_t>(at);
    const Root& here = roots_[at_];
    Root root{{here.picks.begin(), here.picks.begin() + n},
              {here.covered.begin(), here.covered.begin() + n + 1},
              cost(frames_[at], thread)};
    root.picks.push_back(thread);
    if (known_.insert(root.picks).second) roots_.push_back(std::move(root));
  }

  void save(Writer& out, bool started, size_t first, size_t last) const {
    out.put(started);
    out.put(bound_);
    out.put(static_cast<uint32_t>(last - first));
    for (size_t r = first; r < last; ++r) {
      out.put(roots_[r].picks);
      out.put(roots_[r].covered);
      out.put(roots_[r].spent);
    }
    out.put<uint64_t>(known_.size());
    for (const auto& picks : known_) out.put(picks);
  }

  bool open(const Frame& frame) const;
  void cut_tree(size_t depth);

  Path path_;
  Fault fault_;
  int limit_;                              // the largest bound, -1 for none
  uint32_t bound_ = 0;                     // preemptions allowed now
  std::vector<Root> roots_{Root{}};        // the subtrees to explore at each bound
  std::set<std::vector<uint16_t>> known_;  // roots made by this engine and those its work comes from
  size_t at_ = 0;                          // the one being explored; those before it are done at this bound
  std::vector<Frame> frames_;              // one per step of the current path
  std::vector<uint32_t> frame_of_;         // event in `path_` -> its frame
  std::vector<uint32_t> last_;             // see Path::was_cut
  bool started_ = false;
  bool deferred_ = false;  // something was left out because of the bound
  bool finished_ = false;
};

// Something is left to try here besides the current pick.
bool IcbDpor::open(const Frame& frame) const {
  if (frame.is_value) return frame.next < frame.end;
  ThreadSet rest = frame.enabled - frame.done;
  rest.reset(static_cast<ThreadId>(frame.pick));
  bool any = false;
  rest.for_each([&](ThreadId t) { any |= cost(frame, t) <= bound_; });
  return any;
}

// What is possible beside the current path, down to `depth` frames, becomes roots: before the current one those that
// were explored at this bound, behind it the others.
void IcbDpor::cut_tree(size_t depth) {
  std::vector<Root> done(roots_.begin(), roots_.begin() + static_cast<std::ptrdiff_t>(at_)), open;
  Root current = roots_[at_];
  for (size_t i = base(); i < depth; ++i) {
    const Frame& frame = frames_[i];
    current.covered.push_back(bound_);
    auto beside = [&](uint16_t pick, uint32_t spent, bool explored) {
      Root& root = (explored ? done : open).emplace_back(current);
      root.picks.push_back(pick);
      root.spent = spent;
      known_.insert(root.picks);
    };
    if (frame.is_value) {
      for (uint16_t v = 0; v < frame.end; ++v)
        if (v != frame.pick) beside(v, current.spent, v < frame.next);
    } else {
      frame.enabled.for_each([&](ThreadId t) {
        const bool asked = frame.backtrack.test(t) || cost(frame, t) <= bound_;
        if (t != frame.pick && asked) beside(t, cost(frame, t), frame.done.test(t));
      });
      current.spent = cost(frame, static_cast<ThreadId>(frame.pick));
    }
    current.picks.push_back(frame.pick);
  }
  open.insert(open.end(), roots_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, roots_.end());
  roots_ = std::move(done);
  at_ = roots_.size();
  roots_.push_back(std::move(current));
  roots_.insert(roots_.end(), std::make_move_iterator(open.begin()), std::make_move_iterator(open.end()));
}

bool IcbDpor::split(Writer& out) {
  if (!started_ || at_ >= roots_.size()) return false;
  if (at_ + 1 == roots_.size()) {
    size_t at = base();
    while (at < frames_.size() && !open(frames_[at])) ++at;
    if (at >= std::min(frames_.size(), base() + kDeepestCut)) return false;
    cut_tree(at + 1);
  }
  const size_t first = at_ + 1 + (roots_.size() - at_ - 1) / 2;
  save(out, false, first, roots_.size());
  out.put(false);
  out.put<uint64_t>(0);
  out.put(std::vector<Frame>{});
  Path(DependenceOptions{}).save(out);
  roots_.resize(first);
  return true;
}

}  // namespace

std::unique_ptr<Engine> make_icb_dpor(const EngineOptions& options) { return make_icb_dpor(options, Fault::kNone); }
std::unique_ptr<Engine> make_icb_dpor(const EngineOptions& options, Fault fault) {
  return std::make_unique<IcbDpor>(options, fault);
}

}  // namespace heddle
