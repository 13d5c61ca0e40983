#include "explain/smaller_inputs.h"

#include <algorithm>

#include "trace/input.h"
#include "trace/term.h"

namespace heddle {
namespace {

class Smaller {
 public:
  Smaller(Executor& executor, const SameFailure& same, Budget& budget)
      : executor_(executor), same_(same), budget_(budget) {}

  // False: the run does not fail so.
  bool begin(const std::vector<uint16_t>& picks) { return run(picks); }

  void all_at_once() {
    std::vector<uint16_t> picks = picks_;
    for (const Input& input : inputs_) put(picks, input, 0);
    run(picks);
  }

  void one_by_one(bool text) {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (value(i) == 0 || attempt(i, 0)) continue;
      if (text && inputs_[i].bits == 8) {
        make_printable(i);
        continue;
      }
      clear_bits(i);
      halve(i);
    }
  }

  const std::vector<uint16_t>& picks() const { return picks_; }

 private:
  struct Input {
    size_t at;  // its first pick
    uint32_t bits;
  };

  static void put(std::vector<uint16_t>& picks, const Input& input, uint64_t value) {
    for (int k = 0; k < input_steps(input.bits); ++k) picks[input.at + static_cast<size_t>(k)] = input_pick(value, k);
  }

  uint64_t value(size_t i) const {
    uint64_t v = 0;
    for (int k = 0; k < input_steps(inputs_[i].bits); ++k)
      v |= uint64_t{picks_[inputs_[i].at + static_cast<size_t>(k)]} << (kBitsOfStep * k);
    return v;
  }

  // What is negative when it is taken as signed is told by how far it is below zero.
  bool is_negative(size_t i) const { return value(i) >> (inputs_[i].bits - 1) != 0 && inputs_[i].bits > 1; }
  uint64_t magnitude(size_t i) const {
    return is_negative(i) ? (0 - value(i)) & word_mask(static_cast<int>(inputs_[i].bits)) : value(i);
  }
  bool attempt_magnitude(size_t i, uint64_t magnitude, bool negative) {
    return attempt(i, (negative ? 0 - magnitude : magnitude) & word_mask(static_cast<int>(inputs_[i].bits)));
  }

  bool attempt(size_t i, uint64_t value) {
    std::vector<uint16_t> picks = picks_;
    put(picks, inputs_[i], value);
    const size_t before = inputs_.size();
    return run(picks) && i < inputs_.size() && inputs_.size() <= before;
  }

  void make_printable(size_t i) {
    const uint64_t now = value(i);
    for (uint64_t c : {'a', '0', ' '})
      if (now == c || attempt(i, c)) return;
    if (now < ' ' || now > '~')
      for (uint64_t c = '!'; c <= '~'; ++c)
        if (attempt(i, c)) return;
  }

  void clear_bits(size_t i) {
    if (is_negative(i)) attempt_magnitude(i, magnitude(i), false);
    for (int bit = static_cast<int>(inputs_[i].bits) - 1; bit >= 0 && i < inputs_.size(); --bit)
      if (const uint64_t m = magnitude(i); m >> bit & 1)
        attempt_magnitude(i, m & ~(uint64_t{1} << bit), is_negative(i));
  }

  void halve(size_t i) {
    uint64_t too_small = 0;
    while (i < inputs_.size() && magnitude(i) > too_small + 1) {
      const uint64_t middle = too_small + (magnitude(i) - too_small) / 2;
      if (!attempt_magnitude(i, middle, is_negative(i))) too_small = middle;
    }
  }

  // Makes the run; it is the best from now on if it fails so. Where the inputs are may have changed.
  bool run(const std::vector<uint16_t>& picks) {
    if (!budget_.take()) return false;
    Schedule schedule;
    schedule.prefix = picks;
    schedule.tail = Tail::kStay;
    const Trace& trace = executor_.run(schedule);
    if (trace.visibility_grew || trace.outcome == Outcome::kDiverged) return false;
    if (!std::ranges::any_of(trace.findings, same_)) return false;
    picks_.clear();
    inputs_.clear();
    for (const Step& step : trace.steps) {
      const bool receives =
          step.kind == Step::kValue && step.event < trace.events.size() && trace.events[step.event].op == Op::kInput;
      const bool first = receives && (picks_.empty() || step.event != last_event_);
      if (first) inputs_.push_back({picks_.size(), trace.events[step.event].length});
      if (receives) last_event_ = step.event;
      picks_.push_back(step.pick);
    }
    std::erase_if(inputs_, [&](const Input& input) {  // the run ended in the middle of it
      return input.bits == 0 || input.at + static_cast<size_t>(input_steps(input.bits)) > picks_.size();
    });
    return true;
  }

  Executor& executor_;
  const SameFailure& same_;
  Budget& budget_;
  std::vector<uint16_t> picks_;  // of the best run
  std::vector<Input> inputs_;    // in it
  uint32_t last_event_ = UINT32_MAX;
};

}  // namespace

std::vector<uint16_t> smaller_inputs(Executor& executor, const std::vector<uint16_t>& picks, const SameFailure& same,
                                     bool text, Budget& budget) {
  Smaller smaller(executor, same, budget);
  if (!smaller.begin(picks)) return picks;
  smaller.all_at_once();
  smaller.one_by_one(text);
  return smaller.picks();
}

}  // namespace heddle
