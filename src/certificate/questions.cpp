#include "certificate/questions.h"

#include <algorithm>
#include <set>

namespace heddle::certificate {
namespace {

constexpr uint32_t kFewBits = 12;   // of all inputs together: every value is tried at once
constexpr uint32_t kManyBits = 22;  // if there is no solver
constexpr size_t kGuesses = 200;

}  // namespace

bool Questions::hold(const std::vector<Demand>& all, std::span<const FormulaId> parts,
                     std::span<const uint64_t> inputs) {
  formulas_.evaluate(parts, inputs, values_);
  return std::ranges::all_of(all, [&](const Demand& d) { return (values_[d.formula] == d.value) == d.equal; });
}

Answer Questions::compute(const std::vector<Demand>& all) {
  std::vector<FormulaId> formulas;
  std::set<uint32_t> about;
  std::vector<uint64_t> guesses = {0, 1};
  for (const Demand& d : all) {
    formulas.push_back(d.formula);
    about.insert(formulas_.inputs_of(d.formula).begin(), formulas_.inputs_of(d.formula).end());
    guesses.push_back(d.value);
  }
  const std::vector<FormulaId> parts = formulas_.parts_of(formulas);
  formulas_.add_constants(parts, guesses);
  std::vector<uint64_t> inputs(formulas_.inputs().size());
  uint32_t bits = 0;
  for (const uint32_t i : about) bits += formulas_.inputs()[i].bits;
  const auto mask = [&](uint32_t i) { return ~uint64_t{0} >> (64 - formulas_.inputs()[i].bits); };
  for (size_t k = 0; k < std::min(guesses.size(), kGuesses); ++k)
    for (const uint64_t guess : {guesses[k], guesses[k] + 1, guesses[k] - 1}) {
      for (const uint32_t i : about) inputs[i] = guess & mask(i);
      if (hold(all, parts, inputs)) return Answer::kYes;
    }
  if (bits <= (solver_ ? kFewBits : kManyBits)) {
    for (uint64_t n = 0; n < uint64_t{1} << bits; ++n) {
      uint64_t rest = n;
      for (const uint32_t i : about) inputs[i] = rest & mask(i), rest >>= formulas_.inputs()[i].bits;
      if (hold(all, parts, inputs)) return Answer::kYes;
    }
    return Answer::kNo;
  }
  if (!solver_) return Answer::kUnknown;
  std::string script = "(set-logic QF_BV)\n" + formulas_.definitions(formulas);
  for (const Demand& d : all) {
    const std::string same = "(= f" + std::to_string(d.formula) + " (_ bv" + std::to_string(d.value) + " " +
                             std::to_string(formulas_.width(d.formula)) + "))";
    script += "(assert " + (d.equal ? same : "(not " + same + ")") + ")\n";
  }
  const Answer answer = solver_(script);
  trusted_ += answer == Answer::kNo;
  return answer;
}

Answer Questions::ask(std::span<const Demand> condition, std::span<const Demand> question) {
  std::vector<Demand> all(question.begin(), question.end()), rest(condition.begin(), condition.end());
  std::set<uint32_t> about;
  const auto add = [&](const Demand& d) {
    about.insert(formulas_.inputs_of(d.formula).begin(), formulas_.inputs_of(d.formula).end());
  };
  for (const Demand& d : question) add(d);
  for (bool grew = true; grew;) {
    grew = false;
    std::erase_if(rest, [&](const Demand& d) {
      if (std::ranges::none_of(formulas_.inputs_of(d.formula), [&](uint32_t i) { return about.contains(i); }))
        return false;
      add(d);
      all.push_back(d);
      return grew = true;
    });
  }
  std::ranges::sort(all);
  const auto known = known_.find(all);
  const Answer answer = known != known_.end() ? known->second : known_.emplace(all, compute(all)).first->second;
  unanswered_ += answer == Answer::kUnknown;
  return answer;
}

}  // namespace heddle::certificate
