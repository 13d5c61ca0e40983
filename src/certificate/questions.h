// Questions: is there an input for which these formulas have these values? Only what shares inputs with the question, directly or through
// others, is looked at; answers are kept. Inputs of few bits are tried, every value of them; what is left is asked of a solver, in SMT-LIB.
// A yes of it is only followed up; a no is taken on trust, and counted.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "certificate/formula.h"

namespace heddle::certificate {

enum class Answer : uint8_t { kNo, kYes, kUnknown };
// Can all assertions of this script hold at once?
using AskSolver = std::function<Answer(const std::string& script)>;

// A formula is, or is not, this value.
struct Demand {
  FormulaId formula = 0;
  uint64_t value = 0;
  bool equal = true;
  auto operator<=>(const Demand&) const = default;
};

class Questions {
 public:
  // `solver` may be empty.
  Questions(const Formulas& formulas, AskSolver solver) : formulas_(formulas), solver_(std::move(solver)) {}

  // Can `question` hold besides `condition`, which can?
  Answer ask(std::span<const Demand> condition, std::span<const Demand> question);
  // Noes that a solver gave; questions that had no answer.
  uint64_t trusted() const { return trusted_; }
  uint64_t unanswered() const { return unanswered_; }

 private:
  Answer compute(const std::vector<Demand>& all);
  bool hold(const std::vector<Demand>& all, std::span<const FormulaId> parts, std::span<const uint64_t> inputs);

  const Formulas& formulas_;
  AskSolver solver_;
  std::map<std::vector<Demand>, Answer> known_;
  std::vector<uint64_t> values_;  // of formulas, see Formulas::evaluate
  uint64_t trusted_ = 0, unanswered_ = 0;
};

}  // namespace heddle::certificate
