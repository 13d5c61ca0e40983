// Expressions: the terms of a certificate as the checker computes them. A term names registers by their numbers; an expression says
// how many registers the thread has filled since, so that a thread that comes to the same place on a longer way means the same.
//
//   r = x; x = r + 1;      add(register 0, 1): of the register that was filled last
//
// What a program does is not known where the result of an operation is not defined (a division by zero, a shift by too much): there
// is no value then. Of a select only the chosen operand is looked at.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certificate/certificate.h"
#include "certificate/formula.h"

namespace heddle::certificate {

using ExpressionId = uint32_t;  // 0 for none

class Expressions {
 public:
  // The terms are well formed, see `problem_of`, and outlive this.
  explicit Expressions(const std::vector<FileTerm>& terms) : terms_(&terms), nodes_(1), uses_(1) {}

  // What a term means where the thread has filled so many registers; `fits(i, width)`: the one after which i more were filled may be
  // named with this width. Nothing if it names another one, or one as narrower or wider than it is, or if the term is too large.
  using Fits = std::function<bool(uint32_t, uint32_t)>;
  std::optional<ExpressionId> add(uint32_t term, uint32_t filled, const Fits& fits);
  // Registers that it depends on, each with its width: 0 is the one filled last.
  using Uses = std::map<uint32_t, uint32_t>;
  const Uses& uses(ExpressionId e) const { return uses_[e]; }
  uint32_t width(ExpressionId e) const { return nodes_[e].width; }
  // `filled(i)`: what a register holds.
  std::optional<uint64_t> evaluate(ExpressionId e, const std::function<uint64_t(uint32_t)>& filled) const;
  // Likewise of registers that may hold formulas. What must not be true, or the result is not defined, is added to `undefined`, each of one
  // bit; nothing if it is true anyway.
  std::optional<Value> evaluate(ExpressionId e, const std::function<Value(uint32_t)>& filled, Formulas& formulas,
                                std::vector<Value>& undefined) const;

 private:
  struct Node {
    TermOp op = TermOp::kConstant;
    uint32_t width = 0;
    ExpressionId a = 0, b = 0, c = 0;
    uint64_t value = 0;  // of a constant; of a register: how many were filled since
    uint32_t size = 1;   // operators and leaves, each as often as it is met
    auto operator<=>(const Node&) const = default;
  };
  std::optional<ExpressionId> translate(uint32_t term, uint32_t filled);

  static constexpr uint32_t kMaxSize = 1000;
  const std::vector<FileTerm>* terms_;
  std::vector<Node> nodes_;
  std::vector<Uses> uses_;
  std::map<Node, ExpressionId> known_;
  std::map<std::pair<uint32_t, uint32_t>, ExpressionId> added_;  // term and number of registers filled -> expression
};

// What the operator makes of words; `from`: how wide the first operand is. Nothing where that is not defined.
std::optional<uint64_t> compute(TermOp op, uint32_t width, uint32_t from, uint64_t a, uint64_t b, uint64_t c);

// Empty, or what is wrong with the term: an operator without its operands, widths that do not fit.
std::string problem_of(const std::vector<FileTerm>& terms, uint32_t term);

}  // namespace heddle::certificate
