// The state of a model program as words: what Trace::states is a hash of, and what tests compare in full.
#include "model/interpreter.h"

namespace heddle::model {

void Interpreter::state(std::vector<uint64_t>& out, Part without) const {
  const auto put = [&](Part part, auto value) {
    if (part != without) out.push_back(static_cast<uint64_t>(value));
  };
  for (int32_t v : variables_) put(Part::kVariables, v);
  for (uint8_t gone : gone_) put(Part::kVariables, gone);
  for (size_t t = 0; t < threads_.size(); ++t) {
    const ThreadState& s = threads_[t];
    put(Part::kStatuses, s.status);
    put(Part::kStatuses,
        s.eager | s.after_await << 1 | s.in_section << 2 | s.in_wake << 3 | s.gave_up << 4 | s.tried << 5);
    put(Part::kStatuses, s.sections);
    put(Part::kStatuses, s.place);
    if (s.status == Status::kNext) put(Part::kStatuses, next_[t].op);
    put(Part::kLines, s.line);
    for (uint16_t counter : s.counters) put(Part::kCounters, counter);
    for (int32_t r : s.registers) put(Part::kRegisters, r);
  }
  for (int32_t m : mutexes_) put(Part::kLocks, m);
  put(Part::kLocks, depth_);
  for (uint8_t n : reading_) put(Part::kLocks, n);
  for (uint32_t w : waiting_) put(Part::kWaiters, w);
  for (int32_t s : semaphores_) put(Part::kSemaphores, s);
  for (uint32_t a : arrived_) put(Part::kBarriers, a);
  put(Part::kStatuses, section_ + 1);
  put(Part::kStatuses, assumption_failed_);
}

void Interpreter::go_round_for_ever(uint32_t loop) {
  over_ = true;
  fail(FindingKind::kLivelock, performing_, 0, "threads go round for ever, and none gets out of its loop");
  finding_.loop = loop;
}

}  // namespace heddle::model
