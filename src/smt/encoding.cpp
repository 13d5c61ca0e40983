#include "smt/encoding.h"

#include <algorithm>

namespace heddle::smt {

using causal::CellId;
using causal::kNoAct;
using causal::kNoCell;
using dependence::Class;

Encoding::Encoding(z3::context& context, const causal::TraceModel& model, const causal::Question& question)
    : model_(model), question_(question), asked_(question.act), context_(context), constraints_(context) {
  if (question.freedom != nullptr || question.only_reached) cone_.emplace().compute(model, question);
  const z3::expr later = context_.int_const("later");  // than what is asked: where all are that are left out
  for (ActId a = 0; a < model.size(); ++a)
    place_.push_back(is_out(a) ? later : context_.int_const(("o" + std::to_string(a)).c_str()));
  if (cone_) demand(place_[asked_] < later);
  encode_order();
  for (CellId c = 0; c < model.cells(); ++c) {
    if (model.touching(c).empty()) continue;
    switch (model.what(c)) {
      case Class::kAccess: encode_memory(c); break;
      case Class::kLock: encode_lock(c); break;
      case Class::kCondition: encode_condition(c); break;
      case Class::kSemaphore: encode_semaphore(c); break;
      case Class::kBarrier: encode_barrier(c); break;
      case Class::kOnce: encode_once(c); break;
      default: supported_ = false;
    }
  }
  for (ActId a = 0; a < model.size(); ++a) {
    if (is_out(a)) continue;
    if (act(a).op == Op::kFree) encode_frees(a);
    if (act(a).op == Op::kAwait) encode_await(a);
    if (act(a).op == Op::kWrite)
      for (CellId c : model.list(act(a)))
        if (!made_before_all(a, c)) supported_ = false;
    if (act(a).op == Op::kWrite && !model.list(act(a)).empty())
      demand(z3::implies(included(a), writes_its_value(a)));  // what is made there must be known
  }
  encode_told();
  if (act(asked_).op == Op::kChoose) demand(question.answer < act(asked_).value ? yes() : no());
  encode_sections_of_code();
  encode_end_of_process();
}

z3::expr Encoding::before(ActId a, ActId b) {
  if (act(a).thread == act(b).thread) return a < b ? yes() : no();
  return place_[a] < place_[b];
}

z3::expr Encoding::included(ActId a, bool with_asked) {
  if (a == asked_) return with_asked ? yes() : no();
  if (is_out(a)) return no();
  return before(a, asked_);
}

z3::expr Encoding::any(const std::vector<z3::expr>& of) {
  z3::expr_vector v(context_);
  for (const auto& e : of) v.push_back(e);
  return of.empty() ? no() : z3::mk_or(v);
}
z3::expr Encoding::all(const std::vector<z3::expr>& of) {
  z3::expr_vector v(context_);
  for (const auto& e : of) v.push_back(e);
  return of.empty() ? yes() : z3::mk_and(v);
}

// No two of them at once, for counting.
void Encoding::keep_apart(const std::vector<ActId>& acts) {
  for (size_t i = 0; i < acts.size(); ++i)
    for (size_t j = i + 1; j < acts.size(); ++j)
      if (act(acts[i]).thread != act(acts[j]).thread) demand(before(acts[i], acts[j]) || before(acts[j], acts[i]));
}

// The sum of the weights of those before `a`.
z3::expr Encoding::count_before(ActId a, const std::vector<ActId>& acts, const std::vector<int>& weights) {
  only_differences_ = false;
  z3::expr_vector terms(context_);
  for (size_t i = 0; i < acts.size(); ++i)
    if (acts[i] != a) terms.push_back(z3::ite(before(acts[i], a), context_.int_val(weights[i]), context_.int_val(0)));
  terms.push_back(context_.int_val(0));
  return z3::sum(terms);
}

std::vector<Encoding::ActId> Encoding::acts_on(CellId c) const {
  std::vector<ActId> found;
  for (ActId a : model_.touching(c))
    if ((!act(a).pending || a == asked_) && !is_out(a) && act(a).op != Op::kFree &&
        !(act(a).op == Op::kWrite && act(a).cell != c))
      found.push_back(a);
  return found;
}

// Must happen before: lines, creation, joining.
void Encoding::encode_order() {
  for (int t = 0; t < model_.threads(); ++t) {
    if (model_.first(t) == model_.end(t) || is_out(model_.first(t))) continue;
    for (ActId a = model_.first(t); a + 1 < model_.end(t) && !is_out(a + 1); ++a) demand(place_[a] < place_[a + 1]);
    const ActId creator = model_.creator(t);
    if (creator != kNoAct && model_.first(t) < model_.end(t)) demand(place_[creator] < place_[model_.first(t)]);
    if (creator == kNoAct && t != kMainThread && model_.first(t) < model_.end(t))
      demand(place_[asked_] < place_[model_.first(t)]);
  }
  for (ActId a = 0; a < model_.size(); ++a) {
    if (is_out(a)) continue;
    if (act(a).pending && a != asked_) demand(place_[asked_] < place_[a]);
    if (act(a).op != Op::kJoin) continue;
    const auto t = static_cast<int>(act(a).object);
    const bool ends = t < model_.threads() && model_.first(t) < model_.end(t) && act(model_.end(t) - 1).op == Op::kEnd;
    demand(ends ? place_[model_.end(t) - 1] < place_[a] : place_[asked_] < place_[a]);
  }
}

// Atomic sections: nobody comes between two of their events.
void Encoding::encode_sections_of_code() {
  for (ActId a = 0; a < model_.size(); ++a) {
    if (is_out(a) || !(act(a).flags & kInSection) || !is_step(a) || a == model_.first(act(a).thread)) continue;
    for (ActId x = 0; x < model_.size(); ++x)
      if (!is_out(x) && is_step(x) && act(x).thread != act(a).thread)
        demand(z3::implies(included(x) && included(a - 1, false), before(x, a - 1) || before(a, x)));
  }
}

// The thread gets to something that happens by itself, before the asked act does.
z3::expr Encoding::reached(ActId automatic) {
  std::vector<z3::expr> needs;
  const int t = act(automatic).thread;
  for (ActId a = automatic; a-- > model_.first(t);) {
    if (act(a).op == Op::kJoin) needs.push_back(finished(static_cast<int>(act(a).object)));
    if (act(a).op == Op::kAwait) return no();
    if (!is_step(a)) continue;
    needs.push_back(included(a, false));
    if (act(a).op == Op::kBarrier && act(a).told == 0) needs.push_back(round_complete(a, asked_));
    return all(needs);
  }
  if (model_.creator(t) != kNoAct) needs.push_back(reached(model_.creator(t)));
  return all(needs);
}
z3::expr Encoding::finished(int t) {
  if (t >= model_.threads() || model_.first(t) == model_.end(t) || act(model_.end(t) - 1).op != Op::kEnd) return no();
  return reached(model_.end(t) - 1);
}

void Encoding::encode_end_of_process() {
  for (ActId a = 0; a < model_.size(); ++a)
    if (act(a).exits && act(a).thread != act(asked_).thread) demand(!reached(a));
}

// Objects that are made anew by a write are supported only if that is before all their use.
bool Encoding::made_before_all(ActId write, CellId object) const {
  if (model_.what(object) == Class::kSemaphore) return false;
  for (ActId a : model_.touching(object)) {
    if (a == write) continue;
    ActId at = a;
    while (act(at).thread != act(write).thread) {
      at = model_.creator(act(at).thread);
      if (at == kNoAct) return false;
    }
    if (at < write) return false;
  }
  return true;
}

void Encoding::read(const z3::model& solution, std::vector<ActId>& order, std::vector<int>& woken) const {
  const auto value = [&](const z3::expr& e) { return solution.eval(e, true).get_numeral_int64(); };
  std::vector<std::pair<int64_t, ActId>> placed;
  const int64_t end = value(place_[asked_]);
  for (ActId a = 0; a < model_.size(); ++a)
    if (!is_out(a) && is_step(a) && a != asked_ && value(place_[a]) < end) placed.emplace_back(value(place_[a]), a);
  std::sort(placed.begin(), placed.end());
  order.clear();
  for (const auto& [at, a] : placed) order.push_back(a);
  woken.assign(model_.size(), -1);
  for (const Wait& w : waits_)
    for (const auto& [by, is] : w.by)
      if (solution.eval(is, true).is_true()) woken[by] = act(w.wait).thread;
}

}  // namespace heddle::smt
