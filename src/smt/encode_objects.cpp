// Locks (mutual exclusion of critical sections, two by two), and the objects that the paper leaves out: tries, condition
// variables, semaphores, barriers, once.
#include "smt/encoding.h"

namespace heddle::smt {

using causal::CellId;
using causal::kNoAct;
using causal::kNoCell;

// Sections of the lock in each line; tries that fail, or are asked about, with what their thread holds itself: 0 nothing, s shared,
// x exclusive.
void Encoding::collect_sections(CellId c, std::vector<Section>& sections, std::vector<std::pair<ActId, char>>& tries) {
  for (int t = 0; t < model_.threads(); ++t) {
    int depth = 0;
    char held = 0;
    for (ActId id : acts_on(c)) {
      const Act& a = act(id);
      if (a.thread != t) continue;
      if (is_try(a.op) && (a.told != 0 || id == asked_)) {
        tries.emplace_back(id, held);
        continue;
      }
      const bool shared = is_shared(a.op);
      if (takes_lock(a.op)) {
        if (depth++ == 0) {
          sections.push_back({id, kNoAct, t, shared});
          held = shared ? 's' : 'x';
        } else if (shared != (held == 's')) {
          supported_ = false;
        }
      } else if (releases_lock(a.op)) {
        if (a.told != 0 && a.op == Op::kUnlock) supported_ = false;
        if (depth == 0 || sections.empty()) {
          supported_ = false;
        } else if (--depth == 0) {
          sections.back().give = id;
          held = 0;
        }
      }
    }
  }
}

void Encoding::encode_lock(CellId c) {
  std::vector<Section> sections;
  std::vector<std::pair<ActId, char>> tries;
  collect_sections(c, sections, tries);
  const auto given_before = [&](const Section& s, ActId a) { return s.give == kNoAct ? no() : before(s.give, a); };
  for (size_t i = 0; i < sections.size(); ++i)
    for (size_t j = i + 1; j < sections.size(); ++j) {
      const Section &x = sections[i], &y = sections[j];
      if (x.thread == y.thread || (x.shared && y.shared)) continue;
      demand(z3::implies(included(x.take) && included(y.take), given_before(x, y.take) || given_before(y, x.take)));
    }
  for (const auto& [id, held] : tries) {
    const bool shared = act(id).op == Op::kTryReadLock;
    std::vector<z3::expr> taken, left;
    for (const Section& s : sections) {
      if (s.thread == act(id).thread || (shared && s.shared)) continue;
      const z3::expr gone = given_before(s, id);
      taken.push_back(before(s.take, id) && (s.give == kNoAct ? yes() : before(id, s.give)));
      left.push_back(before(id, s.take) || gone);
    }
    const bool by_itself = held == 'x' || (held == 's' && !shared);  // it holds the lock already
    const auto told = [&](uint64_t failed) {
      if (held == 'x' && !shared) return failed == act(id).told ? yes() : no();
      if (by_itself) return failed ? yes() : no();
      return failed ? any(taken) : all(left);
    };
    if (id == asked_) demand(question_.answer > 1 ? no() : told(question_.answer));
    else demand(z3::implies(included(id), told(1)));
  }
}

// When each wait is ended, and by whom: a signal ends one wait if there is any, a broadcast all.
void Encoding::encode_condition(CellId c) {
  std::vector<ActId> signals, all_acts;
  const size_t first = waits_.size();
  for (ActId id : acts_on(c)) {
    const Act& a = act(id);
    if (a.op == Op::kCondWait) {
      ActId wake = id + 1;
      while (wake < model_.end(a.thread) && !is_step(wake)) ++wake;
      if (wake == model_.end(a.thread)) wake = kNoAct;
      waits_.push_back({id, wake, context_.int_const(("w" + std::to_string(id)).c_str()), {}});
      all_acts.push_back(id);
    }
    if (a.op == Op::kSignal || a.op == Op::kBroadcast) signals.push_back(id), all_acts.push_back(id);
  }
  keep_apart(all_acts);
  for (size_t i = first; i < waits_.size(); ++i) {
    Wait& w = waits_[i];
    std::vector<z3::expr> ended;
    for (ActId s : signals) {
      if (act(s).thread == act(w.wait).thread) continue;
      const z3::expr by = context_.bool_const(("m" + std::to_string(w.wait) + "_" + std::to_string(s)).c_str());
      demand(z3::implies(by, before(w.wait, s) && w.woken_at == place(s) && included(s, false)));
      w.by.emplace_back(s, by);
      ended.push_back(by);
      if (act(s).op == Op::kBroadcast)
        demand(z3::implies(included(s, false) && before(w.wait, s), w.woken_at <= place(s)));
    }
    ended.push_back(w.woken_at > place(asked_));
    demand(any(ended));
    demand(w.woken_at > place(w.wait));
    if (w.wake != kNoAct) demand(z3::implies(included(w.wake), w.woken_at < place(w.wake)));
  }
  for (ActId s : signals) {
    if (act(s).op != Op::kSignal) continue;
    std::vector<z3::expr> wakes;
    for (size_t i = first; i < waits_.size(); ++i)
      for (const auto& [by, is] : waits_[i].by)
        if (by == s) wakes.push_back(is);
    for (size_t i = 0; i < wakes.size(); ++i)
      for (size_t j = i + 1; j < wakes.size(); ++j) demand(!(wakes[i] && wakes[j]));
    for (size_t i = first; i < waits_.size(); ++i)
      if (act(waits_[i].wait).thread != act(s).thread)
        demand(
            z3::implies(included(s, false) && before(waits_[i].wait, s) && waits_[i].woken_at > place(s), any(wakes)));
  }
}

void Encoding::encode_semaphore(CellId c) {
  if (model_.initial_known(c) == 0) {
    supported_ = false;
    return;
  }
  const std::vector<ActId> acts = acts_on(c);
  std::vector<ActId> moves;
  std::vector<int> weights;
  for (ActId a : acts) {
    if (act(a).op == Op::kSemTryWait && act(a).told != 0) continue;
    moves.push_back(a);
    weights.push_back(act(a).op == Op::kSemPost ? 1 : -1);
  }
  keep_apart(acts);
  for (ActId a : acts) {
    if (act(a).op == Op::kSemPost) continue;
    const uint64_t failed = act(a).op == Op::kSemWait ? 0 : a == asked_ ? question_.answer : act(a).told;
    if (failed > 1) demand(no());
    const z3::expr units = count_before(a, moves, weights) + context_.int_val(static_cast<int64_t>(model_.initial(c)));
    demand(z3::implies(included(a), failed ? units == 0 : units >= 1));
  }
}

// The k-th arrival of each round of n. All but the last of a round wait for the last one.
void Encoding::encode_barrier(CellId c) {
  const std::vector<ActId> acts = acts_on(c);
  if (acts.empty()) return;
  const uint64_t n = act(acts.front()).value;
  keep_apart(acts);
  const std::vector<int> weights(acts.size(), 1);
  for (ActId a : acts) {
    if (act(a).value != n || n == 0) {
      supported_ = false;
      return;
    }
    const z3::expr round = context_.int_const(("r" + std::to_string(a)).c_str());
    round_.emplace(a, round);
    const z3::expr rest = count_before(a, acts, weights) - context_.int_val(n) * round;
    const uint64_t last = a == asked_ ? question_.answer : act(a).told;
    if (last > 1) demand(no());
    demand(rest >= 0 && rest < context_.int_val(n));
    demand(z3::implies(included(a), last ? rest == context_.int_val(n - 1) : rest < context_.int_val(n - 1)));
  }
  for (ActId a : acts)
    if (a != asked_ && act(a).told == 0 && a + 1 < model_.end(act(a).thread))
      demand(z3::implies(included(a + 1), round_complete(a, a + 1)));
}

z3::expr Encoding::round_complete(ActId arrival, ActId next) {
  std::vector<z3::expr> by;
  for (ActId last : acts_on(act(arrival).cell))
    if (act(last).told == 1 && last != asked_ && last != arrival && round_.contains(last) && round_.contains(arrival))
      by.push_back(before(last, next) && round_.at(last) == round_.at(arrival));
  return any(by);
}

void Encoding::encode_once(CellId c) {
  std::vector<ActId> enters, leaves;
  for (ActId a : acts_on(c)) (act(a).op == Op::kOnceEnter ? enters : leaves).push_back(a);
  for (ActId e : enters) {
    const uint64_t runs = e == asked_ ? question_.answer : act(e).told;
    if (runs > 1) demand(no());
    std::vector<z3::expr> not_done, done;
    for (ActId l : leaves)
      if (act(l).value != 0) not_done.push_back(before(e, l)), done.push_back(before(l, e));
    demand(z3::implies(included(e), runs ? all(not_done) : any(done)));
    if (e == asked_ || act(e).told == 0) continue;
    ActId leave = kNoAct;
    for (ActId l : leaves)
      if (act(l).thread == act(e).thread && l > e) {
        leave = l;
        break;
      }
    for (ActId other : enters)
      if (act(other).thread != act(e).thread)
        demand(z3::implies(included(e) && included(other),
                           before(other, e) || (leave == kNoAct ? no() : before(leave, other))));
  }
}

}  // namespace heddle::smt
