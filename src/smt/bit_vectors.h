// Questions about inputs as bit-vectors for Z3: can all demands on terms hold, and for which inputs?
#pragma once
#include <z3++.h>

#include <span>
#include <vector>

#include "base/bytes.h"
#include "causal/input_solver.h"
#include "smt/decide.h"
#include "smt/interrupt.h"

namespace heddle::smt {

// What of a table of symbols a question is about, to be handed to another process.
struct BitVectorQuestion {
  std::vector<Term> terms;    // whose registers are the inputs
  std::vector<uint8_t> bits;  // of each input
  std::vector<causal::Demand> demands;

  BitVectorQuestion() = default;
  BitVectorQuestion(const causal::Symbols& symbols, std::span<const causal::Demand> demands);
  void save(Writer& out) const;
  static BitVectorQuestion load(Reader& in);
};

class BitVectors {
 public:
  // `milliseconds`: for one question.
  explicit BitVectors(unsigned milliseconds) : milliseconds_(milliseconds) {}
  // Where Z3 gives up with an exception, nothing is known. `inputs`: as many of the first as are wanted.
  causal::Possible solve(std::span<const Term> terms, std::span<const uint8_t> bits,
                         std::span<const causal::Demand> demands, std::vector<uint64_t>& inputs);

 private:
  causal::Possible ask(std::span<const Term> terms, std::span<const uint8_t> bits,
                       std::span<const causal::Demand> demands, std::vector<uint64_t>& inputs);

  unsigned milliseconds_;
  Interruptible z3_;
  z3::context& context_ = z3_.context();
  Decider decider_;
};

}  // namespace heddle::smt
