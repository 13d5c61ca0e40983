#include "causal/merged.h"

#include <algorithm>
#include <unordered_map>

#include "trace/contents.h"

namespace heddle::causal {
namespace {

// Fewer nodes are searched at once anyway. Of more, so many have to be one on average.
constexpr size_t kWorthwhile = 2;

// A hash of a sequence; its two halves know nothing of each other.
class Sequence {
 public:
  template <class... T>
  Sequence& add(T... values) {
    (add_one(static_cast<uint64_t>(values)), ...);
    return *this;
  }
  Sequence& add(const StateHash& h) {
    hash_ = {StateHash::part(h.a, hash_.a).a, StateHash::part(h.b, hash_.b).b};
    return *this;
  }
  Sequence& add_words(const uint64_t* words, size_t count) {
    for (size_t k = 0; k < count; ++k) add_one(words[k]);
    return *this;
  }
  const StateHash& hash() const { return hash_; }

 private:
  void add_one(uint64_t v) { add(StateHash{v, v}); }
  StateHash hash_{0x6d65726765, 0x64};
};

}  // namespace

// Terms name registers by numbers, which differ from path to path: what counts is how long before they were filled.
void Merged::hash_terms() {
  const std::span<const Term> terms = pool_.terms();
  const size_t first = std::max<size_t>(terms_.size(), 1);
  terms_.resize(terms.size());
  last_.resize(terms.size());
  for (size_t t = first; t < terms.size(); ++t) {
    const Term& term = terms[t];
    if (term.op == TermOp::kRegister) {
      last_[t] = static_cast<uint32_t>(term.value) + 1;
      terms_[t] = Sequence().add(term.op, term.width).hash();
      continue;
    }
    last_[t] = std::max({last_[term.a], last_[term.b], last_[term.c]});
    Sequence s;
    s.add(term.op, term.width, term.value);
    for (TermId part : {term.a, term.b, term.c})
      s.add(part != kNoTerm, last_[part] == 0 ? 0 : last_[t] - last_[part] + 1).add(terms_[part]);
    terms_[t] = s.hash();
  }
}

// Of a term of a thread that has filled so many registers.
StateHash Merged::hash_of_term(TermId t, uint32_t registers) const {
  if (t == kNoTerm || fault_ == ReachFault::kTerms) return {};
  return Sequence().add(last_[t] == 0 ? 0 : registers - last_[t] + 1).add(terms_[t]).hash();
}

// Everything that the search, the machine and the findings look at, from here on.
StateHash Merged::hash_of(NodeId id) const {
  const Node& n = pool_[id];
  Sequence s;
  if (n.next == Next::kUnknown) return s.add(id, 1).hash();
  s.add(n.thread, n.next, n.op, n.flags, n.opens_section, n.held, n.holds);
  if (n.next == Next::kEvent && relevance_.idle()[id]) return s.hash();  // it stays here
  s.add(n.blind, n.fills, n.order, n.failed_order, n.object, n.second, n.position, n.length, n.value);
  s.add(hash_of_term(n.term, n.registers));
  if (!raced_.empty()) s.add(raced_[id]);
  if (n.contents != 0) s.add_words(pool_.contents(n), words_of(n.length));
  if (n.next == Next::kCreate) s.add(n.begins);
  if (n.next == Next::kAwait)
    for (const Condition& c : pool_.conditions(n)) s.add(c.op, c.address, c.length, c.value);
  s.add(n.child == kNoNode ? StateHash() : parts_[n.child]);
  StateHash edges;
  pool_.for_each_edge(id, [&](const Edge& e) {
    if (fault_ == ReachFault::kAnswers && pool_[e.to].next != Next::kEvent) return;
    Sequence edge;
    edge.add(e.key, e.written, e.failed).add(parts_[e.to]);
    if (e.contents != 0) edge.add_words(pool_.contents(e), words_of(n.length));
    edges += edge.hash();
  });
  return s.add(edges).hash();
}

// Of all nodes, whether it is of use or not.
void Merged::find(const std::unordered_set<NodeId>& refused, const Awareness& awareness) {
  size_ = pool_.size();
  hash_terms();
  raced_.clear();
  if (relevance_.unordered()) {
    raced_.resize(size_);
    for (NodeId n = 1; n < size_; ++n)
      if (const NodeId parent = pool_[n].parent; parent != kNoNode && !awareness.may_hand_on(pool_[parent]))
        raced_[n] = raced_[parent] || (pool_[parent].op != Op::kFree && relevance_.is_raced(pool_[parent]));
  }
  parts_.assign(size_, {});
  shared_.assign(size_, 0);
  std::unordered_map<uint64_t, NodeId> first;
  counted_ = 0;
  for (NodeId n = size_; n-- > 1;) {
    if (!relevance_.takes_part(pool_[n].thread)) continue;
    parts_[n] = refused.contains(n) ? StateHash::part(n, 0) : hash_of(n);
    ++counted_;
    const auto [at, is_new] = first.emplace(parts_[n].a, n);
    if (!is_new) shared_[n] = shared_[at->second] = 1;
  }
  different_ = first.size();
}

bool Merged::compute(const std::unordered_set<NodeId>& refused, uint32_t least, const Awareness& awareness) {
  clear();
  seen_ = size_ = pool_.size();
  holds_ = true;
  least_ = least;
  look_at_ = least == 0 ? 0 : std::max(least, 2 * size_);
  if (size_ < least || pool_.has_inputs()) {
    counted_ = different_ = size_;
    return false;
  }
  find(refused, awareness);
  if (least > 0 && counted_ < kWorthwhile * different_) {
    clear();
    different_ = counted_;
  }
  return any();
}

bool Merged::is_outdated(const std::unordered_set<NodeId>& refused, const Awareness& awareness) {
  if (pool_.size() < look_at_ || pool_.has_inputs()) return false;
  if (least_ == 0) return pool_.size() > size_ && fault_ != ReachFault::kGrowth;
  look_at_ = 2 * pool_.size();
  Merged now(pool_, relevance_);
  now.find(refused, awareness);
  return kWorthwhile * now.different_ < different_ + (pool_.size() - size_);
}

bool Merged::holds() {
  if (!any() || !holds_ || fault_ == ReachFault::kGrowth) return holds_;
  for (; seen_ < pool_.size() && holds_; ++seen_) {
    NodeId n = pool_[seen_].parent;
    if (n >= shared_.size()) continue;  // its way was looked at for the first that is new
    for (; n != kNoNode && holds_; n = pool_[n].parent) holds_ = !shared_[n];
  }
  return holds_;
}

}  // namespace heddle::causal
