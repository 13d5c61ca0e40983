// optimal: dynamic partial order reduction with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Source Sets: A
// Foundation for Optimal Dynamic Partial Order Reduction, JACM 2017). One complete execution per Mazurkiewicz trace
// and, unlike dpor, no run that is given up half-way.
//
// dpor remembers of a race only which thread should start the other order; the run may then wander off and end
// asleep. Here the whole sequence that reverses the race is kept: what follows event i without depending on it, and
// then k. At each step the sequences still to be run form an ordered tree. A new one is added only if no sleeping
// thread could have started it (then it was run already) and no branch of the tree covers it; the next run follows the
// leftmost branch to its leaf, and is free from there.
//
// Races are reversed when a run has ended, all of them each time, since the sequences take in what comes after k as
// well.
//
// Threads, events and values: an event that received a value stands in a tree with that value, but all values are run
// where it is: the others without a tree below.
//
// Whether a compare-exchange or a try will fail in the new order, and so what it conflicts with, follows from the run
// (Path::moved_event). Where it does not (blocks of memory, memory that is freed), its node is open until it has run,
// covers nothing, and sequences added beside it are doubtful. When it has run, sequences that it does cover are taken out.
//
// What may still be given up: a run that was cut short (by a finding with --keep-going, or the end of main) hides what
// would have followed, and a spin loop that looks at more than one place goes round as often as those change. No whole
// sequence can be trusted then: from such a run on, and after splitting, this engine does what dpor does. Likewise in
// programs with atomic sections, and where critical sections are one step (unnoticed.h).
#include <algorithm>
#include <utility>

#include "explore/engines.h"
#include "explore/path.h"
#include "explore/wakeup_tree.h"

namespace heddle {
namespace {

// Did a thread wait for a change of more than the one place it had just read?
bool waited_for_several(const Trace& trace) {
  return std::ranges::any_of(trace.events, [&](const Event& await) {
    if (await.op != Op::kAwait) return false;
    const Event* before = &await;
    do --before;
    while (before > trace.events.data() && before->thread != await.thread);
    return await.length != 1 || before->thread != await.thread || before->op != Op::kRead;
  });
}

class Optimal final : public Engine {
 public:
  explicit Optimal(const EngineOptions& options)
      : options_(options), path_(options.dependence), unnoticed_(options.unnoticed) {}

  bool next(Work& work) override {
    if (started_) {
      while (frames_.size() > base_ && !advance()) pop();
      if (frames_.size() <= base_) return false;
    }
    started_ = true;
    emit(work);
    return true;
  }

  void observe(const Work&, const Trace& trace) override {
    if (trace.steps.size() < frames_.size()) return;
    if (!unnoticed_.learn(trace)) {
      begin_anew();
      return;
    }
    const size_t kept = frames_.empty() ? 0 : frames_[first_new_].event;
    while (!races_.empty() && races_.back().by >= kept) races_.pop_back();
    path_.follow(trace, kept, unnoticed_.roles(), [&](size_t k) {
      const auto by = static_cast<uint32_t>(k);
      for (uint32_t i : path_.races()) races_.push_back({i, by, by});
      path_.impatient().for_each([&](ThreadId t) { races_.push_back({by, kGaveUp + t, by}); });
    });
    for (size_t at = first_new_; at < trace.steps.size(); ++at) {
      if (at == frames_.size()) push(trace.steps[at]);
      complete_frame(at, trace.steps[at]);
    }
    const bool cut = path_.was_cut(trace, last_);
    plain_ |= cut || path_.has_units() || path_.has_sections() || path_.unsure_waker() ||
              (!plain_ && waited_for_several(trace));
    for (const Race& race : races_) {
      if (race.second < kGaveUp) {
        reverse(race.first, race.second);
        continue;
      }
      path_.add_timeout(race.first, static_cast<ThreadId>(race.second - kGaveUp));
      reverse(race.first, path_.size() - 1);
      path_.drop_pending();
    }
    for (const Event& pending : trace.pending) {
      if (!path_.add_pending(pending, failed(trace, pending.thread))) continue;
      for (uint32_t i : path_.races()) reverse(i, path_.size() - 1);
      path_.drop_pending();
    }
    if (cut) go_on_after_cut(trace);
  }

  bool exhaustive() const override { return true; }
  bool started_again() override { return std::exchange(started_again_, false); }

  void save(Writer& out) const override {
    out.put(started_);
    out.put(plain_);
    out.put<uint64_t>(base_);
    out.put(frames_);
    out.put(frame_of_);
    out.put(sleepers_);
    out.put(races_);
    trees_.save(out);
    path_.save(out);
    unnoticed_.save(out);
  }
  bool load(Reader& in) override {
    started_ = in.get<bool>();
    plain_ = in.get<bool>();
    base_ = in.get<uint64_t>();
    frames_ = in.get_vector<Frame>();
    frame_of_ = in.get_vector<uint32_t>();
    sleepers_ = in.get_vector<Event>();
    races_ = in.get_vector<Race>();
    return trees_.load(in) && path_.load(in) && unnoticed_.load(in) && in.ok();
  }
  bool split(Writer& out) override;

  std::string progress() const override { return "depth " + std::to_string(frames_.size()); }

 private:
  // A race of two events, or (second >= kGaveUp) of an event and a thread that could have stopped waiting before it.
  struct Race {
    uint32_t first, second;
    uint32_t by;  // the event that showed it
  };
  static constexpr uint32_t kGaveUp = UINT32_MAX - kMaxThreads;

  struct Frame {
    bool is_value = false;
    bool performed = false;       // thread step: its event is in `path_`
    uint16_t pick = 0;            // what is being tried
    uint16_t next = 0, end = 0;   // value step: values still to try
    int32_t skip = -1;            // value step: tried first, out of order
    bool from_tree = false;       // value step: a tree led here; `tree` then has the sequences with other values
    uint32_t event = 0;           // index in `path_`, for a value step of its thread step
    uint32_t sleepers = 0;        // where its sleep set begins in `sleepers_`
    bool opens = false;           // thread step: for some value a section begins with its pick
    bool open = false;            // its pick was the open end of a sequence
    bool doubtful_below = false;  // what comes after the current pick is doubtful
    bool doubtful = false;        // below a leaf that a sleeping thread may cover
    uint32_t tree = kNoTree;      // sequences still to run from here
    ThreadSet done, asleep;       // threads tried here, the current one excluded; the sleep set
  };

  size_t thread_frame(size_t at) const {
    while (frames_[at].is_value) --at;
    return at;
  }

  void pop() {
    trees_.release(frames_.back().tree);
    if (!frames_.back().is_value) {
      path_.cut(std::min<size_t>(path_.size(), frames_.back().event));
      sleepers_.resize(frames_.back().sleepers);
    }
    frames_.pop_back();
  }

  // Moves the topmost frame on, and pushes frames for the leftmost branch below it. False if it has nothing left.
  bool advance() {
    const size_t at = frames_.size() - 1;
    Frame& top = frames_.back();
    first_new_ = thread_frame(at);
    if (top.is_value) {
      frames_[first_new_].opens |= path_.unit_end(top.event) != top.event;
      while (top.next < top.end && (top.next == top.skip || covered(at, top.next))) ++top.next;
      if (top.next >= top.end) return false;
      top.pick = top.next++;
      follow_value(at);
      return true;
    }
    const auto old = static_cast<ThreadId>(top.pick);
    if (top.performed && !top.done.test(old)) {
      const size_t last = top.opens ? Path::kOpen : path_.unit_end(top.event);
      if (last != Path::kOpen) top.asleep.set(old);
      for (size_t k = top.event; k <= last && last != Path::kOpen; ++k) sleepers_.push_back(to_come(path_.event(k)));
    }
    top.done.set(old);
    top.opens = false;
    if (top.tree == kNoTree) return false;
    const WakeupNode node = trees_.take_first(top.tree);
    follow_node(at, node);
    return true;
  }

  // No sequence with this value leads on from here, and a sleeping thread could come first: it was run then.
  bool covered(size_t at, int32_t value) const {
    if (!frames_[at].from_tree) return false;
    const Frame& below = frames_[thread_frame(at)];
    if (plain_ || below.doubtful || !below.performed) return false;
    for (uint32_t n = frames_[at].tree; n != kNoTree; n = trees_[n].sibling)
      if (trees_[n].value == value) return false;
    for (size_t s = below.sleepers; s < sleepers_.size(); ++s)
      if (!path_.conflict(sleepers_[s], path_.event(below.event))) return true;
    return false;
  }

  // Another value at a step that a tree led to: the sequences with that value go on from here, if there are any.
  void follow_value(size_t at) {
    const size_t below = thread_frame(at);
    frames_[below].doubtful_below = frames_[below].doubtful || frames_[at].from_tree;
    for (uint32_t n = frames_[at].tree; n != kNoTree; n = trees_[n].sibling) {
      const WakeupNode node = trees_[n];
      if (node.value != frames_[at].pick || node.child == kNoTree) continue;
      trees_.detach_children(n);
      frames_[below].doubtful_below = frames_[below].doubtful || node.doubtful;
      follow_children(below, node);
      return;
    }
  }

  // Frame `at` tries the first step of a sequence.
  void follow_node(size_t at, const WakeupNode& node) {
    Frame& frame = frames_[at];
    frame.pick = node.event.thread;
    frame.performed = false;
    frame.open = node.open;
    frame.doubtful_below = frame.doubtful || node.doubtful;
    if (node.value >= 0) {
      Frame value;
      value.is_value = value.from_tree = true;
      value.pick = static_cast<uint16_t>(node.value);
      value.skip = node.value;
      value.event = frame.event;
      trees_.move_thread(frame.tree, node.event.thread, value.tree);
      frames_.push_back(value);
    }
    follow_children(at, node);
  }

  void follow_children(size_t at, const WakeupNode& node) {
    if (node.child == kNoTree) return;
    inherit_sleepers(at, node.event);
    const size_t above = frames_.size() - 1;
    frames_[above].event = frames_[at].event + 1;
    frames_[above].tree = node.child;
    const WakeupNode first = trees_.take_first(frames_[above].tree);
    follow_node(above, first);
  }

  // Pushes a thread frame above frame `below`, whose event is known.
  void inherit_sleepers(size_t below, const Event& event) {
    const size_t first = frames_[below].sleepers, last = sleepers_.size();
    const bool doubtful = frames_[below].doubtful_below;
    Frame& frame = frames_.emplace_back();
    frame.doubtful = frame.doubtful_below = doubtful;
    frame.sleepers = static_cast<uint32_t>(last);
    ThreadSet awake;
    for (size_t i = first; i < last; ++i)
      if (path_.conflict(sleepers_[i], event)) awake.set(sleepers_[i].thread);
    for (size_t i = first; i < last; ++i)
      if (!awake.test(sleepers_[i].thread)) {
        frame.asleep.set(sleepers_[i].thread);
        const Event sleeper = sleepers_[i];
        sleepers_.push_back(sleeper);
      }
  }

  void emit(Work& work) const {
    Schedule& schedule = work.schedule;
    schedule.tail = Tail::kFair;
    schedule.asleep.clear();
    schedule.asleep_events.clear();
    schedule.prefix.resize(frames_.size());
    for (size_t i = 0; i < frames_.size(); ++i) schedule.prefix[i] = frames_[i].pick;
    if (frames_.empty()) return;
    const Frame& top = frames_[thread_frame(frames_.size() - 1)];
    schedule.asleep = top.asleep;
    schedule.asleep_events.assign(sleepers_.begin() + top.sleepers, sleepers_.end());
  }

  void push(const Step& step) {
    if (step.kind == Step::kValue) {
      Frame& frame = frames_.emplace_back();
      frame.is_value = true;
      frame.pick = step.pick;
      frame.skip = step.pick;
      frame.event = frames_[frames_.size() - 2].event;
      return;
    }
    if (frames_.empty()) {
      frames_.emplace_back();
    } else {
      const size_t below = thread_frame(frames_.size() - 1);
      inherit_sleepers(below, path_.event(frames_[below].event));
      frames_.back().event = frames_[below].event + 1;
    }
    frames_.back().pick = step.pick;
  }

  // What the run tells about a step that was not known when its frame was pushed.
  void complete_frame(size_t at, const Step& step) {
    Frame& frame = frames_[at];
    if (frame.is_value) {
      frame.end = step.count;
      return;
    }
    if (frame.event >= path_.size()) return;
    frame.performed = true;
    if (frame_of_.size() <= frame.event) frame_of_.resize(frame.event + 1);
    frame_of_[frame.event] = static_cast<uint32_t>(at);
    if (!frame.open) return;
    frame.open = false;
    before_.clear();
    trees_.remove_covered(frame.tree, path_.event(frame.event), before_, [&](const Event& a, const Event& b) {
      return a.thread == b.thread || path_.conflict(to_come(a), to_come(b));
    });
  }

  void reverse(size_t i, size_t k) {
    i = path_.unit_start(i);
    if (frame_of_[i] < base_) return;
    if (path_.has_units()) path_.enabled(i).for_each([&](ThreadId t) { want(frames_[frame_of_[i]], t); });
    else if (plain_) start_reversal(i, k);
    else if (path_.reversal(i, k, sequence_)) insert(frame_of_[i], i, k);
  }

  // Only a first step, as dpor does it.
  void start_reversal(size_t i, size_t k) {
    Frame& frame = frames_[frame_of_[i]];
    const ThreadSet possible = path_.initials(i, k) & path_.enabled(i);
    ThreadSet planned = frame.done | frame.asleep;
    planned.set(static_cast<ThreadId>(frame.pick));
    for (uint32_t n = frame.tree; n != kNoTree; n = trees_[n].sibling) planned.set(trees_[n].event.thread);
    if (possible.none() || (possible & planned).any()) return;
    const ThreadId own = path_.event(k).thread;
    want(frame, possible.test(own) ? own : possible.first());
  }

  int32_t value_of(uint32_t event) const {
    const size_t at = frame_of_[event];
    return at + 1 < frames_.size() && frames_[at + 1].is_value ? frames_[at + 1].pick : -1;
  }

  bool many_values(uint32_t event) const {
    const size_t at = frame_of_[event];
    return at + 2 < frames_.size() && frames_[at + 1].is_value && frames_[at + 2].is_value;
  }

  enum class Begins : uint8_t { kNo, kMember, kIndependent, kPerhaps };

  // Member `x` of the sequence as it will be in it.
  Event member(size_t x, size_t k) const {
    Event e = sequence_[x] == k ? moved_ : path_.event(sequence_[x]);
    if (e.op == Op::kBarrier) e.read = completes_[x];
    return e;
  }
  bool conflicts_with_member(const Event& event, size_t x, size_t k) const {
    const Event& e = sequence_[x] == k ? moved_ : path_.event(sequence_[x]);
    return path_.conflict(event, e.op == Op::kBarrier ? member(x, k) : e);
  }

  // Whether the thread of `event` can begin `sequence_`, which ends with k: because it occurs in it with nothing before
  // that it depends on (at index `x`), or because it does not occur and conflicts with nothing. It stays open if that
  // hangs on whether k, or the event itself, will fail.
  Begins begins(const Event& event, bool open, size_t k, size_t& x) const {
    for (x = 0; x < sequence_.size(); ++x)
      if (path_.event(sequence_[x]).thread == event.thread)
        return path_.is_initial(sequence_, x, k, moved_) ? Begins::kMember : Begins::kNo;
    if (event.op == Op::kBegin) return Begins::kPerhaps;
    bool perhaps = false;
    const Event first = to_come(event);
    for (size_t y = 0; y < sequence_.size(); ++y) {
      if (!conflicts_with_member(first, y, k)) continue;
      if (!open && (sequence_[y] != k || !moved_open_)) return Begins::kNo;
      perhaps = true;
    }
    return perhaps ? Begins::kPerhaps : Begins::kIndependent;
  }

  // Adds `sequence_`, in which event k comes at the end and before event `first`, to the tree of a frame, unless it is covered.
  void insert(size_t at, size_t first, size_t k) {
    moved_ = path_.moved_event(first, sequence_, k, moved_open_);
    completes_.assign(sequence_.size(), false);
    for (size_t x = 0; x < sequence_.size(); ++x)
      if (path_.event(sequence_[x]).op == Op::kBarrier) completes_[x] = path_.completes_round(first, sequence_, x);
    Frame& frame = frames_[at];
    size_t end = sleepers_.size();
    for (size_t i = at + 1; i < frames_.size(); ++i)
      if (!frames_[i].is_value) {
        end = frames_[i].sleepers;
        break;
      }
    bool doubtful = false;
    size_t x = 0;
    for (size_t s = frame.sleepers; s < end; ++s) {
      const Begins how = begins(sleepers_[s], false, k, x);
      if (how == Begins::kMember || (how == Begins::kIndependent && !frame.doubtful)) return;
      doubtful |= how == Begins::kPerhaps;
    }
    uint32_t parent = kNoTree;
    uint32_t child = frame.tree;
    while (child != kNoTree) {
      const WakeupNode& node = trees_[child];
      const Begins how = begins(node.event, node.open, k, x);
      doubtful |= how == Begins::kPerhaps;
      const bool other_value =
          how == Begins::kMember && sequence_[x] != k && node.value >= 0 && value_of(sequence_[x]) != node.value;
      if (how == Begins::kNo || how == Begins::kPerhaps || other_value) {
        child = node.sibling;
        continue;
      }
      if (node.child == kNoTree) return;  // a leaf covers it
      if (how == Begins::kMember) {
        sequence_.erase(sequence_.begin() + static_cast<std::ptrdiff_t>(x));
        completes_.erase(completes_.begin() + static_cast<std::ptrdiff_t>(x));
        if (sequence_.empty()) return;
      }
      parent = child;
      child = node.child;
    }
    for (size_t y = 0; y < sequence_.size(); ++y) {
      const uint32_t index = sequence_[y];
      WakeupNode node;
      node.event = member(y, k);
      node.value = index == k ? -1 : value_of(index);
      node.open = index == k && moved_open_;
      node.doubtful = index == sequence_.back() && doubtful;
      parent = parent == kNoTree ? trees_.append(frame.tree, node) : trees_.append_below(parent, node);
      if (index != k && many_values(index)) break;  // a tree cannot tell them apart: free from here on
    }
  }

  void go_on_after_cut(const Trace& trace) {
    const auto beside = [&](size_t k) { go_on_without(frame_of_[k], path_.enabled(k)); };
    for (uint32_t k : last_) beside(path_.unit_start(k));
    const size_t at = frames_.empty() ? 0 : thread_frame(frames_.size() - 1);
    if (frames_.empty() || frames_[at].performed) return;
    go_on_without(at, trace.steps[at].enabled);
    if (path_.has_units() && path_.size() > 0) beside(path_.unit_start(path_.size() - 1));
  }

  void go_on_without(size_t at, const ThreadSet& enabled) {
    if (at < base_) return;
    Frame& frame = frames_[at];
    ThreadSet others = enabled - frame.done - frame.asleep;
    others.reset(static_cast<ThreadId>(frame.pick));
    if (frame.tree == kNoTree && others.any()) want(frame, others.first());
  }

  // Some run has to go on with this thread at this frame.
  void want(Frame& frame, ThreadId thread) {
    if (frame.done.test(thread) || frame.asleep.test(thread) || frame.pick == thread) return;
    for (uint32_t n = frame.tree; n != kNoTree; n = trees_[n].sibling)
      if (trees_[n].event.thread == thread) return;
    WakeupNode node;
    node.event.op = Op::kBegin;
    node.event.thread = thread;
    node.doubtful = true;
    trees_.append(frame.tree, node);
  }

  void begin_anew() {
    path_ = Path(options_.dependence);
    trees_ = WakeupTrees();
    frames_.clear();
    frame_of_.clear();
    sleepers_.clear();
    races_.clear();
    first_new_ = 0;
    started_ = plain_ = false;
    started_again_ = true;
  }

  EngineOptions options_;
  Path path_;
  WakeupTrees trees_;
  std::vector<Frame> frames_;       // one per step of the current path
  std::vector<uint32_t> frame_of_;  // event in `path_` -> its frame
  std::vector<Event> sleepers_;     // what sleeping threads would do, frame after frame; a stack
  std::vector<Race> races_;         // of the current path, by rising `by`
  std::vector<uint32_t> sequence_;  // the reversal at hand
  Event moved_;                     // what its last member will be there
  bool moved_open_ = false;         // whether that fails cannot be told
  std::vector<uint8_t> completes_;  // which of its members complete a round of a barrier there
  std::vector<Event> before_;
  std::vector<uint32_t> last_;  // see Path::was_cut
  size_t first_new_ = 0;        // the lowest frame that the run under way performs for the first time
  size_t base_ = 0;             // frames below belong to another engine
  bool started_ = false;
  bool plain_ = false;  // do as dpor does; see above
  Unnoticed unnoticed_;
  bool started_again_ = false;
};

// As in dpor.cpp: the other engine gets what is left below the current pick of a shallow step, after every thread
// enabled up to there has been put into the trees.
bool Optimal::split(Writer& out) {
  if (unnoticed_.in_use()) return false;
  auto open = [&](size_t i) {
    const Frame& f = frames_[i];
    if (f.is_value) return f.next + (f.next == f.skip) < f.end;
    return f.tree != kNoTree;
  };
  size_t deepest = frames_.size();
  while (deepest > base_ && !open(deepest - 1)) --deepest;
  if (deepest <= base_ + 1) return false;
  size_t at = base_;
  while (at + 1 < deepest && !open(at)) ++at;
  if (at + 1 >= deepest) return false;
  for (size_t i = base_; i <= at; ++i) {
    Frame& frame = frames_[i];
    if (frame.is_value || !frame.performed) continue;
    path_.enabled(frame.event).for_each([&](ThreadId t) { want(frame, t); });
  }
  plain_ = true;
  const size_t mine = base_;
  base_ = at + 1;
  save(out);
  base_ = mine;
  while (frames_.size() > at + 1) pop();
  return true;
}

}  // namespace

std::unique_ptr<Engine> make_optimal(const EngineOptions& options) { return std::make_unique<Optimal>(options); }

}  // namespace heddle
