// What a new schedule keeps of the trace that it was derived from.
//
// A solver's answer has what the question needs, and another solver's has something else besides. What other threads had done in the
// trace, and could do as well before the asked act, is put back: the next run then shows the new answer together with what was there,
// and questions about both in one trace become possible, whoever answers.
#pragma once
#include <cstdint>
#include <vector>

#include "causal/trace_solver.h"

namespace heddle::causal {

struct Kept {
  std::vector<uint16_t> schedule;  // as Answer::schedule
  uint64_t histories = 0;          // what all threads have been told by then, the answer included; equal for equal ones
};

// `schedule` is an answer to the question.
Kept keep(const TraceModel& model, const Question& question, const std::vector<uint16_t>& schedule);

}  // namespace heddle::causal
