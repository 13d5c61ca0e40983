// What a new schedule keeps of the trace that it was derived from.
//
// A solver's answer has what the question needs, and another solver's has something else besides. What other threads had done in the
// trace, and could do as well before the asked act, is put back: the next run then shows the new answer together with what was there,
// and questions about both in one trace become possible, whoever answers.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "causal/pool.h"
#include "causal/trace_solver.h"

namespace heddle::causal {

// What each thread has been told so far. Two runs that come to the same have done the same until then, but for orders that nobody saw.
class Histories {
 public:
  // Thread t performs an act; `told`: nothing if it has no answer, or one that it does not look at.
  void add(int t, std::optional<uint64_t> told) {
    uint64_t& one = one_[static_cast<size_t>(t)];
    all_ -= one;
    one = mix(one == 0 ? mix(static_cast<uint64_t>(t) + 1) : one, told ? *told + 1 : 0);
    all_ += one;
  }
  uint64_t all() const { return mix(all_); }

 private:
  std::array<uint64_t, kMaxLines> one_{};
  uint64_t all_ = 0;
};
inline void add(Histories& to, const Act& a) {
  to.add(a.thread, has_answer(a.op) && !a.blind ? std::optional(a.told) : std::nullopt);
}

struct Kept {
  std::vector<uint16_t> schedule;  // as Answer::schedule
  uint64_t histories = 0;          // of all threads, the answer included
};

// `schedule` is an answer to the question.
Kept keep(const TraceModel& model, const Question& question, const std::vector<uint16_t>& schedule);

}  // namespace heddle::causal
