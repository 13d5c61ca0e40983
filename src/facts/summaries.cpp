// A node belongs to one function, and a function has two ways out: so two bits per node say all there is to know, and each bit is set
// once (Reps, Horwitz, Sagiv, Rosay, FSE 1994, with sets of at most two). Backwards from the ways out; when a bit arrives where
// something goes in, every call of the function gets a summary.
#include "facts/summaries.h"

#include <algorithm>

namespace heddle::facts {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// Rows of values by key, in one piece.
class Index {
 public:
  Index(uint32_t keys, const std::vector<std::pair<uint32_t, uint32_t>>& pairs)
      : first_(keys + 1), values_(pairs.size()) {
    for (const auto& [key, value] : pairs) ++first_[key + 1];
    for (uint32_t k = 0; k < keys; ++k) first_[k + 1] += first_[k];
    std::vector<uint32_t> at(first_.begin(), first_.end() - 1);
    for (const auto& [key, value] : pairs) values_[at[key]++] = value;
  }
  template <class F>
  void for_each(uint32_t key, F&& f) const {
    for (uint32_t i = first_[key]; i < first_[key + 1]; ++i) f(values_[i]);
  }

 private:
  std::vector<uint32_t> first_, values_;
};

}  // namespace

void Summaries::reach(uint32_t node, uint8_t out) {
  const auto fresh = static_cast<uint8_t>(out & ~reaches_[node]);
  if (fresh == 0) return;
  reaches_[node] |= fresh;
  open_.emplace_back(node, fresh);
}

std::vector<std::pair<uint32_t, uint32_t>> Summaries::compute() {
  reaches_.assign(nodes_, 0);
  std::vector<std::pair<uint32_t, uint32_t>> entries;  // node of the function -> index into `ins`
  struct In {
    uint32_t node, call;
  };
  std::vector<In> ins;
  for (uint32_t c = 0; c < calls_.size(); ++c)
    for (const auto& [actual, formal] : calls_[c].in) {
      entries.emplace_back(formal, static_cast<uint32_t>(ins.size()));
      ins.push_back({actual, c});
    }
  const Index inside(nodes_, inside_), entered(nodes_, entries);
  std::vector<std::vector<uint32_t>> passed(nodes_);  // summaries, by the node at which they come out
  std::vector<std::pair<uint32_t, uint32_t>> found;
  for (const auto& [node, out] : outs_) reach(node, out);
  while (!open_.empty()) {
    const auto [node, fresh] = open_.back();
    open_.pop_back();
    inside.for_each(node, [&, out = fresh](uint32_t from) { reach(from, out); });
    for (uint32_t from : passed[node]) reach(from, fresh);
    entered.for_each(node, [&, out = fresh](uint32_t i) {
      const Call& call = calls_[ins[i].call];
      for (const auto [way, at] : {std::pair{kByResult, call.result}, std::pair{kByNotReturning, call.returns}}) {
        if (!(out & way) || at == kNone || at == ins[i].node) continue;
        if (std::find(passed[at].begin(), passed[at].end(), ins[i].node) != passed[at].end()) continue;
        passed[at].push_back(ins[i].node);
        found.emplace_back(ins[i].node, at);
        reach(ins[i].node, reaches_[at]);
      }
    });
  }
  return found;
}

}  // namespace heddle::facts
