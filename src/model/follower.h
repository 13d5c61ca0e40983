// Follower: what a running model program computes from what it reads, as terms (trace/term.h), and what it asks about them.
//
// What is asked is known from then on: a term whose value was asked is a constant, and no question is asked twice.
#pragma once
#include <cstdint>
#include <vector>

#include "trace/term.h"

namespace heddle::model {

class Follower {
 public:
  Follower() : terms_(1), answers_(1) {}

  // A value, and the term that it is, if any.
  struct Tracked {
    int32_t value = 0;
    TermId term = kNoTerm;
  };

  // The next register of the thread; `event` fills it.
  TermId fill(ThreadId t, size_t event);
  // What `event` writes.
  void write(size_t event, TermId term) { at(event).term = term; }
  // The term, or that of a constant.
  TermId named(Tracked v);
  TermId compute(TermOp op, Tracked a, Tracked b) { return make(op, 32, a, b); }
  TermId equal(Tracked a, Tracked b) { return make(TermOp::kEqual, 1, a, b); }
  TermId less(Tracked a, Tracked b) { return make(TermOp::kSLess, 1, a, b); }
  TermId pair(Tracked expected, Tracked desired);
  // `stops`: as in Question.
  void ask(ThreadId t, TermId term, uint64_t answer, size_t before, uint64_t position, uint8_t stops = 0);
  // The answer follows from what an event showed.
  void know(TermId term, uint64_t answer);
  // Constant, since it was asked.
  bool is_known(TermId term) const { return term == kNoTerm || answers_[term].known; }

  const std::vector<Followed>& followed() const { return followed_; }
  const std::vector<Term>& terms() const { return terms_; }
  const std::vector<Question>& questions() const { return questions_; }
  // What was said about events and questions so far.
  void forget() { followed_.clear(), questions_.clear(); }

 private:
  struct Answer {
    bool known = false;
    uint64_t value = 0;
  };
  Followed& at(size_t event);
  TermId make(TermOp op, int width, Tracked a, Tracked b);
  TermId intern(Term term);

  std::vector<Term> terms_;
  std::vector<Answer> answers_;  // of each term
  std::vector<Followed> followed_;
  std::vector<Question> questions_;
  std::vector<uint32_t> filled_;  // registers of each thread
};

}  // namespace heddle::model
