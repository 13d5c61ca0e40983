// Inputs: what they are is not known, only what was found about them.
#include <algorithm>

#include "certificate/machine.h"

namespace heddle::certificate {

void Machine::set_condition(std::vector<Demand> condition) {
  std::ranges::sort(condition);
  if (condition.empty()) {
    state_[condition_slot_] = 0;
    return;
  }
  const auto [found, is_new] = condition_numbers_.emplace(condition, static_cast<uint32_t>(conditions_.size()));
  if (is_new) conditions_.push_back(std::move(condition));
  state_[condition_slot_] = found->second;
}

Value Machine::decided(Value value) const {
  if (value.formula == 0) return value;
  const auto known = std::ranges::find(condition(), value.formula, &Demand::formula);
  return known != condition().end() ? Value{known->value} : value;
}

Value Machine::same(Value a, Value b, uint32_t width) const { return formulas_.make(TermOp::kEqual, 1, width, a, b); }

// What has no answer may be, so it counts as possible.
bool Machine::is_possible(Value value, uint64_t word) const {
  value = decided(value);
  if (value.formula == 0) return value.word == word;
  const Demand question{value.formula, word};
  return questions_.ask(condition(), {&question, 1}) != Answer::kNo;
}

std::optional<uint64_t> Machine::decide(ThreadId t, Value value, std::vector<uint64_t> ways) {
  value = decided(value);
  if (value.formula == 0) return value.word;
  if (next_decision_ == decisions_.size()) {
    const uint32_t width = formulas_.width(value.formula);
    std::erase_if(ways, [&](uint64_t way) { return width < 64 && way >> width != 0; });  // no value of it
    std::vector<Demand> something_else;
    for (const uint64_t way : ways) something_else.push_back({value.formula, way, false});
    const bool are_all = width < 64 && ways.size() == uint64_t{1} << width;
    if (!are_all && questions_.ask(condition(), something_else) == Answer::kYes)
      return fail(t, "no run has shown what it does with another input"), std::nullopt;
    std::erase_if(ways, [&](uint64_t way) { return !is_possible(value, way); });
    if (ways.empty()) return impossible_ = true, std::nullopt;
    decisions_.push_back({std::move(ways)});
  }
  const Decision& decision = decisions_[next_decision_++];
  const uint64_t word = decision.ways[decision.taken];
  if (decision.ways.size() > 1) {  // else it follows from the condition
    std::vector<Demand> more = condition();
    more.push_back({value.formula, word});
    set_condition(std::move(more));
  }
  return word;
}

bool Machine::has_other_way() {
  impossible_ = false;
  decisions_.resize(std::min(decisions_.size(), next_decision_));
  while (!decisions_.empty() && ++decisions_.back().taken == decisions_.back().ways.size()) decisions_.pop_back();
  next_decision_ = 0;
  return !decisions_.empty();
}

// What is accessed is known before it is: whether a compare-exchange exchanges says what the access orders.
bool Machine::decide_access(ThreadId t) {
  const BoundNode& n = node(t);
  if (n.kind != Kind::kEvent || n.op != Op::kRmw || n.blind || (n.fills != 0 && n.expects == 0)) return true;
  Value old;
  if (load_value(n.place, old) != Seen::kKnown) return true;
  if (n.fills == 0) {
    if (old.formula == 0) return true;
    std::vector<uint64_t> known;
    for (const Edge& e : n.edges) known.push_back(e.told);
    return decide(t, old, std::move(known)).has_value();
  }
  const auto expected = evaluate(t, n.compares_with);
  if (!expected) return fail(t, "what it compares or writes is not defined");
  return decide(t, same(*expected, old, 8 * n.length), {0, 1}).has_value();
}

std::vector<bool> Machine::inputs_in_use() const {
  std::vector<bool> used(formulas_.inputs().size());
  const auto use = [&](FormulaId f) {
    for (const uint32_t i : formulas_.inputs_of(f)) used[i] = true;
  };
  for (uint32_t c = 0; c < model_.cells.size(); ++c)
    if (const uint32_t row = word(c).row; row != 0)
      for (const Formulas::Byte& byte : rows_[row]) use(byte.formula);
  for (uint32_t i = 0; i < threads_; ++i) {
    const auto t = static_cast<ThreadId>(i);
    if (at(t) == 0) continue;
    for (size_t k = 0; k < node(t).live.size(); ++k) use(values_[slots(t)[k]].formula);
  }
  return used;
}

// A new input: of its thread, the first number that is free.
Value Machine::receive(ThreadId t) {
  const std::vector<bool> used = inputs_in_use();
  const auto is_free = [&](uint32_t number) {
    for (size_t i = 0; i < formulas_.inputs().size(); ++i) {
      const Formulas::Input& input = formulas_.inputs()[i];
      if (input.thread != t || input.number != number) continue;
      if (used[i]) return false;
      for (const Demand& d : condition())
        if (std::ranges::binary_search(formulas_.inputs_of(d.formula), static_cast<uint32_t>(i))) return false;
    }
    return true;
  };
  uint32_t number = 0;
  while (!is_free(number)) ++number;
  return formulas_.input(t, number, node(t).length);
}

// Memory that nobody accesses any more, and conditions about inputs that nobody can look at, are no part of a state: they hold for some
// input, whatever the others are.
void Machine::forget() {
  if (!model_.has_inputs) return;
  std::vector<bool> touched(model_.cells.size());
  for (uint32_t t = 0; t < threads_; ++t)
    if (const uint32_t n = at(static_cast<ThreadId>(t)); n != 0)
      for (size_t c = 0; c < touched.size(); ++c)
        if (model_.touched_later[n][c]) touched[c] = true;
  for (uint32_t c = 0; c < touched.size(); ++c)
    if (!touched[c] && word(c).row != 0) set(c, {});
  if (condition().empty()) return;
  std::vector<bool> used = inputs_in_use();
  std::vector<Demand> rest = condition(), kept;
  for (bool grew = true; grew;) {
    grew = false;
    std::erase_if(rest, [&](const Demand& d) {
      const std::vector<uint32_t>& about = formulas_.inputs_of(d.formula);
      if (std::ranges::none_of(about, [&](uint32_t i) { return used[i]; })) return false;
      for (const uint32_t i : about) used[i] = true;
      kept.push_back(d);
      return grew = true;
    });
  }
  set_condition(std::move(kept));
}

}  // namespace heddle::certificate
