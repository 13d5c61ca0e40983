#include "smt/z3_terms.h"

namespace heddle::smt {

z3::expr Terms::of(TermId id) {
  if (const auto at = known_.find(id); at != known_.end()) return at->second;
  const z3::expr e = make(terms_[id]);
  known_.emplace(id, e);
  return e;
}

z3::expr Terms::resize(const z3::expr& value, unsigned width) {
  const unsigned has = value.get_sort().bv_size();
  return has == width ? value : has < width ? z3::zext(value, width - has) : value.extract(width - 1, 0);
}

// With 0 where the divisor is 0.
z3::expr Terms::divide(const Term& t, const z3::expr& a, const z3::expr& b) {
  const z3::expr zero = number(0, t.width);
  const z3::expr result = t.op == TermOp::kUDiv   ? z3::udiv(a, b)
                          : t.op == TermOp::kURem ? z3::urem(a, b)
                          : t.op == TermOp::kSDiv ? a / b
                                                  : z3::srem(a, b);
  return z3::ite(b == zero, zero, result);
}

// Bits from `from` on, one by one: the last that `chooses` wins.
z3::expr Terms::count(const Term& t, const z3::expr& a) {
  const int width = t.width;
  z3::expr result = number(t.op == TermOp::kPopCount ? 0 : static_cast<uint64_t>(width), width);
  for (int k = 0; k < width; ++k) {
    const int i = t.op == TermOp::kTrailingZeros ? width - 1 - k : k;
    const z3::expr set = a.extract(static_cast<unsigned>(i), static_cast<unsigned>(i)) == number(1, 1);
    if (t.op == TermOp::kPopCount) result = z3::ite(set, result + number(1, width), result);
    else
      result = z3::ite(set, number(static_cast<uint64_t>(t.op == TermOp::kTrailingZeros ? i : width - 1 - i), width),
                       result);
  }
  return result;
}

z3::expr Terms::swap_bytes(const z3::expr& a, int width) {
  z3::expr result = a.extract(7, 0);
  for (int low = 8; low < width; low += 8)
    result = z3::concat(result, a.extract(static_cast<unsigned>(low + 7), static_cast<unsigned>(low)));
  return result;
}

z3::expr Terms::make(const Term& t) {
  if (t.op == TermOp::kConstant) return number(t.value, t.width);
  if (t.op == TermOp::kRegister) return leaf_(t);
  const z3::expr a = of(t.a);
  const auto from = static_cast<unsigned>(terms_[t.a].width), width = unsigned{t.width};
  switch (t.op) {
    case TermOp::kAdd: return a + of(t.b);
    case TermOp::kSub: return a - of(t.b);
    case TermOp::kMul: return a * of(t.b);
    case TermOp::kUDiv:
    case TermOp::kSDiv:
    case TermOp::kURem:
    case TermOp::kSRem: return divide(t, a, of(t.b));
    case TermOp::kAnd: return a & of(t.b);
    case TermOp::kOr: return a | of(t.b);
    case TermOp::kXor: return a ^ of(t.b);
    case TermOp::kShl: return z3::shl(a, of(t.b));
    case TermOp::kLShr: return z3::lshr(a, of(t.b));
    case TermOp::kAShr:
      return z3::ite(z3::uge(of(t.b), number(t.width, t.width)), number(0, t.width), z3::ashr(a, of(t.b)));
    case TermOp::kEqual: return bit(a == of(t.b));
    case TermOp::kULess: return bit(z3::ult(a, of(t.b)));
    case TermOp::kSLess: return bit(z3::slt(a, of(t.b)));
    case TermOp::kTruncate: return width == from ? a : a.extract(width - 1, 0);
    case TermOp::kZeroExtend: return z3::zext(a, width - from);
    case TermOp::kSignExtend: return z3::sext(a, width - from);
    case TermOp::kByteSwap: return swap_bytes(a, t.width);
    case TermOp::kPopCount:
    case TermOp::kLeadingZeros:
    case TermOp::kTrailingZeros: return count(t, a);
    case TermOp::kSelect: return z3::ite(a == number(1, 1), of(t.b), of(t.c));
    case TermOp::kConstant:
    case TermOp::kRegister:
    case TermOp::kPair: break;
  }
  return number(0, t.width);
}

}  // namespace heddle::smt
