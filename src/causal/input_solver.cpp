#include "causal/input_solver.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace heddle::causal {
namespace {

constexpr int kFewBits = 12;      // of all inputs together: every value is tried at once
constexpr int kManyBits = 22;     // if there is no other solver
constexpr size_t kGuesses = 512;  // combinations of likely values

// Which inputs some demands are about. Exact for those that are about one; others share bits from the 64th input on, so that more may
// seem to be connected than are, which does no harm.
class Connected {
 public:
  explicit Connected(const Symbols& symbols) : symbols_(symbols), exact_(symbols.all_inputs().size()) {}

  void add(SymbolId s) {
    all_ |= symbols_.inputs(s);
    const uint32_t one = symbols_.only_input(s);
    if (one < exact_.size()) exact_[one] = true;
    else many_ |= symbols_.inputs(s);
  }

  bool with(SymbolId s) const {
    const uint32_t one = symbols_.only_input(s);
    if (one < exact_.size()) return exact_[one] || (many_ & symbols_.inputs(s)) != 0;
    return (all_ & symbols_.inputs(s)) != 0;
  }

 private:
  const Symbols& symbols_;
  std::vector<bool> exact_;
  uint64_t all_ = 0, many_ = 0;
};

// The demands that share inputs with `seeds`, directly or through others; they are taken out of `path`.
std::vector<Demand> slice_of(const Symbols& symbols, std::vector<Demand>& path, std::vector<Demand> seeds) {
  Connected connected(symbols);
  for (const Demand& d : seeds) connected.add(d.symbol);
  for (bool grew = true; grew;) {
    grew = false;
    std::erase_if(path, [&](const Demand& d) {
      if (!connected.with(d.symbol)) return false;
      connected.add(d.symbol);
      seeds.push_back(d);
      return grew = true;
    });
  }
  return seeds;
}

// What demands are made of. Expressions share parts, each of which is looked at once.
class Parts {
 public:
  Parts(std::span<const Term> terms, const std::vector<Demand>& demands) : terms_(terms), demands_(demands) {
    std::vector<uint8_t> seen(terms.size());
    for (const Demand& d : demands) {
      needed_.push_back(d.symbol);
      add_constant(d.value);
    }
    for (size_t i = 0; i < needed_.size(); ++i) {
      const TermId id = needed_[i];
      if (std::exchange(seen[id], 1)) continue;
      const Term& t = terms[id];
      if (t.op == TermOp::kRegister) inputs.push_back(t.value);
      else if (t.op == TermOp::kConstant) add_constant(t.value);
      else
        for (TermId operand : {t.a, t.b, t.c})
          if (operand != kNoTerm) needed_.push_back(operand);
    }
    std::ranges::sort(needed_);  // operands come first
    const auto twice = std::ranges::unique(needed_);
    needed_.erase(twice.begin(), twice.end());
    values_.resize(terms.size());
  }

  // Do the demands hold for these inputs?
  bool hold(std::span<const uint64_t> inputs) {
    for (TermId id : needed_) {
      const Term& t = terms_[id];
      if (t.op == TermOp::kConstant) values_[id] = t.value & word_mask(t.width);
      else if (t.op == TermOp::kRegister) values_[id] = inputs[t.value] & word_mask(t.width);
      else values_[id] = apply(t.op, t.width, terms_[t.a].width, values_[t.a], values_[t.b], values_[t.c]);
    }
    return std::ranges::all_of(demands_, [&](const Demand& d) { return (values_[d.symbol] == d.value) == d.equal; });
  }

  std::vector<size_t> inputs;  // by index
  std::vector<uint64_t> constants;

 private:
  void add_constant(uint64_t value) {
    if (std::ranges::find(constants, value) == constants.end() && constants.size() < 64) constants.push_back(value);
  }

  std::span<const Term> terms_;
  const std::vector<Demand>& demands_;
  std::vector<TermId> needed_;    // each after its operands
  std::vector<uint64_t> values_;  // of each term, as far as it is needed
};

// Values that are likely to be of use for an input, small ones first.
std::vector<uint64_t> likely_values(const Parts& parts, int bits) {
  std::vector<uint64_t> values = {0, 1};
  for (uint64_t c : parts.constants)
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
  Parts parts(symbols.terms(), slice);
  int bits = 0;
  const auto all = symbols.all_inputs();
  std::vector<uint64_t> inputs(all.size());
  for (size_t i : parts.inputs) bits += all[i].bits;
  const auto found = [&] {
    Known known{Possible::kYes, {}};
    for (size_t i : parts.inputs) known.model.emplace_back(all[i].name, inputs[i]);
    return known;
  };

  // Counts through all combinations of these values, at most so many. True: one will do.
  const auto try_all = [&](const std::vector<std::vector<uint64_t>>& values, size_t most) {
    std::vector<size_t> at(parts.inputs.size());
    for (size_t n = 0; n < most; ++n) {
      for (size_t k = 0; k < at.size(); ++k) inputs[parts.inputs[k]] = values[k][at[k]];
      if (parts.hold(inputs)) return true;
      size_t k = 0;
      while (k < at.size() && ++at[k] == values[k].size()) at[k++] = 0;
      if (k == at.size()) return false;
    }
    return false;
  };
  std::vector<std::vector<uint64_t>> values;
  for (size_t i : parts.inputs) values.push_back(likely_values(parts, all[i].bits));
  if (try_all(values, kGuesses)) return found();
  if (bits <= (rest_ ? kFewBits : kManyBits)) {
    for (size_t k = 0; k < values.size(); ++k) {
      values[k].resize(uint64_t{1} << all[parts.inputs[k]].bits);
      for (size_t v = 0; v < values[k].size(); ++v) values[k][v] = v;
    }
    return try_all(values, SIZE_MAX) ? found() : Known{Possible::kNo, {}};
  }
  if (!rest_) return {Possible::kUnknown, {}};
  ++solved_;
  const Possible verdict = rest_->solve(symbols, slice, inputs);
  if (verdict != Possible::kYes) return {verdict, {}};
  return parts.hold(inputs) ? found() : Known{Possible::kUnknown, {}};
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

std::atomic<bool>& solvers_stopped() {
  static std::atomic<bool> stopped{false};
  return stopped;
}

std::unique_ptr<InputSolver> make_input_solver() {
  const BitVectorSolverFactory& factory = bit_vector_solver();
  return std::make_unique<InputSolver>(factory ? factory() : nullptr);
}

}  // namespace heddle::causal
