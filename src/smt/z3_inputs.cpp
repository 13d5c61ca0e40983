#include "smt/z3_inputs.h"

#include "smt/bit_vectors.h"

namespace heddle::smt {
namespace {

class Z3Inputs final : public causal::BitVectorSolver {
 public:
  explicit Z3Inputs(unsigned milliseconds) : solver_(milliseconds) {}

  causal::Possible solve(const causal::Symbols& symbols, std::span<const causal::Demand> demands,
                         std::vector<uint64_t>& inputs) override {
    std::vector<uint8_t> bits;
    for (const causal::Symbols::Input& input : symbols.all_inputs()) bits.push_back(static_cast<uint8_t>(input.bits));
    return solver_.solve(symbols.terms(), bits, demands, inputs);
  }

 private:
  BitVectors solver_;
};

}  // namespace

std::unique_ptr<causal::BitVectorSolver> make_z3_inputs(unsigned milliseconds) {
  return std::make_unique<Z3Inputs>(milliseconds);
}

}  // namespace heddle::smt
