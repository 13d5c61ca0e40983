// The native solver of questions about one trace: two guesses, then a search.
//
// A yes is usually near: what the trace did, with a few acts left out or put off. So first, for each act that would give
// the place the value asked for, the acts that it and the asked act rest on in the trace are performed in the order of
// the trace: once just so, and once with that act put off to the end. What stands in the way is met by letting others go on.
//
// If no guess works, a depth-first search over the positions of the threads in the cone of the question (trace_cone.h)
// goes through all orders. Acts that can be done at once without loss are not branched on: a read that would be told
// the right thing now (later, at best, it still is), giving back a lock or a unit of a semaphore, touching what nobody
// else touches any more. States met before, by hash of positions and watched values, are dead ends.
//
// The search is exact: without a yes and within the steps allowed, the answer is no. On a trace so long that the steps would
// not go far, only the guesses are made.
#include <algorithm>
#include <array>

#include "causal/state_set.h"
#include "causal/trace_cone.h"
#include "causal/trace_state.h"

namespace heddle::causal {
namespace {

constexpr size_t kGuesses = 4;      // acts that are tried as the source of the answer
constexpr size_t kSmallCone = 400;  // acts; in a larger one the search is given up sooner

class Solution {
 public:
  Solution(const TraceModel& model, const Question& question, TraceCone& cone, uint64_t steps)
      : model_(model), question_(question), target_(model[question.act].thread), cone_(cone), state_(model, &question_),
        steps_(steps) {}

  Answer run() {
    cone_.compute(model_, question_);
    for (int t = 0; t < model_.threads(); ++t)
      if (model_.first(t) < model_.end(t) && t != target_) may_exit_ |= model_[model_.end(t) - 1].exits;
    for (ActId source : sources())
      for (bool put_off : {true, false})
        if (guess(source, put_off)) return {Answer::kYes, std::move(path_)};
    // The larger the cone, the less a search that goes back step by step can hope for.
    const size_t size = cone_.size();
    if (size > kSmallCone) steps_ = steps_ * kSmallCone / size;
    if (steps_ < size) return {};
    const Answer::Kind kind = search();
    if (kind == Answer::kYes) return {kind, std::move(path_)};
    return {kind, {}};
  }

 private:
  bool answered() const {
    if (state_.at(target_) != question_.act) return false;
    return question_.freed ? state_.finds_freed(target_) : state_.can_answer(target_, question_.answer);
  }

  void finish_path() {
    path_.push_back(static_cast<uint16_t>(target_));
    const Act& a = model_[question_.act];
    if (a.op == Op::kChoose && a.value > 1) path_.push_back(static_cast<uint16_t>(question_.answer));
  }

  // Performs the next act of t. False, with nothing changed, if the process would end.
  bool step(int t, int choice) {
    const size_t mark = state_.mark();
    const int choices = state_.choices(t);
    state_.perform(t, choice);
    if (state_.over()) {
      state_.undo(mark);
      return false;
    }
    path_.push_back(static_cast<uint16_t>(t));
    if (choices > 1) path_.push_back(static_cast<uint16_t>(choice));
    return true;
  }

  // Guessing.

  std::vector<ActId> sources() const {
    const Act& asked = model_[question_.act];
    std::vector<ActId> found;
    if (question_.freed) {
      for (ActId id : model_.touching(asked.cell))
        if (model_[id].op == Op::kFree && !model_[id].pending && model_[id].thread != asked.thread) found.push_back(id);
    } else if (asked.op == Op::kRead || asked.op == Op::kRmw)
      for (ActId id : model_.touching(asked.cell)) {
        const Act& w = model_[id];
        if (!writes_memory(w) || w.pending || w.blind || w.op == Op::kOnceLeave || id >= cone_.end(w.thread)) continue;
        const uint64_t bits = asked.mask << asked.shift;
        if ((w.mask << w.shift & bits) != bits || ((w.value << w.shift) & bits) != question_.answer << asked.shift)
          continue;
        found.push_back(id);
      }
    std::sort(found.begin(), found.end(), [&](ActId a, ActId b) { return distance(a) < distance(b); });
    if (found.size() > kGuesses) found.resize(kGuesses);
    found.push_back(kNoAct);
    return found;
  }
  uint32_t distance(ActId a) const {
    const uint32_t x = model_[a].event, y = model_[question_.act].event;
    return x < y ? y - x : x - y;
  }

  // What the two rest on, as the trace has it: per thread, how far it has to get.
  void require(ActId source) {
    need_.fill(0);
    std::vector<std::pair<int, ActId>> open;
    const auto upto = [&](int t, ActId to) {
      if (t == target_) to = std::min(to, question_.act);
      if (to > std::max(need_[static_cast<size_t>(t)], model_.first(t))) open.emplace_back(t, to);
    };
    const auto created = [&](int t) {
      if (const ActId c = model_.creator(t); c != kNoAct) upto(model_[c].thread, c + 1);
    };
    created(target_);
    upto(target_, question_.act);
    if (source != kNoAct) upto(model_[source].thread, source + 1);
    while (!open.empty()) {
      const auto [t, to] = open.back();
      open.pop_back();
      ActId& need = need_[static_cast<size_t>(t)];
      const ActId from = std::max(need, model_.first(t));
      if (to <= from) continue;
      if (need == 0) created(t);
      need = to;
      for (ActId id = from; id < to; ++id) {
        const Act& a = model_[id];
        if (a.op == Op::kJoin && a.object < static_cast<uint64_t>(model_.threads()))
          upto(static_cast<int>(a.object), model_.end(static_cast<int>(a.object)));
        if (const ActId s = model_.source(id); s != kNoAct && !a.blind) upto(model_[s].thread, s + 1);
      }
    }
  }

  // The thread whose next act is first in the trace, among those below `end` that can go on; -1 if none.
  template <class End>
  int first_in_trace(End&& end) const {
    int best = -1;
    uint32_t when = UINT32_MAX;
    for (int t = 0; t < model_.threads(); ++t) {
      const ActId at = state_.at(t);
      if (at == kNoAct || at >= end(t) || model_[at].event >= when || (barred_ >> t & 1) || !state_.can_repeat(t))
        continue;
      best = t;
      when = model_[at].event;
    }
    return best;
  }

  bool guess(ActId source, bool put_off) {
    if (source == kNoAct && !put_off) return false;
    state_.start();
    path_.clear();
    barred_ = 0;
    require(source);
    const int by = source == kNoAct ? -1 : model_[source].thread;
    bool held = put_off && by >= 0;
    const auto allowed = [&](int t, ActId end) {
      if (t == target_) end = std::min(end, question_.act);
      return held && t == by ? std::min(end, source) : end;
    };
    while (!answered()) {
      int t = first_in_trace([&](int u) { return allowed(u, need_[static_cast<size_t>(u)]); });
      if (t < 0 && std::exchange(held, false)) continue;
      if (t < 0) t = first_in_trace([&](int u) { return allowed(u, cone_.end(u)); });
      if (t < 0) return false;
      const Act& a = model_[state_.at(t)];
      int choice = a.op == Op::kChoose ? static_cast<int>(a.told) : 0;
      if (a.op == Op::kSignal && a.value != 0)
        choice = std::max(0, state_.choice_for(t, static_cast<int>(a.value) - 1));
      if (!step(t, choice)) barred_ |= uint64_t{1} << t;
    }
    finish_path();
    return true;
  }

  // Searching.

  ActId position(int t) const { return std::max(state_.at(t) == kNoAct ? 0 : state_.at(t), model_.first(t)); }

  bool nobody_else_touches(CellId c, int t) const {
    for (int u = 0; u < model_.threads(); ++u)
      if (u != t && cone_.last_touch(c, u) > position(u)) return false;
    return true;
  }
  bool nobody_looks(CellId c) const {
    for (int u = 0; u < model_.threads(); ++u)
      if (cone_.last_look(c, u) > position(u)) return false;
    return true;
  }

  // The thread, or whoever joins it, is done afterwards, and with the last of them the process may be.
  bool is_last(int t, ActId id) const {
    while (++id < model_.end(t))
      if (!is_automatic(model_[id].op)) return false;
    return true;
  }

  // Can the next act of t, which can be performed, be performed now without losing any order worth having?
  bool is_free(int t) const {
    const ActId id = state_.at(t);
    const Act& a = model_[id];
    if (id + 1 < model_.end(t) && (model_[id + 1].flags & kInSection)) return false;
    if (may_exit_ && is_last(t, id)) return false;
    if (state_.deviates(t)) return false;  // later it may be told the right thing
    switch (a.op) {
      case Op::kRead:
      case Op::kYield:
      case Op::kFence:
      case Op::kChoose: return true;
      case Op::kUnlock: return !cone_.watched(a.cell) || nobody_else_touches(a.cell, t);
      case Op::kSemPost: return !cone_.strict(a.cell) || nobody_else_touches(a.cell, t);
      case Op::kWrite:
      case Op::kRmw:
        if (a.list_size == 0 && nobody_looks(a.cell)) return true;
        break;
      default: break;
    }
    if (a.cell != kNoCell && !nobody_else_touches(a.cell, t)) return false;
    if (a.second_cell != kNoCell && !nobody_else_touches(a.second_cell, t)) return false;
    for (CellId c : model_.list(a))
      if (!nobody_else_touches(c, t)) return false;
    return true;
  }

  struct Frame {
    uint64_t todo;      // threads still to be tried
    size_t mark, path;  // before the step
    int thread = -1;    // being tried
    int choice = 0, choices = 0;
  };

  // Everything that can be done at once.
  void run_free() {
    for (bool moved = true; moved && !answered();) {
      moved = false;
      for (int t = 0; t < model_.threads() && !answered(); ++t)
        while (state_.at(t) < cone_.end(t) && state_.can_repeat(t) && is_free(t) && steps_ > 0) {
          const Act& a = model_[state_.at(t)];
          if (!step(t, a.op == Op::kChoose ? static_cast<int>(a.told) : 0)) break;
          --steps_;
          moved = true;
        }
    }
  }

  bool enter() {
    run_free();
    if (answered()) return true;
    Frame f{0, state_.mark(), path_.size()};
    if (seen_.visit(StateHash::part(state_.hash(), 0), 0).is_new)
      for (int t = 0; t < model_.threads(); ++t)
        if (state_.at(t) < cone_.end(t) && state_.can_repeat(t)) f.todo |= uint64_t{1} << t;
    stack_.push_back(f);
    return false;
  }

  Answer::Kind search() {
    state_.start(cone_.watched());
    path_.clear();
    seen_.clear(0);
    stack_.clear();
    if (enter()) return finish_path(), Answer::kYes;
    while (!stack_.empty()) {
      if (steps_ == 0) return Answer::kUnknown;
      Frame& f = stack_.back();
      state_.undo(f.mark);
      path_.resize(f.path);
      if (f.thread < 0 || ++f.choice >= f.choices) {
        if (f.todo == 0) {
          stack_.pop_back();
          continue;
        }
        f.thread = next_of(f.todo);
        f.todo &= ~(uint64_t{1} << f.thread);
        const Act& a = model_[state_.at(f.thread)];
        f.choice = a.op == Op::kChoose ? static_cast<int>(a.told) : 0;
        f.choices = a.op == Op::kChoose ? f.choice + 1 : state_.choices(f.thread);
      }
      --steps_;
      if (!step(f.thread, f.choice)) continue;
      if (enter()) return finish_path(), Answer::kYes;
    }
    return Answer::kNo;
  }
  int next_of(uint64_t todo) const {
    int best = -1;
    for (uint64_t rest = todo; rest != 0; rest &= rest - 1) {
      const int t = std::countr_zero(rest);
      if (best < 0 || model_[state_.at(t)].event < model_[state_.at(best)].event) best = t;
    }
    return best;
  }

  const TraceModel& model_;
  const Question question_;
  const int target_;  // the thread that is asked about
  TraceCone& cone_;
  TraceState state_;
  uint64_t steps_;  // that may still be taken
  std::vector<uint16_t> path_;
  std::array<ActId, kMaxLines> need_{};  // see require; 0 for nothing
  uint64_t barred_ = 0;                  // threads that would end the process
  bool may_exit_ = false;                // the process can end before the asked act
  StateSet seen_;
  std::vector<Frame> stack_;
};

class NativeSolver final : public TraceSolver {
 public:
  explicit NativeSolver(uint64_t steps) : steps_(steps) {}
  Answer solve(const TraceModel& model, const Question& question) override {
    return Solution(model, question, cone_, steps_).run();
  }

 private:
  uint64_t steps_;
  TraceCone cone_;
};

}  // namespace

std::unique_ptr<TraceSolver> make_native_solver(uint64_t steps) { return std::make_unique<NativeSolver>(steps); }

}  // namespace heddle::causal
