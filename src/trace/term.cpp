#include "trace/term.h"

#include <bit>

namespace heddle {
namespace {

int64_t as_signed(uint64_t value, int width) {
  const int shift = 64 - width;
  return static_cast<int64_t>(value << shift) >> shift;
}

uint64_t divide(TermOp op, int width, uint64_t a, uint64_t b) {
  if (b == 0) return 0;
  if (op == TermOp::kUDiv) return a / b;
  if (op == TermOp::kURem) return a % b;
  const int64_t x = as_signed(a, width), y = as_signed(b, width);
  if (y == -1) return op == TermOp::kSDiv ? uint64_t{0} - a : 0;  // also where the quotient does not fit
  return static_cast<uint64_t>(op == TermOp::kSDiv ? x / y : x % y);
}

uint64_t shift(TermOp op, int width, uint64_t a, uint64_t by) {
  if (by >= static_cast<uint64_t>(width)) return 0;
  if (op == TermOp::kShl) return a << by;
  if (op == TermOp::kLShr) return a >> by;
  return static_cast<uint64_t>(as_signed(a, width) >> by);
}

}  // namespace

uint64_t apply(TermOp op, int width, int from, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t r = 0;
  switch (op) {
    case TermOp::kConstant:
    case TermOp::kRegister:
    case TermOp::kPair: break;
    case TermOp::kAdd: r = a + b; break;
    case TermOp::kSub: r = a - b; break;
    case TermOp::kMul: r = a * b; break;
    case TermOp::kUDiv:
    case TermOp::kSDiv:
    case TermOp::kURem:
    case TermOp::kSRem: r = divide(op, width, a, b); break;
    case TermOp::kAnd: r = a & b; break;
    case TermOp::kOr: r = a | b; break;
    case TermOp::kXor: r = a ^ b; break;
    case TermOp::kShl:
    case TermOp::kLShr:
    case TermOp::kAShr: r = shift(op, width, a, b); break;
    case TermOp::kEqual: r = a == b; break;
    case TermOp::kULess: r = a < b; break;
    case TermOp::kSLess: r = as_signed(a, from) < as_signed(b, from); break;
    case TermOp::kTruncate:
    case TermOp::kZeroExtend: r = a; break;
    case TermOp::kSignExtend: r = static_cast<uint64_t>(as_signed(a, from)); break;
    case TermOp::kByteSwap: r = __builtin_bswap64(a) >> (64 - width); break;
    case TermOp::kPopCount: r = static_cast<uint64_t>(std::popcount(a)); break;
    case TermOp::kLeadingZeros: r = static_cast<uint64_t>(std::countl_zero(a) - (64 - width)); break;
    case TermOp::kTrailingZeros:
      r = a == 0 ? static_cast<uint64_t>(width) : static_cast<uint64_t>(std::countr_zero(a));
      break;
    case TermOp::kSelect: r = a != 0 ? b : c; break;
  }
  return r & word_mask(width);
}

uint64_t evaluate(std::span<const Term> terms, TermId term, std::span<const uint64_t> registers) {
  const Term& t = terms[term];
  if (t.op == TermOp::kConstant) return t.value & word_mask(t.width);
  if (t.op == TermOp::kRegister) return t.value < registers.size() ? registers[t.value] & word_mask(t.width) : 0;
  const uint64_t a = evaluate(terms, t.a, registers);
  const uint64_t b = t.b != kNoTerm ? evaluate(terms, t.b, registers) : 0;
  const uint64_t c = t.c != kNoTerm ? evaluate(terms, t.c, registers) : 0;
  return apply(t.op, t.width, terms[t.a].width, a, b, c);
}

}  // namespace heddle
