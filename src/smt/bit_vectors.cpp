#include "smt/bit_vectors.h"

#include <string>
#include <unordered_map>

#include "smt/z3_terms.h"

namespace heddle::smt {

using causal::Demand;
using causal::Possible;
using causal::Symbols;

Possible BitVectors::solve(std::span<const Term> terms, std::span<const uint8_t> bits, std::span<const Demand> demands,
                           std::vector<uint64_t>& inputs) {
  try {
    return ask(terms, bits, demands, inputs);
  } catch (const z3::exception&) {
    return Possible::kUnknown;
  }
}

Possible BitVectors::ask(std::span<const Term> terms, std::span<const uint8_t> bits, std::span<const Demand> demands,
                         std::vector<uint64_t>& inputs) {
  const auto input = [&](size_t i) { return context_.bv_const(("i" + std::to_string(i)).c_str(), bits[i]); };
  Terms expressions(context_, terms, [&](const Term& t) { return input(t.value); });
  z3::solver solver(context_, "QF_BV");
  solver.set("timeout", milliseconds_);
  for (const Demand& d : demands) {
    const z3::expr holds = expressions.of(d.symbol) == expressions.number(d.value, terms[d.symbol].width);
    solver.add(d.equal ? holds : !holds);
  }
  if (const Possible answer = decider_.check(solver, milliseconds_); answer != Possible::kYes) return answer;
  const z3::model& model = decider_.model();
  for (size_t i = 0; i < inputs.size(); ++i) inputs[i] = model.eval(input(i), true).get_numeral_uint64();
  return Possible::kYes;
}

BitVectorQuestion::BitVectorQuestion(const Symbols& symbols, std::span<const Demand> conditions) : terms(1) {
  for (const Symbols::Input& input : symbols.all_inputs()) bits.push_back(static_cast<uint8_t>(input.bits));
  std::unordered_map<TermId, TermId> known{{kNoTerm, kNoTerm}};
  std::vector<TermId> open;
  for (const Demand& d : conditions) {
    open.push_back(d.symbol);
    while (!open.empty()) {
      const TermId id = open.back();
      Term t = symbols.terms()[id];
      const bool leaf = t.op == TermOp::kConstant || t.op == TermOp::kRegister;
      const size_t before = open.size();
      if (!leaf)
        for (TermId part : {t.a, t.b, t.c})
          if (!known.contains(part)) open.push_back(part);
      if (open.size() > before) continue;
      open.pop_back();
      if (known.contains(id)) continue;
      if (leaf) t.a = t.b = t.c = kNoTerm;
      else t.a = known[t.a], t.b = known[t.b], t.c = known[t.c];
      known[id] = static_cast<TermId>(terms.size());
      terms.push_back(t);
    }
    demands.push_back({known[d.symbol], d.value, d.equal});
  }
}

void BitVectorQuestion::save(Writer& out) const {
  out.put(terms);
  out.put(bits);
  out.put(demands);
}

BitVectorQuestion BitVectorQuestion::load(Reader& in) {
  BitVectorQuestion question;
  question.terms = in.get_vector<Term>();
  question.bits = in.get_vector<uint8_t>();
  question.demands = in.get_vector<Demand>();
  return question;
}

}  // namespace heddle::smt
