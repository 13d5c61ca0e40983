// Terms (trace/term.h) as expressions of Z3: each operator means the same, bit by bit.
#pragma once
#include <z3++.h>

#include <functional>
#include <span>
#include <unordered_map>

#include "trace/term.h"

namespace heddle::smt {

class Terms {
 public:
  // `leaf`: what a term is that names a register; as wide as the term.
  using Leaf = std::function<z3::expr(const Term& term)>;
  Terms(z3::context& context, std::span<const Term> terms, Leaf leaf)
      : context_(context), terms_(terms), leaf_(std::move(leaf)) {}

  z3::expr of(TermId id);
  z3::expr number(uint64_t value, int width) { return context_.bv_val(value, static_cast<unsigned>(width)); }
  // The value with more bits, which are 0, or fewer.
  static z3::expr resize(const z3::expr& value, unsigned width);

 private:
  z3::expr bit(const z3::expr& condition) { return z3::ite(condition, number(1, 1), number(0, 1)); }
  z3::expr divide(const Term& t, const z3::expr& a, const z3::expr& b);
  z3::expr count(const Term& t, const z3::expr& a);
  z3::expr swap_bytes(const z3::expr& a, int width);
  z3::expr make(const Term& t);

  z3::context& context_;
  std::span<const Term> terms_;
  Leaf leaf_;
  std::unordered_map<TermId, z3::expr> known_;
};

}  // namespace heddle::smt
