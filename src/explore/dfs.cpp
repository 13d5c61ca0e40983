// dfs: every interleaving of the visible steps, every value of every value step. The reference.
//
// The stack holds one frame per step of the last run: what was picked and what is still to be picked there.
// The next run repeats the deepest path that has something left and lets the executor finish as it likes;
// whatever it picks, the frames of the new suffix remember the rest. So each maximal path of the choice tree
// is run exactly once, memory is proportional to the length of one run, and the state of the search is the
// stack alone, which makes saving and splitting trivial: another engine gets some of a frame's untried picks
// and the path that leads there.
#include "explore/engines.h"

namespace heddle {
namespace {

struct Frame {
  ThreadSet rest;     // thread step: threads not yet tried here
  uint16_t pick = 0;  // what is being tried
  uint16_t next = 0;  // value step: the next value to try
  uint16_t end = 0;   // value step: one past the last value to try
  double weight = 1;  // of the path up to here, this pick included: 1 / number of options, multiplied up
  bool open() const { return next < end || rest.any(); }
};

class Dfs final : public Engine {
 public:
  bool next(Work& work) override {
    if (started_) {
      while (!stack_.empty() && !stack_.back().open()) stack_.pop_back();
      if (stack_.empty()) return false;
      Frame& top = stack_.back();
      if (top.next < top.end) {
        top.pick = top.next++;
      } else {
        top.pick = top.rest.first();
        top.rest.reset(static_cast<ThreadId>(top.pick));
      }
    }
    started_ = true;
    work.schedule.tail = Tail::kFair;
    work.schedule.prefix.resize(stack_.size());
    for (size_t i = 0; i < stack_.size(); ++i) work.schedule.prefix[i] = stack_[i].pick;
    return true;
  }

  void observe(const Work&, const Trace& trace) override {
    for (size_t i = stack_.size(); i < trace.steps.size(); ++i) {
      const Step& step = trace.steps[i];
      const double above = stack_.empty() ? 1 : stack_.back().weight;
      Frame& frame = stack_.emplace_back();
      frame.pick = step.pick;
      frame.weight = step.count > 1 ? above / step.count : above;
      if (step.kind == Step::kValue) {
        frame.next = 1;  // the tail picks 0 first
        frame.end = step.count;
      } else {
        frame.rest = step.enabled;
        frame.rest.reset(static_cast<ThreadId>(step.pick));
      }
    }
  }

  bool exhaustive() const override { return true; }

  void save(Writer& out) const override {
    out.put(started_);
    out.put(stack_);
  }
  bool load(Reader& in) override {
    started_ = in.get<bool>();
    stack_ = in.get_vector<Frame>();
    return in.ok();
  }

  // The shallowest frame has the largest subtrees: half of what is left there goes to the other engine.
  bool split(Writer& out) override {
    size_t at = 0;
    while (at < stack_.size() && !stack_[at].open()) ++at;
    if (at == stack_.size()) return false;
    std::vector<Frame> gift(stack_.begin(), stack_.begin() + static_cast<ptrdiff_t>(at) + 1);
    Frame& mine = stack_[at];
    Frame& theirs = gift[at];
    if (mine.next < mine.end) {
      mine.end = theirs.next = static_cast<uint16_t>(mine.next + (mine.end - mine.next) / 2);
    } else {
      const int keep = mine.rest.count() / 2;
      for (int i = 0; i < keep; ++i) theirs.rest.reset(theirs.rest.first());
      mine.rest -= theirs.rest;
    }
    out.put(true);
    out.put(gift);
    return true;
  }

  double remaining() const override {
    double sum = 0;
    for (const Frame& frame : stack_) sum += frame.weight * (frame.rest.count() + (frame.end - frame.next));
    return sum;
  }

  std::string progress() const override { return "depth " + std::to_string(stack_.size()); }

 private:
  std::vector<Frame> stack_;  // one frame per step of the last run
  bool started_ = false;      // the first run, with an empty stack, was handed out
};

}  // namespace

std::unique_ptr<Engine> make_dfs(const EngineOptions&) { return std::make_unique<Dfs>(); }

}  // namespace heddle
