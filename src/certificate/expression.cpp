#include "certificate/expression.h"

namespace heddle::certificate {
namespace {

enum class Shape { kLeaf, kArithmetic, kComparison, kConversion, kCount, kSelect, kNone };

Shape shape_of(TermOp op) {
  switch (op) {
    case TermOp::kConstant:
    case TermOp::kRegister: return Shape::kLeaf;
    case TermOp::kEqual:
    case TermOp::kULess:
    case TermOp::kSLess: return Shape::kComparison;
    case TermOp::kTruncate:
    case TermOp::kZeroExtend:
    case TermOp::kSignExtend: return Shape::kConversion;
    case TermOp::kByteSwap:
    case TermOp::kPopCount:
    case TermOp::kLeadingZeros:
    case TermOp::kTrailingZeros: return Shape::kCount;
    case TermOp::kSelect: return Shape::kSelect;
    case TermOp::kPair: return Shape::kNone;
    default: return Shape::kArithmetic;
  }
}

uint64_t cut(uint64_t value, uint32_t width) { return width == 64 ? value : value & ~(~uint64_t{0} << width); }

bool is_negative(uint64_t value, uint32_t width) { return value >> (width - 1) & 1; }

uint64_t extended(uint64_t value, uint32_t width) {
  return is_negative(value, width) && width < 64 ? value | ~uint64_t{0} << width : value;
}

// Without the sign, which is minus if `is_negative`.
uint64_t magnitude(uint64_t value, uint32_t width) {
  return is_negative(value, width) ? cut(~value + 1, width) : value;
}

std::optional<uint64_t> divide(TermOp op, uint32_t width, uint64_t a, uint64_t b) {
  if (b == 0) return std::nullopt;
  if (op == TermOp::kUDiv) return a / b;
  if (op == TermOp::kURem) return a % b;
  const uint64_t least = uint64_t{1} << (width - 1), minus_one = cut(~uint64_t{0}, width);
  if (a == least && b == minus_one) return std::nullopt;  // the quotient does not fit
  const uint64_t x = magnitude(a, width), y = magnitude(b, width);
  if (op == TermOp::kSRem) return is_negative(a, width) ? ~(x % y) + 1 : x % y;
  return is_negative(a, width) != is_negative(b, width) ? ~(x / y) + 1 : x / y;
}

std::optional<uint64_t> shift(TermOp op, uint32_t width, uint64_t a, uint64_t by) {
  if (by >= width) return std::nullopt;
  if (op == TermOp::kShl) return a << by;
  if (op == TermOp::kLShr) return a >> by;
  uint64_t result = extended(a, width);
  for (; by > 0; --by) result = result >> 1 | (result & uint64_t{1} << 63);
  return result;
}

uint64_t count(TermOp op, uint32_t width, uint64_t a) {
  uint64_t result = 0;
  switch (op) {
    case TermOp::kByteSwap:
      for (uint32_t byte = 0; byte < width / 8; ++byte) result = result << 8 | (a >> 8 * byte & 0xff);
      return result;
    case TermOp::kPopCount:
      for (uint32_t bit = 0; bit < width; ++bit) result += a >> bit & 1;
      return result;
    case TermOp::kLeadingZeros:
      while (result < width && !(a >> (width - 1 - result) & 1)) ++result;
      return result;
    default:
      while (result < width && !(a >> result & 1)) ++result;
      return result;
  }
}

std::optional<uint64_t> arithmetic(TermOp op, uint32_t width, uint64_t a, uint64_t b) {
  switch (op) {
    case TermOp::kAdd: return a + b;
    case TermOp::kSub: return a - b;
    case TermOp::kMul: return a * b;
    case TermOp::kAnd: return a & b;
    case TermOp::kOr: return a | b;
    case TermOp::kXor: return a ^ b;
    case TermOp::kShl:
    case TermOp::kLShr:
    case TermOp::kAShr: return shift(op, width, a, b);
    default: return divide(op, width, a, b);
  }
}

bool compare(TermOp op, uint32_t width, uint64_t a, uint64_t b) {
  if (op == TermOp::kEqual) return a == b;
  if (op == TermOp::kSLess && is_negative(a, width) != is_negative(b, width)) return is_negative(a, width);
  return a < b;
}

}  // namespace

std::string problem_of(const std::vector<FileTerm>& terms, uint32_t term) {
  const FileTerm& t = terms[term];
  const Shape shape = shape_of(t.op);
  if (t.width == 0 || t.width > 64) return "it has no width between 1 and 64";
  if (shape == Shape::kNone) return "it has no value";
  const bool two = shape == Shape::kArithmetic || shape == Shape::kComparison || shape == Shape::kSelect;
  if ((t.a != 0) != (shape != Shape::kLeaf) || (t.b != 0) != two || (t.c != 0) != (shape == Shape::kSelect))
    return "its operands are not those of its operator";
  if (t.a >= term || t.b >= term || t.c >= term) return "an operand comes after it";
  if (t.op == TermOp::kRegister && t.value == 0) return "registers are numbered from 1";
  if (shape == Shape::kLeaf && t.op == TermOp::kConstant && cut(t.value, t.width) != t.value)
    return "the constant is wider than it";
  if (shape != Shape::kLeaf && t.value != 0) return "it is no leaf, and has a value";
  const uint32_t a = terms[t.a].width, b = terms[t.b].width, c = terms[t.c].width;
  bool fits = true;
  switch (shape) {
    case Shape::kLeaf: break;
    case Shape::kArithmetic: fits = a == t.width && b == t.width; break;
    case Shape::kComparison: fits = a == b && t.width == 1; break;
    case Shape::kConversion: fits = t.op == TermOp::kTruncate ? t.width < a : t.width > a; break;
    case Shape::kCount: fits = a == t.width && (t.op != TermOp::kByteSwap || t.width % 8 == 0); break;
    case Shape::kSelect: fits = a == 1 && b == t.width && c == t.width; break;
    case Shape::kNone: fits = false;
  }
  return fits ? "" : "the widths of its operands do not fit";
}

std::optional<ExpressionId> Expressions::add(uint32_t term, uint32_t filled, const Fits& fits) {
  const auto e = translate(term, filled);
  if (!e) return std::nullopt;
  for (const auto& [since, named] : uses_[*e])
    if (!fits(since, named)) return std::nullopt;
  return e;
}

std::optional<ExpressionId> Expressions::translate(uint32_t term, uint32_t filled) {
  if (term == 0) return 0;
  if (const auto before = added_.find({term, filled}); before != added_.end()) return before->second;
  const FileTerm& t = (*terms_)[term];
  const bool is_register = t.op == TermOp::kRegister;
  if (is_register && t.value > filled) return std::nullopt;
  Node n{.op = t.op, .width = t.width, .value = is_register ? filled - t.value : t.value};
  Uses uses;
  if (is_register) uses.emplace(static_cast<uint32_t>(n.value), n.width);
  for (const auto [operand, to] : {std::pair(t.a, &n.a), {t.b, &n.b}, {t.c, &n.c}}) {
    const auto e = translate(operand, filled);
    if (!e) return std::nullopt;
    *to = *e;
    if (*e != 0) n.size += nodes_[*e].size;
    for (const auto& [since, width] : uses_[*e])
      if (uses.emplace(since, width).first->second != width) return std::nullopt;
  }
  if (n.size > kMaxSize) return std::nullopt;
  const auto [found, is_new] = known_.emplace(n, static_cast<ExpressionId>(nodes_.size()));
  if (is_new) {
    nodes_.push_back(n);
    uses_.push_back(std::move(uses));
  }
  return added_[{term, filled}] = found->second;
}

std::optional<uint64_t> compute(TermOp op, uint32_t width, uint32_t from, uint64_t a, uint64_t b, uint64_t c) {
  const Shape shape = shape_of(op);
  if (shape == Shape::kSelect) return a != 0 ? b : c;
  if (shape == Shape::kConversion) return cut(op == TermOp::kSignExtend ? extended(a, from) : a, width);
  if (shape == Shape::kCount) return cut(count(op, width, a), width);
  if (shape == Shape::kComparison) return compare(op, from, a, b);
  const auto result = arithmetic(op, width, a, b);
  return result ? std::optional(cut(*result, width)) : std::nullopt;
}

std::optional<uint64_t> Expressions::evaluate(ExpressionId e, const std::function<uint64_t(uint32_t)>& filled) const {
  const Node& n = nodes_[e];
  if (n.op == TermOp::kConstant) return n.value;
  if (n.op == TermOp::kRegister) return filled(static_cast<uint32_t>(n.value));
  const auto a = evaluate(n.a, filled);
  if (!a) return std::nullopt;
  if (n.op == TermOp::kSelect) return evaluate(*a != 0 ? n.b : n.c, filled);
  const auto b = n.b != 0 ? evaluate(n.b, filled) : std::optional<uint64_t>(0);
  if (!b) return std::nullopt;
  return compute(n.op, n.width, nodes_[n.a].width, *a, *b, 0);
}

namespace {

// Of one bit: is the result of an operation not defined?
Value is_undefined(TermOp op, uint32_t width, Value a, Value b, Formulas& formulas) {
  const auto is = [&](Value v, uint64_t word) { return formulas.make(TermOp::kEqual, 1, width, v, {word}); };
  const auto both = [&](Value x, Value y) { return formulas.make(TermOp::kAnd, 1, 1, x, y); };
  switch (op) {
    case TermOp::kShl:
    case TermOp::kLShr:
    case TermOp::kAShr:
      return formulas.make(TermOp::kEqual, 1, 1, formulas.make(TermOp::kULess, 1, width, b, {cut(width, width)}), {0});
    case TermOp::kUDiv:
    case TermOp::kURem: return is(b, 0);
    case TermOp::kSDiv:
    case TermOp::kSRem: {
      const Value too_large = both(is(a, uint64_t{1} << (width - 1)), is(b, cut(~uint64_t{0}, width)));
      return formulas.make(TermOp::kOr, 1, 1, is(b, 0), too_large);
    }
    default: return {};
  }
}

}  // namespace

std::optional<Value> Expressions::evaluate(ExpressionId e, const std::function<Value(uint32_t)>& filled,
                                           Formulas& formulas, std::vector<Value>& undefined) const {
  const Node& n = nodes_[e];
  if (n.op == TermOp::kConstant) return Value{n.value};
  if (n.op == TermOp::kRegister) {  // an input may be shorter than the register that it is in
    const Value v = filled(static_cast<uint32_t>(n.value));
    return v.formula != 0 ? formulas.resize(v, formulas.width(v.formula), n.width) : v;
  }
  const auto of = [&](ExpressionId operand) { return evaluate(operand, filled, formulas, undefined); };
  const auto a = of(n.a);
  if (!a) return std::nullopt;
  if (n.op == TermOp::kSelect) {
    if (a->formula == 0) return of(a->word != 0 ? n.b : n.c);
    const auto guarded = [&](ExpressionId operand,
                             bool chosen) {  // only where it is chosen does it matter what is not defined
      const size_t before = undefined.size();
      auto value = of(operand);
      const Value here = formulas.make(TermOp::kEqual, 1, 1, *a, {chosen});
      for (size_t i = before; i < undefined.size(); ++i)
        undefined[i] = formulas.make(TermOp::kAnd, 1, 1, here, undefined[i]);
      if (!value) undefined.push_back(here), value = Value{};
      return *value;
    };
    const Value b = guarded(n.b, true), c = guarded(n.c, false);
    return formulas.make(TermOp::kSelect, n.width, n.width, *a, b, c);
  }
  const auto b = n.b != 0 ? of(n.b) : std::optional(Value{});
  if (!b) return std::nullopt;
  const uint32_t from = nodes_[n.a].width;
  if (n.b != 0) {
    const Value wrong = is_undefined(n.op, n.width, *a, *b, formulas);
    if (wrong.formula != 0) undefined.push_back(wrong);
    else if (wrong.word != 0) return std::nullopt;
  }
  return formulas.make(n.op, n.width, from, *a, *b);
}

}  // namespace heddle::certificate
