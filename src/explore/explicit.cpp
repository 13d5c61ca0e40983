// explicit: depth-first search that remembers the states it met, and goes on from none of them twice. So it ends on programs whose
// runs do not: servers, event loops, protocols with `while (true)`.
//
// States are told by the executor, as hashes (trace/state.h). A state is reached by running the schedule that leads there from the
// start: programs are native and cannot be put back, and a run costs microseconds. A run goes on from the end of its prefix through
// states that are new and ends at the first that is not. What is still to be tried in each of its states is kept.
//
// Sleep sets save the runs that would only meet known states: where steps commute, one order leads to each state. A state is
// stored with the threads that slept when it was met, and when it is met with fewer of them asleep, the others are tried now
// (Godefroid, Partial-Order Methods, 1996). That visits every state, and every deadlock. It does not keep every cycle, though:
// a cycle may be made of steps that slept. But an endless run has prefixes of any length, each with an equivalent one in the
// reduced graph, so if that graph has no cycle, there is no endless run at all. If it has one, which is mostly seen when a run comes back
// to a state that it came through, the search begins again without sleep sets, and the whole graph is looked through for livelocks
// (lasso.h). Then it does not matter in which order states are gone on from: the oldest come first, by the shortest way that is known to
// them, since what a run costs is mostly its prefix. No persistent or ample sets are used, so no step is put
// off for ever, and no proviso on cycles is needed.
//
// Data races are pairs of accesses side by side: some state has both next. Both steps are made from there, so the engine
// sees the pair; as a run may end before it shows both, another is made that does. Memory that no run showed to be shared, but that
// runs which were cut short would have, is found by looking at the touches of all runs together, as mcr does (causal/ledger.h):
// every step that any state allows was made once, so all accesses were seen.
#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "causal/ledger.h"
#include "explore/engines.h"
#include "explore/lasso.h"
#include "explore/state_table.h"
#include "explore/state_ways.h"

namespace heddle {
namespace {

// Ends each run at once: for those whose prefix is all that matters.
class StopAtOnce final : public StateWatch {
 public:
  bool meet(const StateHash&) override { return true; }
};

class Explicit final : public Engine, StateWatch {
 public:
  explicit Explicit(const EngineOptions& options)
      : dependence_(options.dependence), races_matter_(options.predict_races) {}

  bool next(Work& work) override {
    work = Work();
    work.schedule.tail = Tail::kFair;
    work.schedule.watch = this;
    if (!ledger_.to_share().empty()) {  // the search starts again after it
      work.schedule.share = ledger_.to_share();
      return true;
    }
    if (!started_) return true;
    if (!races_.empty()) return next_race(work);
    if (came_back_ && !sleepless_) start_again();
    if (!started_) return true;
    Frame* const open = open_frame();
    if (open == nullptr) return finish(work);
    Frame& top = *open;
    if (top.next_value < top.values) {
      top.value = top.next_value++;
    } else {
      if (top.can_sleep && !sleepless_) top.asleep.push_back(top.tried.back());
      top.pick = top.rest.first();
      top.rest.reset(top.pick);
      top.can_sleep = false;
      top.values = top.next_value = 0;
      top.value = StateEdge::kNoValue;
    }
    put_way(work.schedule.prefix, top);
    put_step(work.schedule.prefix, top);
    for (const Event& e : top.asleep) work.schedule.asleep.set(e.thread);
    work.schedule.asleep_events = top.asleep;
    return true;
  }

  void observe(const Work& work, const Trace& trace) override {
    learn(trace);
    exact_ &= trace.exact_states;
    weak_ |= trace.weak_orders;
    if (work.foretold && trace.steps.size() < work.schedule.prefix.size()) try_other_order(work);
    if (work.schedule.loop != 0 || work.foretold || !work.schedule.share.empty()) return;
    if (trace.outcome == Outcome::kComplete) some_run_ends_ = true;
    walk(work.schedule.prefix.size(), trace);
    started_ = true;
  }

  bool exhaustive() const override { return true; }
  bool wants_discovery() const override { return false; }
  std::string doubt() const override {
    if (!exact_)
      return "the program keeps something outside of its memory (files, signal handlers, a stack of its own): states cannot be compared";
    return weak_ && races_matter_
               ? "data races that only weak memory orders allow are not looked for by this engine; --race ignore leaves them out"
               : std::string();
  }
  bool started_again() override { return std::exchange(started_again_, false); }
  bool split(Writer&) override { return false; }

  void save(Writer& out) const override {
    out.put(started_), out.put(sleepless_), out.put(some_run_ends_), out.put(done_);
    out.put(exact_), out.put(weak_), out.put(came_back_);
    table_.save(out);
    out.put(edges_);
    out.put(slept_);
    out.put(sets_);
    ledger_.save(out);
    out.put<uint64_t>(stack_.size());
    for (const Frame& f : stack_) {
      out.put(f.state), out.put(f.pick), out.put(f.value), out.put(f.values), out.put(f.next_value);
      out.put(f.rest);
      out.put(f.asleep), out.put(f.tried), out.put(f.can_sleep);
    }
    out.put<uint64_t>(races_.size());
    for (const auto& prefix : races_) out.put(prefix);
  }
  bool load(Reader& in) override {
    started_ = in.get<bool>(), sleepless_ = in.get<bool>(), some_run_ends_ = in.get<bool>(), done_ = in.get<bool>();
    exact_ = in.get<bool>(), weak_ = in.get<bool>(), came_back_ = in.get<bool>();
    if (!table_.load(in)) return false;
    edges_ = in.get_vector<StateEdge>();
    if (sleepless_)
      for (const StateEdge& e : edges_) ways_.note(e);
    slept_ = in.get_vector<uint32_t>();
    sets_ = in.get_vector<ThreadSet>();
    if (!ledger_.load(in)) return false;
    stack_.resize(std::min<uint64_t>(in.get<uint64_t>(), 1 << 24));
    for (Frame& f : stack_) {
      f.state = in.get<uint32_t>(), f.pick = in.get<ThreadId>();
      f.value = in.get<uint16_t>(), f.values = in.get<uint16_t>(), f.next_value = in.get<uint16_t>();
      f.rest = in.get<ThreadSet>();
      f.asleep = in.get_vector<Event>(), f.tried = in.get_vector<Event>();
      f.can_sleep = in.get<bool>();
      if (!in.ok()) return false;
      set_on_way(f.state, true);
    }
    races_.resize(std::min<uint64_t>(in.get<uint64_t>(), 1 << 20));
    for (auto& prefix : races_) prefix = in.get_vector<uint16_t>();
    return in.ok() && slept_.size() == table_.size();
  }

  std::string progress() const override {
    return std::to_string(table_.size()) + " states, " + std::to_string(stack_.size()) + " open";
  }
  std::string remark() const override {
    return std::to_string(table_.size()) + (table_.size() == 1 ? " state" : " states") +
           (some_run_ends_ || !sleepless_ ? "" : ", the program never ends");
  }

 private:
  // A state and the step that is being tried there. With sleep sets these are the states on the way to where the search is; without, those in
  // which there is more to try.
  struct Frame {
    uint32_t state = 0;
    ThreadId pick = 0;
    uint16_t value = StateEdge::kNoValue;
    uint16_t values = 0, next_value = 0;  // if the step receives one: how many there are, and the next to try
    ThreadSet rest;                       // threads still to be tried
    std::vector<Event> asleep;  // steps that need not be made here: they were made before, or in a state above
    std::vector<Event> tried;   // steps that were made here
    bool can_sleep = false;     // the last of them: it always does the same, and somebody may come behind it
    bool open() const { return next_value < values || rest.any(); }
  };

  bool meet(const StateHash& state) override {
    bool added = false;
    table_.add(state, added);
    return !added;
  }

  // The one to go on from; null if there is none.
  Frame* open_frame() {
    while (!stack_.empty()) {
      Frame& frame = sleepless_ ? stack_.front() : stack_.back();
      if (frame.open()) return &frame;
      set_on_way(frame.state, false);
      if (sleepless_) stack_.pop_front();
      else stack_.pop_back();
    }
    return nullptr;
  }

  static void put_step(std::vector<uint16_t>& prefix, const Frame& frame) {
    prefix.push_back(frame.pick);
    if (frame.value != StateEdge::kNoValue) prefix.push_back(frame.value);
  }
  void put_way(std::vector<uint16_t>& prefix, const Frame& to) const {
    if (sleepless_) return ways_.put(to.state, prefix);
    for (const Frame& frame : stack_) {
      if (&frame == &to) return;
      put_step(prefix, frame);
    }
  }
  void set_on_way(uint32_t state, bool on) {
    if (sleepless_) return;
    if (state >= on_way_.size()) on_way_.resize(state + size_t{1});
    on_way_[state] = on;
  }

  // Which memory threads hand to each other.
  void learn(const Trace& trace) {
    uint8_t created[kMaxThreads] = {};
    for (const Event& e : trace.events)
      if (e.op == Op::kCreate) {
        ledger_.born(static_cast<ThreadId>(e.object), e.thread, created[e.thread]);
        if (created[e.thread] < 254) ++created[e.thread];
      }
    ledger_.add(trace.touches);
  }

  // The steps of a run from the last of its prefix on. `state` is the next of Trace::states, which begin behind the prefix.
  void walk(size_t prefix, const Trace& trace) {
    size_t state = 0;
    size_t i = 0;
    at_ = nullptr;
    if (prefix > 0) {
      at_ = sleepless_ ? &stack_.front() : &stack_.back();
      i = prefix - 1 - (at_->value != StateEdge::kNoValue);
      if (i >= trace.steps.size()) return;  // it could not even be made
      made(*at_, trace, i);
      i += 1 + (at_->value != StateEdge::kNoValue);
    }
    for (;; ++state) {
      const bool goes_on = i < trace.steps.size();
      if (state >= trace.states.size()) break;
      const bool last = state + 1 == trace.states.size() && trace.met;
      const uint32_t id = arrive(trace.states[state]);
      std::vector<Event> asleep = asleep_after_last();
      if (last) {
        come_again(id, std::move(asleep));
        return;
      }
      slept_.resize(table_.size());
      slept_[id] = number_of(set_of(asleep));
      if (!goes_on) return;
      push(id, i, trace, std::move(asleep));
      i += 1 + (at_->value != StateEdge::kNoValue);
    }
    arrive_nowhere();
  }

  // The step of the frame was made, as step i of the run.
  void made(Frame& frame, const Trace& trace, size_t i) {
    const Step& step = trace.steps[i];
    if (i + 1 < trace.steps.size() && trace.steps[i + 1].kind == Step::kValue) {
      const Step& value = trace.steps[i + 1];
      frame.value = value.pick;
      if (frame.values == 0) frame.values = value.count, frame.next_value = 1;
    }
    marks_ = step.marks;
    last_event_ = step.event < trace.events.size() ? &trace.events[step.event] : nullptr;
    if (last_event_ == nullptr) return;
    look_for_races(frame, *last_event_);
    frame.tried.push_back(to_come(*last_event_));
    const auto in_section = [&](const Event& e) { return e.thread == step.pick && (e.flags & kInSection); };
    const auto later = trace.events.subspan(step.event);
    frame.can_sleep = frame.value == StateEdge::kNoValue && std::none_of(later.begin(), later.end(), in_section);
  }

  void push(uint32_t id, size_t i, const Trace& trace, std::vector<Event> asleep) {
    if (sleepless_ && at_ == &stack_.back() && at_ != &stack_.front() && !at_->open()) stack_.pop_back();
    Frame& frame = stack_.emplace_back();
    at_ = &frame;
    set_on_way(id, true);
    frame.state = id;
    frame.pick = static_cast<ThreadId>(trace.steps[i].pick);
    frame.rest = trace.steps[i].enabled - set_of(asleep);
    frame.rest.reset(frame.pick);
    frame.asleep = std::move(asleep);
    made(frame, trace, i);
  }

  // What sleeps after the step of the last frame.
  std::vector<Event> asleep_after_last() const {
    std::vector<Event> after;
    if (sleepless_ || at_ == nullptr) return after;
    for (const Event& e : at_->asleep)
      if (last_event_ != nullptr && e.thread != at_->pick && !conflicts(*last_event_, e, dependence_))
        after.push_back(e);
    return after;
  }

  uint32_t arrive(const StateHash& state) {
    bool added = false;
    const uint32_t id = table_.add(state, added);
    note_edge(id);
    return id;
  }
  void arrive_nowhere() { note_edge(StateEdge::kEnd); }
  void note_edge(uint32_t to) {
    if (at_ == nullptr) return;
    edges_.push_back({at_->state, to, at_->value, at_->pick, marks_});
    if (sleepless_) ways_.note(edges_.back());
    else came_back_ |= to < on_way_.size() && on_way_[to];
  }

  // The state is known. Whoever slept when it was met before, and does not now, has to be tried.
  void come_again(uint32_t id, std::vector<Event> asleep) {
    slept_.resize(table_.size());
    const ThreadSet then = sets_[slept_[id]], now = set_of(asleep), awake = then - now;
    if (awake.none()) return;
    slept_[id] = number_of(then & now);
    Frame& frame = stack_.emplace_back();
    set_on_way(id, true);
    frame.state = id;
    frame.rest = awake;
    frame.asleep = std::move(asleep);
  }

  static ThreadSet set_of(const std::vector<Event>& events) {
    ThreadSet set;
    for (const Event& e : events) set.set(e.thread);
    return set;
  }
  // Few different sets sleep anywhere.
  uint32_t number_of(const ThreadSet& set) {
    for (uint32_t i = 0; i < sets_.size(); ++i)
      if (sets_[i] == set) return i;
    sets_.push_back(set);
    return static_cast<uint32_t>(sets_.size() - 1);
  }

  void look_for_races(const Frame& frame, const Event& e) {
    const auto look = [&](const Event& other) {
      if (other.thread == e.thread || (other.flags & e.flags & kAtomic) || !is_access(e.op) || !is_access(other.op))
        return;
      if (!conflicts(e, other, dependence_)) return;
      if (!raced_.insert(std::minmax(e.position, other.position)).second) return;
      std::vector<uint16_t>& prefix = races_.emplace_back();
      put_way(prefix, frame);
      prefix.push_back(std::min(other.thread, e.thread));
      prefix.push_back(std::max(other.thread, e.thread));
    };
    for (const Event& other : frame.tried) look(other);
    for (const Event& other : frame.asleep) look(other);
  }

  // The first of the two ended the run: perhaps the other does not.
  void try_other_order(const Work& work) {
    std::vector<uint16_t> prefix = work.schedule.prefix;
    const size_t n = prefix.size();
    std::swap(prefix[n - 2], prefix[n - 1]);
    if (prefix[n - 2] > prefix[n - 1]) races_.push_back(std::move(prefix));
  }

  bool next_race(Work& work) {
    work.schedule.prefix = std::move(races_.front());
    races_.pop_front();
    work.schedule.watch = &stop_at_once_;
    work.foretold = FindingKind::kRace;
    work.tentative = true;
    return true;
  }

  // All states were met.
  bool finish(Work& work) {
    if (done_) return false;
    if (!sleepless_ && has_cycle(table_.size(), edges_)) {
      start_again();
      return next(work);
    }
    done_ = true;
    if (!sleepless_) return false;
    const std::optional<Lasso> lasso = find_livelock(table_.size(), edges_);
    if (!lasso) return false;
    const auto put = [&](const std::vector<StateEdge>& edges) {
      for (const StateEdge& e : edges) {
        work.schedule.prefix.push_back(e.thread);
        if (e.value != StateEdge::kNoValue) work.schedule.prefix.push_back(e.value);
      }
    };
    put(lasso->stem);
    work.schedule.loop = static_cast<uint32_t>(work.schedule.prefix.size()) + 1;
    put(lasso->loop);
    work.schedule.watch = nullptr;
    return true;
  }

  // Without sleep sets: there are endless runs.
  void start_again() {
    table_ = StateTable();
    edges_.clear();
    slept_.clear();
    stack_.clear();
    on_way_.clear();
    at_ = nullptr;
    started_ = false;
    sleepless_ = started_again_ = true;
  }

  DependenceOptions dependence_;
  StopAtOnce stop_at_once_;
  StateTable table_;
  std::vector<StateEdge> edges_;  // steps that were made, each once
  std::vector<uint32_t> slept_;   // by state: who slept whenever it was met, as an index into `sets_`
  std::vector<ThreadSet> sets_;
  std::deque<Frame> stack_;   // with sleep sets one frame per thread step of the path that is being tried; else a queue
  Frame* at_ = nullptr;       // from which the last step was made
  std::vector<bool> on_way_;  // by state, with sleep sets: it is in `stack_`
  StateWays ways_;            // without sleep sets
  causal::Ledger ledger_;
  std::set<std::pair<uint64_t, uint64_t>> raced_;  // pairs of positions that raced
  std::deque<std::vector<uint16_t>> races_;        // prefixes of runs that show them
  const Event* last_event_ = nullptr;              // of the step that `made` saw last
  uint8_t marks_ = 0;                              // of that step
  bool started_ = false;                           // the first run was made
  bool sleepless_ = false;                         // sleep sets are not used
  bool came_back_ = false;                         // some run goes round
  bool started_again_ = false;
  bool some_run_ends_ = false;
  bool exact_ = true;  // Trace::exact_states, of all runs
  bool weak_ = false;  // Trace::weak_orders, of some run
  bool races_matter_;
  bool done_ = false;  // livelocks were looked for
};

}  // namespace

std::unique_ptr<Engine> make_explicit(const EngineOptions& options) { return std::make_unique<Explicit>(options); }

}  // namespace heddle
