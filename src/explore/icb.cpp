// icb: iterative context bounding (Musuvathi, Qadeer: Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs, PLDI 2007). All schedules without a preemption, then all with one, with two, …
//
// A preemption is a step that leaves a thread which could have gone on; a switch away from a blocked or finished
// thread is free. Few preemptions are enough for most bugs, and after bound c one knows that no bug needs c or fewer.
//
// Each schedule is run once. The runs of one bound form trees: from a work item (a prefix that ends with a
// preemption) the executor goes on without preempting, and depth-first search tries all free switches and all values.
// Preemptions possible along a new stretch of a run become work items of the next bound. A run's items are stored
// together with its path, since they are prefixes of it; still, memory grows with the number of open items. That is
// the price of never repeating a run.
#include <algorithm>

#include "explore/engines.h"

namespace heddle {
namespace {

struct Frame {
  ThreadSet rest;  // free switches not tried yet
  uint16_t pick = 0;
  uint16_t next = 0, end = 0;  // value step: values not tried yet
  bool open() const { return next < end || rest.any(); }
};

// The preemptions that one run left for later.
struct Bundle {
  struct Preemption {
    uint32_t step;
    uint16_t thread;
  };
  std::vector<uint16_t> path;
  std::vector<Preemption> preemptions;
};

class Icb final : public Engine {
 public:
  explicit Icb(const EngineOptions& options) : limit_(options.preemptions) {}

  bool next(Work& work) override {
    if (!pick_next()) {
      finished_ = true;
      return false;
    }
    work.schedule.tail = Tail::kStay;
    work.schedule.prefix.resize(stack_.size());
    for (size_t i = 0; i < stack_.size(); ++i) work.schedule.prefix[i] = stack_[i].pick;
    return true;
  }

  void observe(const Work&, const Trace& trace) override {
    Bundle bundle;
    int last = -1;
    for (size_t i = 0; i < trace.steps.size(); ++i) {
      const Step& step = trace.steps[i];
      if (i >= stack_.size()) push(step, last, i, bundle);
      if (step.kind == Step::kThread) last = step.pick;
    }
    if (bundle.preemptions.empty()) return;
    if (limit_ >= 0 && bound_ >= static_cast<uint64_t>(limit_)) {
      dropped_ = true;
      return;
    }
    for (const Step& step : trace.steps.first(bundle.preemptions.back().step)) bundle.path.push_back(step.pick);
    later_.push_back(std::move(bundle));
  }

  // Not if schedules beyond the limit exist, which is known when nothing is left.
  bool exhaustive() const override { return !(finished_ && dropped_); }

  void save(Writer& out) const override { put(out, bound_, started_, stack_, now_, later_); }
  bool load(Reader& in) override {
    bound_ = in.get<uint64_t>();
    started_ = in.get<bool>();
    dropped_ = in.get<bool>();
    stack_ = in.get_vector<Frame>();
    return get(in, now_) && get(in, later_) && in.ok();
  }

  bool split(Writer& out) override {
    if (!now_.empty()) {
      put(out, bound_, true, {}, halve(now_), {});
      return true;
    }
    size_t at = 0;
    while (at < stack_.size() && !stack_[at].open()) ++at;
    if (at < stack_.size()) {
      std::vector<Frame> gift(stack_.begin(), stack_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      stack_[at].rest.clear();
      stack_[at].next = stack_[at].end;
      put(out, bound_, true, gift, {}, {});
      return true;
    }
    if (later_.empty()) return false;
    put(out, bound_ + 1, true, {}, halve(later_), {});
    return true;
  }

  std::string progress() const override {
    const std::string done = bound_ == 0 ? "" : ", all schedules with up to " + std::to_string(bound_ - 1) + " done";
    if (finished_) return "all schedules with up to " + std::to_string(bound_) + " preemptions";
    return "bound " + std::to_string(bound_) + done;
  }

 private:
  bool pick_next() {
    if (!started_) return started_ = true;
    while (!stack_.empty() && !stack_.back().open()) stack_.pop_back();
    if (!stack_.empty()) {
      Frame& top = stack_.back();
      if (top.next < top.end) {
        top.pick = top.next++;
      } else {
        top.pick = top.rest.first();
        top.rest.reset(static_cast<ThreadId>(top.pick));
      }
      return true;
    }
    if (now_.empty()) {
      if (later_.empty()) return false;
      now_.swap(later_);
      ++bound_;
    }
    Bundle& bundle = now_.back();
    const Bundle::Preemption p = bundle.preemptions.back();
    bundle.preemptions.pop_back();
    stack_.resize(p.step + 1);
    for (size_t i = 0; i < p.step; ++i) stack_[i] = {{}, bundle.path[i], 0, 0};
    stack_[p.step] = {{}, p.thread, 0, 0};
    if (bundle.preemptions.empty()) now_.pop_back();
    return true;
  }

  void push(const Step& step, int last, size_t i, Bundle& bundle) {
    Frame& frame = stack_.emplace_back();
    frame.pick = step.pick;
    if (step.kind == Step::kValue) {
      frame.next = 1;
      frame.end = step.count;
      return;
    }
    ThreadSet others = step.enabled;
    others.reset(static_cast<ThreadId>(step.pick));
    if (last == step.pick) {
      others.for_each([&](ThreadId t) { bundle.preemptions.push_back({static_cast<uint32_t>(i), t}); });
    } else {
      frame.rest = others;
    }
  }

  static std::vector<Bundle> halve(std::vector<Bundle>& bundles) {
    const auto middle = bundles.begin() + static_cast<std::ptrdiff_t>(bundles.size() / 2);
    std::vector<Bundle> half(std::make_move_iterator(middle), std::make_move_iterator(bundles.end()));
    bundles.erase(middle, bundles.end());
    return half;
  }

  void put(Writer& out, uint64_t bound, bool started, const std::vector<Frame>& stack, const std::vector<Bundle>& now,
           const std::vector<Bundle>& later) const {
    out.put(bound);
    out.put(started);
    out.put(dropped_);
    out.put(stack);
    for (const std::vector<Bundle>* list : {&now, &later}) {
      out.put<uint64_t>(list->size());
      for (const Bundle& b : *list) {
        out.put(b.path);
        out.put(b.preemptions);
      }
    }
  }
  static bool get(Reader& in, std::vector<Bundle>& list) {
    list.clear();
    for (uint64_t n = in.get<uint64_t>(); n > 0 && in.ok(); --n) {
      Bundle& b = list.emplace_back();
      b.path = in.get_vector<uint16_t>();
      b.preemptions = in.get_vector<Bundle::Preemption>();
    }
    return in.ok();
  }

  int limit_;           // the largest bound, -1 for none
  uint64_t bound_ = 0;  // preemptions of the schedules being run
  bool started_ = false;
  bool dropped_ = false;  // schedules beyond the limit exist
  bool finished_ = false;
  std::vector<Frame> stack_;   // the current run, step by step
  std::vector<Bundle> now_;    // work items of this bound
  std::vector<Bundle> later_;  // of the next
};

}  // namespace

std::unique_ptr<Engine> make_icb(const EngineOptions& options) { return std::make_unique<Icb>(options); }

}  // namespace heddle
