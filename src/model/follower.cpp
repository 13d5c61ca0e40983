#include "model/follower.h"

#include <algorithm>

namespace heddle::model {

Followed& Follower::at(size_t event) {
  if (followed_.size() <= event) followed_.resize(event + 1);
  return followed_[event];
}

TermId Follower::intern(Term term) {
  const auto size_of = [&](TermId t) { return t == kNoTerm ? 0 : terms_[t].size; };
  if (term.op != TermOp::kRegister)
    term.size = static_cast<uint16_t>(1 + size_of(term.a) + size_of(term.b) + size_of(term.c));
  const auto same = std::find(terms_.begin() + 1, terms_.end(), term);
  if (same != terms_.end()) return static_cast<TermId>(same - terms_.begin());
  terms_.push_back(term);
  answers_.emplace_back();
  return static_cast<TermId>(terms_.size() - 1);
}

TermId Follower::fill(ThreadId t, size_t event) {
  if (filled_.size() <= t) filled_.resize(t + 1u);
  const uint32_t number = filled_[t]++;
  at(event).fills = number + 1;
  return intern({.op = TermOp::kRegister, .width = 32, .a = t, .value = number});
}

TermId Follower::named(Tracked v) {
  if (!is_known(v.term)) return v.term;
  return intern({.op = TermOp::kConstant, .width = 32, .value = static_cast<uint32_t>(v.value)});
}

TermId Follower::make(TermOp op, int width, Tracked a, Tracked b) {
  if (is_known(a.term) && is_known(b.term)) return kNoTerm;
  const TermId x = named(a), y = named(b);
  return intern({.op = op, .width = static_cast<uint8_t>(width), .a = x, .b = y});
}

TermId Follower::pair(Tracked expected, Tracked desired) {
  const TermId x = named(expected), y = named(desired);
  return intern({.op = TermOp::kPair, .width = 32, .a = x, .b = y});
}

void Follower::ask(ThreadId t, TermId term, uint64_t answer, size_t before, uint64_t position, uint8_t stops) {
  if (is_known(term)) return;
  questions_.push_back({static_cast<uint32_t>(before), term, answer, position, t, stops});
  know(term, answer);
}

void Follower::know(TermId term, uint64_t answer) {
  if (term != kNoTerm) answers_[term] = {true, answer};
}

}  // namespace heddle::model
