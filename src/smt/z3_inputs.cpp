#include "smt/z3_inputs.h"

#include <string>

#include "smt/decide.h"
#include "smt/interrupt.h"
#include "smt/z3_terms.h"

namespace heddle::smt {
namespace {

using causal::Demand;
using causal::Possible;
using causal::Symbols;

class Z3Inputs final : public causal::BitVectorSolver {
 public:
  explicit Z3Inputs(unsigned milliseconds) : milliseconds_(milliseconds) {}

  // Where Z3 gives up with an exception, nothing is known.
  Possible solve(const Symbols& symbols, std::span<const Demand> demands, std::vector<uint64_t>& inputs) override {
    try {
      return ask(symbols, demands, inputs);
    } catch (const z3::exception&) {
      return Possible::kUnknown;
    }
  }

 private:
  Possible ask(const Symbols& symbols, std::span<const Demand> demands, std::vector<uint64_t>& inputs) {
    const auto input = [&](size_t i) {
      return context_.bv_const(("i" + std::to_string(i)).c_str(), static_cast<unsigned>(symbols.all_inputs()[i].bits));
    };
    Terms terms(context_, symbols.terms(), [&](const Term& t) { return input(t.value); });
    z3::solver solver(context_, "QF_BV");
    solver.set("timeout", milliseconds_);
    for (const Demand& d : demands) {
      const z3::expr holds = terms.of(d.symbol) == terms.number(d.value, symbols.terms()[d.symbol].width);
      solver.add(d.equal ? holds : !holds);
    }
    if (const Possible answer = decider_.check(solver, milliseconds_); answer != Possible::kYes) return answer;
    const z3::model& model = decider_.model();
    for (size_t i = 0; i < inputs.size(); ++i) inputs[i] = model.eval(input(i), true).get_numeral_uint64();
    return Possible::kYes;
  }

  unsigned milliseconds_;
  Interruptible z3_;
  z3::context& context_ = z3_.context();
  Decider decider_;
};

}  // namespace

std::unique_ptr<causal::BitVectorSolver> make_z3_inputs(unsigned milliseconds) {
  return std::make_unique<Z3Inputs>(milliseconds);
}

}  // namespace heddle::smt
