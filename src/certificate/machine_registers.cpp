// Registers, and threads that can be exchanged for each other.
#include <algorithm>
#include <numeric>

#include "certificate/machine.h"

namespace heddle::certificate {

uint32_t Machine::number_of_value(Value value) {
  const auto [found, is_new] = value_numbers_.emplace(value, static_cast<uint32_t>(values_.size()));
  if (is_new) values_.push_back(value);
  return found->second;
}

// It is live where the thread stands: somebody looks at it.
Value Machine::register_of(ThreadId t, uint32_t since) const {
  const std::vector<uint32_t>& live = node(t).live;
  return values_[slots(t)[std::ranges::find(live, since) - live.begin()]];
}

std::optional<Value> Machine::evaluate(ThreadId t, ExpressionId e, const Value* filled) const {
  const auto holds = [&](uint32_t since) {
    if (filled == nullptr) return register_of(t, since);
    return since == 0 ? *filled : register_of(t, since - 1);
  };
  std::vector<Value> undefined;
  const auto value = model_.expressions.evaluate(e, holds, formulas_, undefined);
  if (!value || std::ranges::any_of(undefined, [&](Value v) { return is_possible(v, 1); })) return std::nullopt;
  return decided(*value);
}

bool Machine::owns_lock(ThreadId t) const {
  return std::ranges::any_of(locks_, [&](uint32_t c) { return word(c).value == t + 1u; });
}

// Where it stands: its part of the state, but for the locks that it owns.
std::vector<uint32_t> Machine::standing(ThreadId t) const {
  std::vector<uint32_t> part = {at(t), waits(t)};
  part.insert(part.end(), slots(t), slots(t) + model_.slots[t]);
  if (model_.watches) part.push_back(aware(t));
  return part;
}

bool Machine::stand_alike(ThreadId t, ThreadId u) const {
  return group_[t] >= 0 && group_[t] == group_[u] && standing(t) == standing(u) && !owns_lock(t) && !owns_lock(u);
}

std::vector<ThreadId> Machine::arrange() {
  std::vector<ThreadId> to(threads_);
  std::iota(to.begin(), to.end(), ThreadId{0});
  bool changes = false;
  for (const std::vector<ThreadId>& group : model_.groups) {
    std::vector<std::pair<std::vector<uint32_t>, ThreadId>> there;  // only who exists
    std::vector<ThreadId> members;
    for (const ThreadId t : group)
      if (at(t) != 0) there.emplace_back(standing(t), t), members.push_back(t);
    if (std::ranges::is_sorted(there)) continue;
    std::ranges::sort(there);
    changes = true;
    for (size_t i = 0; i < there.size(); ++i) {
      const auto& [part, t] = there[i];
      to[t] = members[i];
      at(members[i]) = part[0], waits(members[i]) = part[1];
      std::copy_n(part.begin() + 2, model_.slots[t], slots(members[i]));
      if (model_.watches) aware(members[i]) = part.back();
    }
  }
  if (!changes) return to;
  for (const uint32_t c : locks_)
    if (const Word w = word(c); w.value != 0 && !is_gone(w)) set(c, {to[w.value - 1] + uint64_t{1}, w.extra});
  return to;
}

}  // namespace heddle::certificate
