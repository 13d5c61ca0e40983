#include "causal/trace_model.h"

#include <algorithm>

#include "base/hash.h"
#include "causal/pool.h"
#include "causal/trace_state.h"

namespace heddle::causal {

using dependence::Class;
using dependence::class_of;

class TraceModelBuilder {
 public:
  TraceModelBuilder(TraceModel& model, const Trace& trace) : model_(model), trace_(trace), lines_(kMaxThreads) {}

  void run() {
    add_places();
    for (uint32_t i = 0; i < trace_.events.size() && model_.problem_.empty(); ++i) take(trace_.events[i], i);
    if (model_.problem_.empty()) finish_lines();
    if (model_.problem_.empty() && cells_.problem() != nullptr) model_.problem_ = cells_.problem();
    if (!model_.problem_.empty()) return;
    flatten();
    learn_first_values();
    model_.index();
    check();
  }

 private:
  void problem(const char* text) {
    if (model_.problem_.empty()) model_.problem_ = text;
  }

  static bool is_step(const Event& e) { return e.flags & kScheduled; }

  void add_places() {
    for (const Event& e : trace_.events) add_place(e);
    for (const Event& e : trace_.pending) add_place(e);
  }
  void add_place(const Event& e) {
    const Class what = class_of(e.op);
    if (what == Class::kAccess && e.op != Op::kFree) cells_.add_access(e.object, e.length);
    if (what == Class::kFutex) cells_.add_access(e.object, 4);
    if (e.op == Op::kOnceLeave) cells_.add_access(e.object, 1);
    if (what != Class::kAccess && what != Class::kNothing) cells_.add_object(e.object, what);
    if (uses_mutex(e.op)) cells_.add_object(e.second, Class::kLock);
  }

  void take(const Event& e, uint32_t index) {
    if (e.op == Op::kTimeout || (e.flags & kTimed)) problem("the program waits with a deadline");
    if (e.op == Op::kWrite && e.second == 2) problem("a local takes the place of one that other threads used");
    if (e.thread >= kMaxLines) problem("the program has more than 64 threads");
    if (!model_.problem_.empty()) return;
    threads_ = std::max(threads_, e.thread + 1);
    if (e.op == Op::kBegin) return;
    if (!is_automatic(e.op) && !is_step(e)) return;
    Act a = bound(e);
    a.event = index;
    if (e.op == Op::kAwait) await(e, a);
    a.exits = e.op == Op::kEnd && e.thread == kMainThread && index + 1 == trace_.events.size();
    lines_[e.thread].push_back(a);
  }

  Act bound(const Event& e) {
    Act a;
    const Class what = class_of(e.op);
    a.op = e.op;
    a.flags = e.flags;
    a.thread = e.thread;
    a.object = e.object;
    a.second = e.second;
    a.position = e.position;
    a.length = e.length;
    a.told = answer_of(e);
    a.blind =
        (e.flags & kUnused) && (e.op == Op::kRead || (e.op == Op::kRmw && (e.flags & kCommutes) && e.second == kAdds));
    a.value = e.op == Op::kChoose || e.op == Op::kBarrier ? e.length
              : e.op == Op::kSignal                       ? e.read
              : a.blind                                   ? e.written - e.read
                                                          : e.written;
    const auto add_to_list = [&](CellId c) {
      if (a.list_size++ == 0) a.list = static_cast<uint32_t>(model_.lists_.size());
      model_.lists_.push_back(c);
    };
    if (what == Class::kNothing) return a;
    if (e.op == Op::kFree) {
      cells_.for_each_in(e.object, e.length, add_to_list);
    } else if (what == Class::kAccess) {
      place(cells_.place(e.object, e.length), a, a.cell);
      if (e.op == Op::kWrite)  // objects that live there are made anew
        cells_.for_each_in(e.object, e.length, [&](CellId c) {
          if (cells_[c].what != Class::kAccess) add_to_list(c);
        });
    } else {
      a.cell = cells_.object(e.object, what);
      if (uses_mutex(e.op)) a.second_cell = cells_.object(e.second, Class::kLock);
      if (what == Class::kFutex) place(cells_.place(e.object, 4), a, a.second_cell);
      if (e.op == Op::kOnceLeave) place(cells_.place(e.object, 1), a, a.second_cell);
    }
    return a;
  }
  static void place(const Place& p, Act& a, CellId& cell) {
    cell = p.cell;
    a.shift = p.shift;
    a.mask = p.mask;
  }

  // The thread sleeps in a loop until something that its last `length` events looked at is different.
  void await(const Event& e, Act& a) {
    const std::vector<Act>& line = lines_[e.thread];
    uint32_t looked = 0;
    a.list = static_cast<uint32_t>(model_.wakeups_.size());
    for (size_t i = line.size(); i-- > 0 && looked < e.length;) {
      const Act& b = line[i];
      if (is_automatic(b.op)) continue;
      ++looked;
      if (b.blind) problem("a loop waits for what it does not look at");
      if (!is_try(b.op) && (!is_access(b.op) || b.op == Op::kFree)) continue;
      model_.wakeups_.push_back({{b.cell, b.shift, b.mask}, b.told, b.op});
      ++a.list_size;
    }
  }

  // What stands at the end of each line: what the thread would have done next, or that it ended the process.
  void finish_lines() {
    ThreadSet has_next;
    for (const Event& e : trace_.pending) {
      if (e.op == Op::kEnd || e.thread >= kMaxLines) continue;
      has_next.set(e.thread);
      if (failed(e.thread) || ((e.op != Op::kRead || (e.flags & kTimed)))) continue;
      Act a = bound(e);
      a.pending = true;
      a.event = static_cast<uint32_t>(trace_.events.size());
      lines_[e.thread].push_back(a);
      threads_ = std::max(threads_, e.thread + 1);
    }
    for (int t = 0; t < threads_; ++t)
      if (ends_process(static_cast<ThreadId>(t), has_next)) {
        Act a;
        a.op = Op::kStop;
        a.thread = static_cast<ThreadId>(t);
        a.exits = true;
        a.event = static_cast<uint32_t>(trace_.events.size());
        lines_[static_cast<size_t>(t)].push_back(a);
      }
  }
  bool failed(ThreadId t) const {
    for (const Finding& f : trace_.findings)
      if (f.thread == t && f.kind != FindingKind::kDeadlock && f.kind != FindingKind::kLivelock) return true;
    return false;
  }
  bool ends_process(ThreadId t, const ThreadSet& has_next) const {
    const auto& line = lines_[t];
    if (!line.empty() && (line.back().op == Op::kEnd || line.back().op == Op::kStop)) return false;
    for (const Finding& f : trace_.findings) {
      const bool at_its_step =
          f.kind == FindingKind::kUseAfterFree || f.kind == FindingKind::kDoubleFree || f.kind == FindingKind::kRace;
      if (f.thread == t && failed(t) && !at_its_step) return true;
    }
    return calls_exit(t, has_next);
  }
  // A run that ended before main did, and the thread is not known to have anything else to do.
  bool calls_exit(ThreadId t, const ThreadSet& has_next) const {
    if (trace_.outcome != Outcome::kComplete || has_next.test(t) || lines_[t].empty()) return false;
    const Event& last = trace_.events.back();
    if (last.op == Op::kEnd && last.thread == kMainThread) return false;
    const Act& a = lines_[t].back();
    return !waits_after(a.op) && a.op != Op::kAwait && a.op != Op::kJoin;
  }

  void flatten() {
    for (int t = 0; t < threads_; ++t) {
      model_.first_.push_back(static_cast<ActId>(model_.acts_.size()));
      for (const Act& a : lines_[static_cast<size_t>(t)]) model_.acts_.push_back(a);
    }
    model_.first_.push_back(static_cast<ActId>(model_.acts_.size()));
    for (CellId c = 0; c < cells_.size(); ++c) model_.what_.push_back(cells_[c].what);
    model_.initial_.resize(cells_.size());
    model_.initial_known_.resize(cells_.size());
  }

  // What memory and semaphores held before anyone in the trace changed them.
  void learn_first_values() {
    std::vector<ActId> at(model_.first_.begin(), model_.first_.end() - 1);
    std::vector<uint64_t> known(cells_.size());
    for (uint32_t i = 0; i < trace_.events.size(); ++i) {
      const Event& e = trace_.events[i];
      ActId& next = at[e.thread];
      if (next == model_.end(e.thread) || model_[next].event != i) continue;
      const Act& a = model_[next++];
      if (a.cell == kNoCell) continue;
      const bool wide = cells_[a.cell].whole;
      uint64_t bits = 0, value = 0;
      if (is_access(a.op) && a.op != Op::kFree && !(wide && a.op == Op::kWrite)) {
        bits = a.mask << a.shift;
        value = (e.read & a.mask) << a.shift;
      } else if (class_of(a.op) == Class::kSemaphore) {
        bits = ~uint64_t{0};
        value = e.read;
      }
      const uint64_t missing = bits & ~known[a.cell];
      model_.initial_[a.cell] |= value & missing;
      model_.initial_known_[a.cell] |= missing;
      known[a.cell] |= bits;
      if (a.op == Op::kWrite) known[a.cell] |= a.mask << a.shift;
      if (a.op == Op::kOnceLeave) known[a.second_cell] |= a.mask << a.shift;
    }
    for (CellId c = 0; c < cells_.size(); ++c)
      if (const Class what = model_.what_[c]; what != Class::kAccess && what != Class::kSemaphore)
        model_.initial_known_[c] = ~uint64_t{0};
  }

  // The trace itself must be one of its orders.
  void check() {
    TraceState state(model_);
    state.start();
    size_t step = 0;
    for (ActId id : model_.order_) {
      const Act& a = model_[id];
      while (step < trace_.steps.size() && trace_.steps[step].kind != Step::kThread) ++step;
      const bool has_choice = step + 1 < trace_.steps.size() && trace_.steps[step + 1].kind == Step::kValue;
      const int choice = has_choice ? trace_.steps[step + 1].pick : 0;
      ++step;
      if (state.at(a.thread) != id || !state.can_repeat(a.thread)) return problem("the model does not fit the trace");
      if (choice >= state.choices(a.thread)) return problem("one event makes several choices");
      state.perform(a.thread, choice);
    }
  }

  TraceModel& model_;
  const Trace& trace_;
  Cells cells_{Blocks::kWhole};
  std::vector<std::vector<Act>> lines_;
  int threads_ = 0;
};

TraceModel::TraceModel(const Trace& trace) { TraceModelBuilder(*this, trace).run(); }

void TraceModel::index() {
  std::vector<std::vector<ActId>> touching(what_.size());
  creator_.assign(static_cast<size_t>(threads()), kNoAct);
  order_.clear();
  for (ActId id = 0; id < size(); ++id) {
    const Act& a = acts_[id];
    if (a.cell != kNoCell) touching[a.cell].push_back(id);
    if (a.second_cell != kNoCell) touching[a.second_cell].push_back(id);
    if (a.op != Op::kAwait)
      for (CellId c : list(a)) touching[c].push_back(id);
    if (a.op == Op::kCreate && a.object < creator_.size()) creator_[a.object] = id;
    if (!is_automatic(a.op) && !a.pending) order_.push_back(id);
  }
  std::sort(order_.begin(), order_.end(), [&](ActId x, ActId y) { return acts_[x].event < acts_[y].event; });
  std::vector<ActId> last(what_.size(), kNoAct);
  source_.assign(size(), kNoAct);
  for (ActId id : order_) {
    const Act& a = acts_[id];
    if (a.cell == kNoCell) continue;
    source_[id] = last[a.cell];
    if (writes_memory(a) || a.op == Op::kSignal || a.op == Op::kBroadcast || a.op == Op::kSemPost ||
        a.op == Op::kFutexWake)
      last[a.op == Op::kOnceLeave ? a.second_cell : a.cell] = id;
  }
  touching_.clear();
  touching_first_.assign(1, 0);
  for (const auto& acts : touching) {
    touching_.insert(touching_.end(), acts.begin(), acts.end());
    touching_first_.push_back(static_cast<uint32_t>(touching_.size()));
  }
}

uint64_t TraceModel::lines() const {
  uint64_t all = 0;
  for (int t = 0; t < threads(); ++t) {
    uint64_t line = mix(static_cast<uint64_t>(t) + 1);
    for (ActId id = first(t); id < end(t); ++id) {
      const Act& a = acts_[id];
      const uint64_t bits = uint64_t{a.flags} | uint64_t{a.length} << 8 | uint64_t{a.blind} << 40 |
                            uint64_t{a.pending} << 41 | uint64_t{a.exits} << 42;
      for (uint64_t word : {static_cast<uint64_t>(a.op), bits, a.object, a.second, a.position, a.told, a.value})
        line = mix(line, word);
      if (a.cell != kNoCell && what_[a.cell] == Class::kAccess)
        line = mix(mix(line, initial_[a.cell]), initial_known_[a.cell]);
    }
    all = mix(all, line);
  }
  // Where writes cover parts of a place, or only add to it, what a read may be told instead is taken from what the place held in turn.
  for (CellId c = 0; c < cells(); ++c) {
    if (what_[c] != Class::kAccess) continue;
    bool plain = true;
    for (ActId id : touching(c))
      plain &= !acts_[id].blind && (acts_[id].cell != c || acts_[id].mask == acts_[touching(c)[0]].mask);
    if (plain) continue;
    for (ActId id : order_)
      if (acts_[id].cell == c && writes_memory(acts_[id])) all = mix(all, id);
  }
  return all;
}

std::vector<uint64_t> TraceModel::other_answers(ActId id) const {
  const Act& a = acts_[id];
  std::vector<uint64_t> answers;
  switch (a.op) {
    case Op::kTryLock:
    case Op::kTryReadLock:
    case Op::kSemTryWait:
    case Op::kBarrier:
    case Op::kOnceEnter: return {1 - a.told};
    case Op::kChoose:
      for (uint64_t v = 0; v < a.value; ++v)
        if (v != a.told) answers.push_back(v);
      return answers;
    case Op::kRead:
    case Op::kRmw: break;
    default: return {};
  }
  if (a.blind) return {};
  // What the place held at any time of the trace, and what the writes that cover it would make of it.
  const uint64_t bits = a.mask << a.shift;
  std::vector<ActId> writers;
  for (ActId w : touching(a.cell))
    if (writes_memory(acts_[w]) && !acts_[w].pending && acts_[w].op != Op::kOnceLeave) writers.push_back(w);
  std::sort(writers.begin(), writers.end(), [&](ActId x, ActId y) { return acts_[x].event < acts_[y].event; });
  uint64_t content = initial_[a.cell], known = initial_known_[a.cell];
  const auto note = [&](uint64_t word, uint64_t word_known) {
    if ((word_known & bits) == bits) answers.push_back(word >> a.shift & a.mask);
  };
  note(content, known);
  for (ActId id_of_writer : writers) {
    const Act& w = acts_[id_of_writer];
    const uint64_t field = w.mask << w.shift;
    const uint64_t old = content >> w.shift & w.mask;
    const uint64_t now = (w.blind ? old + w.value : w.value) & w.mask;
    if (w.blind) note((content & ~field) | ((old - w.value) & w.mask) << w.shift, known);
    content = (content & ~field) | now << w.shift;
    known |= field;
    note(content, known);
  }
  std::sort(answers.begin(), answers.end());
  answers.erase(std::unique(answers.begin(), answers.end()), answers.end());
  if (!a.pending) std::erase(answers, a.told);
  return answers;
}

void TraceModel::save(Writer& out) const {
  out.put(acts_);
  out.put(first_);
  out.put(lists_);
  out.put(wakeups_);
  out.put(what_);
  out.put(initial_);
  out.put(initial_known_);
}

bool TraceModel::load(Reader& in) {
  acts_ = in.get_vector<Act>();
  first_ = in.get_vector<ActId>();
  lists_ = in.get_vector<CellId>();
  wakeups_ = in.get_vector<Wakeup>();
  what_ = in.get_vector<Class>();
  initial_ = in.get_vector<uint64_t>();
  initial_known_ = in.get_vector<uint64_t>();
  if (!in.ok() || first_.empty() || first_.back() != acts_.size()) return false;
  index();
  return true;
}

}  // namespace heddle::causal
