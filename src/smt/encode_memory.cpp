// Data validity: each included read reads from a write with its value, and no other write comes between.
//
// A place that is accessed in pieces of different sizes is looked at byte by byte. Additions whose result nobody looks
// at (blind ones) keep no value of their own: what is read is then the last other write plus those in between.
#include "smt/encoding.h"

namespace heddle::smt {

using causal::CellId;
using causal::kNoAct;
using causal::kNoCell;

namespace {

uint64_t field(const causal::Act& a) { return a.mask << a.shift; }

bool is_writer(const causal::Act& a) { return !a.pending && causal::writes_memory(a); }

}  // namespace

void Encoding::encode_memory(CellId c) {
  bool mixed = false, blind = false;
  const std::vector<ActId> acts = acts_on(c);
  for (ActId a : acts) {
    mixed |= field(act(a)) != field(act(acts.front()));
    blind |= act(a).blind && act(a).op == Op::kRmw;
    if (act(a).op == Op::kFutexWait || act(a).op == Op::kFutexWake) supported_ = false;
  }
  if (mixed && blind) supported_ = false;
  for (ActId e : acts) {
    const Act& a = act(e);
    if ((a.op != Op::kRead && a.op != Op::kRmw) || a.blind) continue;
    if (e == asked_) demand(reads(e, question_.answer));
    else if (!question_.may_deviate(model_, e)) demand(z3::implies(included(e), reads(e, a.told)));
  }
}

// That a free read is told what it was told in the trace, if it is included.
z3::expr Encoding::is_told(ActId e) {
  const auto found = told_.find(e);
  if (found != told_.end()) return found->second;
  const z3::expr told = context_.bool_const(("t" + std::to_string(e)).c_str());
  told_.emplace(e, told);
  open_told_.push_back(e);
  return told;
}

// What that needs is said only for reads of which somebody needs it, and those that these need in turn.
void Encoding::encode_told() {
  while (!open_told_.empty()) {
    const ActId e = open_told_.back();
    open_told_.pop_back();
    demand(z3::implies(is_told(e) && included(e), reads(e, act(e).told)));
  }
}

// A write writes what it wrote if every free read before it that it depends on is told what it was told.
z3::expr Encoding::writes_its_value(ActId w) {
  if (question_.freedom == nullptr) return yes();
  if (const auto found = known_.find(w); found != known_.end()) return found->second;
  std::vector<z3::expr> needs;
  for (ActId r = 0; r < model_.size(); ++r) {
    if (is_out(r) || r == asked_ || !question_.may_deviate(model_, r) || !(r == w || question_.freedom->feeds(r, w)))
      continue;
    if (act(r).thread == act(w).thread && r > w) continue;
    needs.push_back(r == w || act(r).thread == act(w).thread ? is_told(r) : is_told(r) || before(w, r));
  }
  z3::expr known = needs.empty() ? yes() : context_.bool_const(("k" + std::to_string(w)).c_str());
  known_.emplace(w, known);
  for (const z3::expr& need : needs) demand(z3::implies(known, need));
  return known;
}

z3::expr Encoding::reads(ActId e, uint64_t value) {
  const CellId c = act(e).cell;
  ++effort_.reads;
  if ((value & ~act(e).mask) != 0) return no();
  bool mixed = false, blind = false;
  for (ActId a : acts_on(c)) {
    mixed |= field(act(a)) != field(act(e));
    blind |= act(a).blind && act(a).op == Op::kRmw;
  }
  if (blind) return reads_sum(e, value);
  const uint64_t word = value << act(e).shift;
  if (!mixed) return reads_bits(e, field(act(e)), word);
  std::vector<z3::expr> bytes;
  for (uint64_t byte = 0xff; byte != 0; byte <<= 8)
    if (field(act(e)) & byte) bytes.push_back(reads_bits(e, byte, word));
  return all(bytes);
}

z3::expr Encoding::reads_bits(ActId e, uint64_t bits, uint64_t word) {
  const CellId c = act(e).cell;
  std::vector<ActId> writers;
  for (ActId w : acts_on(c))
    if (w != e && is_writer(act(w)) && (field(act(w)) & bits)) writers.push_back(w);
  std::vector<z3::expr> sources;
  if ((model_.initial_known(c) & bits) == bits && (model_.initial(c) & bits) == (word & bits)) {
    std::vector<z3::expr> later;
    for (ActId w : writers) later.push_back(before(e, w));
    sources.push_back(all(later));
  }
  for (ActId w : writers) {
    if (((act(w).value & act(w).mask) << act(w).shift & bits) != (word & bits)) continue;
    std::vector<z3::expr> needs = {before(w, e), writes_its_value(w)};
    ++effort_.constraints;
    for (ActId x : writers)
      if (x != w) needs.push_back(before(x, w) || before(e, x));
    sources.push_back(all(needs));
  }
  return any(sources);
}

z3::expr Encoding::reads_sum(ActId e, uint64_t value) {
  const CellId c = act(e).cell;
  const uint64_t mask = act(e).mask;
  const int width = 64 - __builtin_clzll(mask);
  const auto as_signed = [&](uint64_t v) {
    v &= mask;
    return static_cast<int64_t>(v << (64 - width)) >> (64 - width);
  };
  std::vector<ActId> writers, additions;
  int64_t most = 0;
  for (ActId w : acts_on(c)) {
    if (w == e || !is_writer(act(w))) continue;
    (act(w).blind ? additions : writers).push_back(w);
    if (!act(w).blind) continue;
    const int64_t d = as_signed(act(w).value);
    if (d > 1000000 || d < -1000000) supported_ = false;
    most += d < 0 ? -d : d;
  }
  if (width < 8 || (width < 32 && most >= int64_t{1} << (width - 1))) supported_ = false;
  only_differences_ = false;
  std::vector<z3::expr> sources;
  for (size_t i = 0; i <= writers.size(); ++i) {
    const ActId w = i < writers.size() ? writers[i] : kNoAct;
    if (w == kNoAct && (model_.initial_known(c) & field(act(e))) != field(act(e))) continue;
    std::vector<z3::expr> needs;
    if (w != kNoAct) needs.push_back(before(w, e));
    if (w != kNoAct) needs.push_back(writes_its_value(w));
    ++effort_.constraints;
    for (ActId x : writers)
      if (x != w) needs.push_back(w == kNoAct ? before(e, x) : before(x, w) || before(e, x));
    z3::expr_vector terms(context_);
    terms.push_back(context_.int_val(0));
    for (ActId x : additions) {
      const z3::expr counts = w == kNoAct ? before(x, e) : before(w, x) && before(x, e);
      terms.push_back(z3::ite(counts, context_.int_val(as_signed(act(x).value)), context_.int_val(0)));
      if (w != kNoAct) needs.push_back(before(w, x) || before(x, w));
      needs.push_back(before(x, e) || before(e, x));
      needs.push_back(writes_its_value(x) || !counts);
    }
    const uint64_t base = w == kNoAct ? model_.initial(c) >> act(e).shift : act(w).value;
    needs.push_back(z3::sum(terms) == context_.int_val(as_signed(value - base)));
    sources.push_back(all(needs));
  }
  return any(sources);
}

// Nothing touches what was freed, and nothing is freed twice.
void Encoding::encode_frees(ActId free) {
  for (CellId c : model_.list(act(free)))
    for (ActId a : model_.touching(c)) {
      if (a == free || (act(a).pending && a != asked_)) continue;
      if (act(a).op == Op::kFree) demand(!(included(free) && included(a)));
      else if (is_access(act(a).op)) demand(z3::implies(included(free) && included(a), before(a, free)));
    }
}

// A thread that sleeps in a loop goes on once a place that it looked at differs: as it came to the loop's end, or later.
void Encoding::encode_await(ActId await) {
  const int t = act(await).thread;
  if (await + 1 == model_.end(t)) return;
  ActId from = await;
  while (from > model_.first(t) && !is_step(from)) --from;
  const ActId to = await + 1;
  std::vector<z3::expr> ways;
  for (const causal::Wakeup& wakeup : model_.wakeups(act(await))) {
    if (!is_access(wakeup.op)) {
      supported_ = false;
      return;
    }
    const uint64_t bits = wakeup.place.mask << wakeup.place.shift, word = wakeup.value << wakeup.place.shift;
    std::vector<ActId> writers;
    for (ActId w : acts_on(wakeup.place.cell)) {
      if (field(act(w)) != bits || act(w).blind) supported_ = false;
      if (is_writer(act(w))) writers.push_back(w);
    }
    const auto last_before = [&](ActId w) {
      std::vector<z3::expr> needs;
      for (ActId x : writers)
        if (x != w) needs.push_back((w == kNoAct ? no() : before(x, w)) || (x == from ? no() : before(from, x)));
      return all(needs);
    };
    if ((model_.initial(wakeup.place.cell) & bits) != word) ways.push_back(last_before(kNoAct));
    for (ActId w : writers)
      if (((act(w).value & act(w).mask) << act(w).shift) != word)
        ways.push_back(before(w, to) && (before(from, w) || last_before(w)) && writes_its_value(w));
  }
  demand(z3::implies(included(to), any(ways)));
}

}  // namespace heddle::smt
