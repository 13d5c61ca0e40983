// TraceQuestions: what can be asked about one trace (causal/trace_solver.h), the most promising first.
//
// First whether a read of a pointer's size could return null, then another answer for every act that tells its thread
// something, then all others. Each time, acts of different source positions take turns, so that a loop does not hide the rest.
// In a long trace there are more questions than can ever be asked: a source position that got no yes for a while is left out.
#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "causal/trace_solver.h"

namespace heddle {

class TraceQuestions {
 public:
  TraceQuestions() = default;
  explicit TraceQuestions(causal::TraceModel model);

  const causal::TraceModel& model() const { return model_; }
  // Which reads may be told something else; null for none.
  void give(std::unique_ptr<causal::Freedom> freedom) { freedom_ = std::move(freedom); }
  const causal::Freedom* freedom() const { return freedom_.get(); }
  // The next question. False: all were asked.
  bool next(causal::Question& question);
  // The answer to the last one.
  void answered(const causal::Question& question, bool yes);
  // A question whose history is known: to be asked when nothing else is left. The last one first; false if there is none.
  void put_off(const causal::Question& question) { put_off_.push_back({question.act, question.answer}); }
  bool next_put_off(causal::Question& question);
  // Acts that were left out, counted in each pass.
  uint64_t left_out() const { return left_out_; }
  // The local history that the question asks for: its thread, what it was told so far, the answer. Equal ones get equal
  // keys, over all traces.
  uint64_t key(const causal::Question& question) const;
  // Calls f(key) for each local history that the trace shows.
  template <class F>
  void for_each_history(F&& f) const {
    for (causal::ActId a : acts_)
      if (!model_[a].pending) f(key({a, model_[a].told}));
  }

  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  void prepare();

  causal::TraceModel model_;
  std::unique_ptr<causal::Freedom> freedom_;
  std::vector<causal::ActId> acts_;  // that tell something, in the order in which they are asked about
  std::vector<uint64_t> history_;    // per act: of its thread, before it
  enum Pass : uint8_t { kNull, kOneEach, kRest, kOver };
  Pass pass_ = kNull;
  uint64_t at_ = 0, answer_ = 0;   // the next: index into acts_, into answers_
  std::vector<uint64_t> answers_;  // of the act at `at_`, if `answers_of_` says so
  uint64_t answers_of_ = UINT64_MAX;
  std::unordered_map<uint64_t, uint32_t> vain_;  // source position -> questions since its last yes
  uint64_t left_out_ = 0;
  struct PutOff {
    uint64_t act, answer;
  };
  std::vector<PutOff> put_off_;
};

}  // namespace heddle
