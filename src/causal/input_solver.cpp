#include "causal/input_solver.h"

#include <algorithm>

#include "base/hash.h"

namespace heddle::causal {
namespace {

constexpr int kFewBits = 12;      // of all inputs together: every value is tried at once
constexpr int kManyBits = 22;     // if there is no other solver
constexpr size_t kGuesses = 512;  // combinations of likely values

bool holds(const Symbols& symbols, const std::vector<Demand>& demands, std::span<const uint64_t> inputs) {
  return std::ranges::all_of(
      demands, [&](const Demand& d) { return (symbols.evaluate(d.symbol, inputs) == d.value) == d.equal; });
}

// The demands that share inputs with `seeds`, directly or through others; they are taken out of `path`.
std::vector<Demand> slice_of(const Symbols& symbols, std::vector<Demand>& path, std::vector<Demand> seeds) {
  uint64_t inputs = 0;
  for (const Demand& d : seeds) inputs |= symbols.inputs(d.symbol);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < path.size(); ++i) {
      if ((symbols.inputs(path[i].symbol) & inputs) == 0) continue;
      inputs |= symbols.inputs(path[i].symbol);
      seeds.push_back(path[i]);
      path.erase(path.begin() + static_cast<std::ptrdiff_t>(i--));
      grew = true;
    }
  }
  return seeds;
}

// What the demands are made of: inputs by index, and constants.
struct Leaves {
  std::vector<size_t> inputs;
  std::vector<uint64_t> constants;

  void add(std::span<const Term> terms, TermId id) {
    const Term& t = terms[id];
    if (t.op == TermOp::kRegister) {
      if (std::ranges::find(inputs, t.value) == inputs.end()) inputs.push_back(t.value);
    } else if (t.op == TermOp::kConstant) {
      add_constant(t.value);
    } else {
      for (TermId operand : {t.a, t.b, t.c})
        if (operand != kNoTerm) add(terms, operand);
    }
  }
  void add_constant(uint64_t value) {
    if (std::ranges::find(constants, value) == constants.end() && constants.size() < 64) constants.push_back(value);
  }
};

// Values that are likely to be of use for an input, small ones first.
std::vector<uint64_t> likely_values(const Leaves& leaves, int bits) {
  std::vector<uint64_t> values = {0, 1};
  for (uint64_t c : leaves.constants)
    for (uint64_t v : {c, c + 1, c - 1, 0 - c}) values.push_back(v & word_mask(bits));
  values.push_back(word_mask(bits));
  values.push_back(word_mask(bits) >> 1);
  values.push_back((word_mask(bits) >> 1) + 1);
  std::ranges::sort(values, {}, [bits](uint64_t v) { return std::min(v, (0 - v) & word_mask(bits)); });
  const auto twice = std::ranges::unique(values);
  values.erase(twice.begin(), twice.end());
  std::erase_if(values, [bits](uint64_t v) { return v > word_mask(bits); });
  return values;
}

}  // namespace

InputSolver::Known InputSolver::compute(const Symbols& symbols, const std::vector<Demand>& slice) {
  Leaves leaves;
  int bits = 0;
  for (const Demand& d : slice) leaves.add(symbols.terms(), d.symbol), leaves.add_constant(d.value);
  const auto all = symbols.all_inputs();
  std::vector<uint64_t> inputs(all.size());
  for (size_t i : leaves.inputs) bits += all[i].bits;
  const auto found = [&] {
    Known known{Possible::kYes, {}};
    for (size_t i : leaves.inputs) known.model.emplace_back(all[i].name, inputs[i]);
    return known;
  };

  // Counts through all combinations of these values, at most so many. True: one will do.
  const auto try_all = [&](const std::vector<std::vector<uint64_t>>& values, size_t most) {
    std::vector<size_t> at(leaves.inputs.size());
    for (size_t n = 0; n < most; ++n) {
      for (size_t k = 0; k < at.size(); ++k) inputs[leaves.inputs[k]] = values[k][at[k]];
      if (holds(symbols, slice, inputs)) return true;
      size_t k = 0;
      while (k < at.size() && ++at[k] == values[k].size()) at[k++] = 0;
      if (k == at.size()) return false;
    }
    return false;
  };
  std::vector<std::vector<uint64_t>> values;
  for (size_t i : leaves.inputs) values.push_back(likely_values(leaves, all[i].bits));
  if (try_all(values, kGuesses)) return found();
  if (bits <= (rest_ ? kFewBits : kManyBits)) {
    for (size_t k = 0; k < values.size(); ++k) {
      values[k].resize(uint64_t{1} << all[leaves.inputs[k]].bits);
      for (size_t v = 0; v < values[k].size(); ++v) values[k][v] = v;
    }
    return try_all(values, SIZE_MAX) ? found() : Known{Possible::kNo, {}};
  }
  if (!rest_) return {Possible::kUnknown, {}};
  ++solved_;
  const Possible verdict = rest_->solve(symbols, slice, inputs);
  if (verdict != Possible::kYes) return {verdict, {}};
  return holds(symbols, slice, inputs) ? found() : Known{Possible::kUnknown, {}};
}

const InputSolver::Known& InputSolver::solve(const Symbols& symbols, const std::vector<Demand>& slice) {
  uint64_t key = 0;
  for (const Demand& d : slice) key += mix(mix(symbols.hash(d.symbol), d.value), d.equal);
  ++questions_;
  if (const auto at = known_.find(key); at != known_.end()) return at->second;
  return known_.emplace(key, compute(symbols, slice)).first->second;
}

Possible InputSolver::ask(const Symbols& symbols, std::span<const Demand> path, std::span<const Demand> question,
                          InputModel& model) {
  std::vector<Demand> rest(path.begin(), path.end());
  const Known& known = solve(symbols, slice_of(symbols, rest, {question.begin(), question.end()}));
  model = known.model;
  return known.verdict;
}

bool InputSolver::find(const Symbols& symbols, std::span<const Demand> path, std::span<const Demand> question,
                       InputModel& model) {
  std::vector<Demand> rest(path.begin(), path.end());
  std::vector<Demand> seeds(question.begin(), question.end());
  model.clear();
  while (!seeds.empty() || !rest.empty()) {
    if (seeds.empty()) {
      seeds.push_back(rest.back());
      rest.pop_back();
    }
    const Known& known = solve(symbols, slice_of(symbols, rest, std::exchange(seeds, {})));
    if (known.verdict != Possible::kYes) return false;
    model.insert(model.end(), known.model.begin(), known.model.end());
  }
  return true;
}

BitVectorSolverFactory& bit_vector_solver() {
  static BitVectorSolverFactory factory;
  return factory;
}

std::unique_ptr<InputSolver> make_input_solver() {
  const BitVectorSolverFactory& factory = bit_vector_solver();
  return std::make_unique<InputSolver>(factory ? factory() : nullptr);
}

}  // namespace heddle::causal
