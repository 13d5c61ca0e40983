// dpor: dynamic partial order reduction with source sets and sleep sets (Abdulla, Aronis, Jonsson, Sagonas: Source
// Sets: A Foundation for Optimal Dynamic Partial Order Reduction, JACM 2017).
//
// Depth-first search over schedules, like dfs, except that an alternative at a step is tried only if a race
// demands it. When a run shows that event k races with an earlier event i, some run must have k's side first: of
// the threads that could begin such a run just before i (the initials) one is put into the backtrack set there,
// unless one is there already. A thread whose subtree is finished sleeps in the subtrees of its siblings until
// something conflicts with its next event; a run in which everyone enabled sleeps repeats known behaviour and is
// given up (blocked). Source sets see to it that every Mazurkiewicz trace is run, sleep sets that none is run twice.
//
// Locks and other things that block: path.h says which races there are. In a deadlock the events that never happen
// race too. Values (choose, which waiter wakes up) are all tried below their thread step.
//
// A finding, or the end of main, cuts a run short: what the others would have done is never seen, so no race calls
// for it. So at the steps that led to it (the failing thread's last one, and those of threads it had just joined)
// somebody else is tried while the culprit sleeps. Those runs end blocked if nothing wakes it. That way nothing is
// missed though findings exist.
//
// Atomic sections: what nobody can come between is one step (Path::unit_start). It conflicts with what any of its events
// conflicts with, and sleeps as a whole. Which threads can begin the other order of a race is known of single events only:
// where there are sections, everybody is tried.
//
// Steps whose order nobody notices (unnoticed.h) are left out of all this, where that is asked for.
//
// Memory is bounded by the longest run: per step its event, its clock, three thread sets and the sleepers' events.
//
// Splitting: the other engine gets the rest of the subtree below the current pick of a shallow step, this one moves
// on to the next alternative there. Neither can tell the other about races with steps above that point, so first
// everything enabled is put into the backtrack sets up to it. That may cost blocked runs, never a complete run twice.
#include "explore/dpor.h"

#include <algorithm>

#include "explore/engines.h"

namespace heddle {

std::span<const Event> Dpor::sleepers_of(size_t frame) const {
  size_t end = sleepers_.size();
  for (size_t i = frame + 1; i < frames_.size(); ++i)
    if (!frames_[i].is_value) {
      end = frames_[i].sleepers;
      break;
    }
  return {sleepers_.data() + frames_[frame].sleepers, end - frames_[frame].sleepers};
}

// Moves the topmost frame to its next alternative. False if there is none.
bool Dpor::advance(Frame& top) {
  if (top.is_value) {
    size_t at = frames_.size() - 1;
    while (frames_[at].is_value) --at;
    frames_[at].opens |= path_.unit_end(top.event) != top.event;
    if (top.next >= top.end) return false;
    top.pick = top.next++;
    return true;
  }
  const auto old = static_cast<ThreadId>(top.pick);
  if (how_ == Backtracking::kSourceSets && top.performed && !top.done.test(old)) {
    const size_t last = top.opens ? Path::kOpen : path_.unit_end(top.event);
    if (last != Path::kOpen) top.asleep.set(old);
    for (size_t k = top.event; k <= last && last != Path::kOpen; ++k) sleepers_.push_back(to_come(path_.event(k)));
  }
  top.done.set(old);
  const ThreadSet rest = top.backtrack - top.done - top.asleep;
  if (rest.none()) return false;
  top.pick = rest.first();
  top.performed = top.opens = false;
  return true;
}

void Dpor::pop() {
  if (!frames_.back().is_value) {
    path_.cut(frames_.back().event);
    sleepers_.resize(frames_.back().sleepers);
  }
  frames_.pop_back();
}

void Dpor::start_with(std::vector<uint16_t> picks) {
  base_ = picks.size();
  given_ = std::move(picks);
}

bool Dpor::next(Work& work) {
  if (started_) {
    while (frames_.size() > base_ && !advance(frames_.back())) {
      if (const Frame& f = frames_.back(); f.choices > 1) {
        if (finished_.size() <= f.choices) finished_.resize(f.choices + 1u);
        ++finished_[f.choices].steps;
        finished_[f.choices].tried += static_cast<uint64_t>(f.done.count());
      }
      pop();
    }
    if (frames_.size() <= base_) return false;
  }
  started_ = true;
  emit(work);
  return true;
}

void Dpor::emit(Work& work) const {
  Schedule& schedule = work.schedule;
  schedule.tail = Tail::kFair;
  schedule.asleep.clear();
  schedule.asleep_events.clear();
  if (frames_.empty()) {
    schedule.prefix = given_;
    return;
  }
  schedule.prefix.resize(frames_.size());
  for (size_t i = 0; i < frames_.size(); ++i) schedule.prefix[i] = frames_[i].pick;
  size_t top = frames_.size() - 1;
  while (frames_[top].is_value) --top;
  const auto sleepers = sleepers_of(top);
  schedule.asleep = frames_[top].asleep;
  schedule.asleep_events.assign(sleepers.begin(), sleepers.end());
}

// The run went one step beyond the frames there are.
void Dpor::push(const Step& step) {
  size_t below = frames_.size();
  while (below > 0 && frames_[below - 1].is_value) --below;
  Frame& frame = frames_.emplace_back();
  frame.pick = step.pick;
  if (step.kind == Step::kValue) {
    frame.is_value = true;
    frame.next = 1;
    frame.end = fault_ == Fault::kIgnoreValueSteps ? 1 : step.count;
    frame.event = frames_[below - 1].event;
    return;
  }
  frame.event = below == 0 ? 0 : frames_[below - 1].event + 1;
  frame.backtrack.set(static_cast<ThreadId>(step.pick));
  const size_t first = below == 0 ? 0 : frames_[below - 1].sleepers;
  const size_t last = sleepers_.size();
  frame.sleepers = static_cast<uint32_t>(last);
  frame.choices = static_cast<uint16_t>(step.enabled.count());
  if (below == 0) return;
  const Event& performed = path_.event(frames_[below - 1].event);
  ThreadSet awake;
  for (size_t i = first; i < last; ++i)
    if (fault_ != Fault::kSleepersNeverWake && path_.conflict(sleepers_[i], performed)) awake.set(sleepers_[i].thread);
  for (size_t i = first; i < last; ++i)
    if (!awake.test(sleepers_[i].thread)) {
      frame.asleep.set(sleepers_[i].thread);
      const Event sleeper = sleepers_[i];
      sleepers_.push_back(sleeper);
    }
  frame.choices = static_cast<uint16_t>((step.enabled - frame.asleep).count());
}

void Dpor::observe(const Work&, const Trace& trace) {
  if (trace.steps.size() < frames_.size()) return;  // diverged: the frames wait for their next alternative
  if (!unnoticed_.learn(trace)) {
    begin_anew();
    return;
  }
  size_t top = frames_.size();
  while (top > 0 && frames_[top - 1].is_value) --top;
  const size_t kept = top == 0 ? 0 : frames_[top - 1].event;
  size_t step = frames_.size();
  path_.follow(trace, kept, unnoticed_.roles(), [&](size_t k) {
    while (step < trace.steps.size() && (frames_.empty() || frames_.back().event < k)) push(trace.steps[step++]);
    if (step < trace.steps.size() && trace.steps[step].kind == Step::kValue) push(trace.steps[step++]);
    size_t at = frames_.size() - 1;
    while (frames_[at].is_value) --at;
    frames_[at].performed = true;
    if (frame_of_.size() <= k) frame_of_.resize(k + 1);
    frame_of_[k] = static_cast<uint32_t>(at);
    reverse_races(k);
    path_.impatient().for_each([&](ThreadId t) {
      ThreadSet one;
      one.set(t);
      want(k, one, t);
    });
  });
  while (step < trace.steps.size()) push(trace.steps[step++]);
  for (const Event& pending : trace.pending) {
    if (!path_.add_pending(pending, failed(trace, pending.thread))) continue;
    reverse_races(path_.size() - 1);
    path_.drop_pending();
  }
  if (fault_ != Fault::kStopAtFinding) go_on_after_cut(trace);
}

void Dpor::reverse_races(size_t k) {
  for (uint32_t i : path_.races()) {
    if (how_ == Backtracking::kPersistentSets) want_classic(i, k);
    else if (path_.has_units()) want_all(path_.unit_start(i));
    else want(path_.unit_start(i), path_.initials(path_.unit_start(i), k), path_.event(k).thread);
  }
}

// Whoever shares this search does not hear of it: with assumptions nothing is given away (split).
void Dpor::begin_anew() {
  path_ = Path(options_.dependence, fault_);
  frames_.clear();
  frame_of_.clear();
  sleepers_.clear();
  finished_.clear();
  started_ = false;
  started_again_ = true;
}

// Some thread of `initials` has to be tried just before event i.
void Dpor::want(size_t i, const ThreadSet& initials, ThreadId prefer) {
  if (path_.has_units()) {
    want_all(path_.unit_start(i));
    return;
  }
  const size_t at = frame_of_[i];
  if (at < base_) return;
  Frame& frame = frames_[at];
  const ThreadSet possible = initials & path_.enabled(i);
  if (possible.none() || (possible & (frame.backtrack | frame.asleep)).any()) return;
  if (possible.test(prefer)) frame.backtrack.set(prefer);
  else if (fault_ != Fault::kFirstInitialOnly) frame.backtrack.set(possible.first());
}

void Dpor::want_all(size_t i) {
  const size_t at = frame_of_[i];
  if (at >= base_) frames_[at].backtrack |= path_.enabled(i) - frames_[at].asleep;
}

void Dpor::go_on_after_cut(const Trace& trace) {
  if (!path_.was_cut(trace, last_)) return;
  const auto beside = [&](size_t k) { go_on_without(frame_of_[k], path_.enabled(k)); };
  for (uint32_t k : last_) beside(path_.unit_start(k));
  size_t at = frames_.size();
  while (at > 0 && frames_[at - 1].is_value) --at;
  if (at == 0 || frames_[at - 1].performed) return;
  go_on_without(at - 1, trace.steps[at - 1].enabled);
  if (path_.has_units() && path_.size() > 0)
    beside(path_.unit_start(path_.size() - 1));  // it may have failed in a section
}

// Sees to it that somebody else than the current pick is tried at this frame. Without sleep sets everybody has to be: what
// the others would have done next is not known below the current pick, so no race with it would call for them.
void Dpor::go_on_without(size_t at, const ThreadSet& enabled) {
  if (at < base_) return;
  Frame& frame = frames_[at];
  if (how_ == Backtracking::kPersistentSets) {
    frame.backtrack |= enabled;
    return;
  }
  ThreadSet planned = frame.backtrack - frame.done - frame.asleep;
  planned.reset(static_cast<ThreadId>(frame.pick));
  const ThreadSet others = enabled - frame.backtrack - frame.asleep;
  if (planned.none() && others.any()) frame.backtrack.set(others.first());
}

// Backtrack sets grow, mostly below the first pick: how large they will be is told by those of steps that are finished. The
// frames below `base_` say what this engine's part weighs: they do not change once work was given away (see split).
double Dpor::remaining() const {
  double sum = 0, weight = 1;
  for (size_t i = 0; i < frames_.size(); ++i) {
    const Frame& f = frames_[i];
    double options = f.end, rest = f.end - f.next;
    if (!f.is_value) {
      ThreadSet all = (f.backtrack | f.done) - (f.asleep - f.done);
      all.set(static_cast<ThreadId>(f.pick));
      ThreadSet open = f.backtrack - f.done - f.asleep;
      open.reset(static_cast<ThreadId>(f.pick));
      options = all.count();
      rest = open.count();
      if (const double likely = i < base_ || f.done.any() ? 0 : likely_tried(f.choices); likely > options) {
        rest += likely - options;
        options = likely;
      }
    }
    weight /= std::max(1.0, options);
    if (i >= base_) sum += weight * rest;
  }
  return sum;
}

double Dpor::likely_tried(uint16_t choices) const {
  if (choices >= finished_.size() || finished_[choices].steps == 0) return 0;
  return static_cast<double>(finished_[choices].tried) / static_cast<double>(finished_[choices].steps);
}

void Dpor::save(Writer& out) const {
  out.put(started_);
  out.put<uint64_t>(base_);
  out.put(frames_);
  out.put(frame_of_);
  out.put(sleepers_);
  path_.save(out);
  unnoticed_.save(out);
}

bool Dpor::load(Reader& in) {
  started_ = in.get<bool>();
  base_ = in.get<uint64_t>();
  frames_ = in.get_vector<Frame>();
  frame_of_ = in.get_vector<uint32_t>();
  sleepers_ = in.get_vector<Event>();
  return path_.load(in) && unnoticed_.load(in) && in.ok();
}

bool Dpor::split(Writer& out) {
  if (unnoticed_.in_use()) return false;
  // The shallowest step where this engine has something left besides the current pick, and where the current
  // subtree has work left too.
  auto open = [&](size_t i) {
    const Frame& f = frames_[i];
    if (f.is_value) return f.next < f.end;
    ThreadSet rest = f.backtrack - f.done - f.asleep;
    rest.reset(static_cast<ThreadId>(f.pick));
    return rest.any();
  };
  size_t deepest = frames_.size();
  while (deepest > base_ && !open(deepest - 1)) --deepest;
  if (deepest <= base_ + 1) return false;
  size_t at = base_;
  while (at + 1 < deepest && !open(at)) ++at;
  if (at + 1 >= deepest) return false;
  for (size_t i = base_; i <= at; ++i)
    if (!frames_[i].is_value) frames_[i].backtrack |= path_.enabled(frames_[i].event);
  const size_t mine = base_;
  base_ = at + 1;
  save(out);
  base_ = mine;
  while (frames_.size() > at + 1) pop();
  return true;
}

std::unique_ptr<Engine> make_dpor(const EngineOptions& options) { return std::make_unique<Dpor>(options); }

}  // namespace heddle
