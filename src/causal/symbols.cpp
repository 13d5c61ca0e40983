#include "causal/symbols.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"

namespace heddle::causal {

namespace {

// A symbol of more operators and leaves than this is not made: evaluating takes as many steps.
constexpr uint32_t kLargest = 4000;

bool takes_two(TermOp op) { return op >= TermOp::kAdd && op <= TermOp::kSLess; }
bool commutes(TermOp op) {
  return op == TermOp::kAdd || op == TermOp::kMul || op == TermOp::kAnd || op == TermOp::kOr || op == TermOp::kXor ||
         op == TermOp::kEqual;
}

}  // namespace

Symbols::Symbols() : terms_(1), sides_(1) {}

// The bits that may be set in the value of a term.
uint64_t Symbols::bits_of(const Term& t) const {
  const uint64_t all = word_mask(t.width);
  switch (t.op) {
    case TermOp::kConstant: return t.value & all;
    case TermOp::kRegister: return word_mask(inputs_[t.value].bits) & all;
    case TermOp::kAnd: return sides_[t.a].bits & sides_[t.b].bits;
    case TermOp::kOr:
    case TermOp::kXor: return sides_[t.a].bits | sides_[t.b].bits;
    case TermOp::kZeroExtend:
    case TermOp::kTruncate: return sides_[t.a].bits & all;
    case TermOp::kShl:
    case TermOp::kLShr: {
      const Term& by = terms_[t.b];
      if (by.op != TermOp::kConstant || by.value >= 64) return all;
      return (t.op == TermOp::kShl ? sides_[t.a].bits << by.value : sides_[t.a].bits >> by.value) & all;
    }
    case TermOp::kSelect: return sides_[t.b].bits | sides_[t.c].bits;
    case TermOp::kEqual:
    case TermOp::kULess:
    case TermOp::kSLess: return 1;
    default: return all;
  }
}

SymbolId Symbols::intern(const Term& t) {
  uint64_t h = mix(mix(static_cast<uint64_t>(t.op), t.width), t.op == TermOp::kRegister ? 0 : t.value);
  if (t.op == TermOp::kRegister) h = mix(h, inputs_[t.value].name);
  for (SymbolId operand : {t.a, t.b, t.c}) h = mix(h, sides_[operand].hash);
  const auto [at, is_new] = known_.emplace(h, static_cast<SymbolId>(terms_.size()));
  if (!is_new) {
    if (!(terms_[at->second] == t)) overflowed_ = true;  // two with one hash: not in our lifetime
    return at->second;
  }
  Side side;
  side.hash = h;
  side.bits = bits_of(t);
  if (t.op == TermOp::kRegister) {
    side.inputs = uint64_t{1} << (t.value & 63);
    side.only = static_cast<uint32_t>(t.value);
  } else {
    side.inputs = sides_[t.a].inputs | sides_[t.b].inputs | sides_[t.c].inputs;
    for (SymbolId operand : {t.a, t.b, t.c}) {
      const uint32_t one = sides_[operand].only;
      if (one != kNoInput && one != side.only) side.only = side.only == kNoInput ? one : kManyInputs;
    }
  }
  terms_.push_back(t);
  sides_.push_back(side);
  return at->second;
}

Datum Symbols::as_datum(SymbolId s) const {
  const Term& t = terms_[s];
  return t.op == TermOp::kConstant ? Datum{t.value, kNoSymbol} : Datum{sides_[s].hash, s};
}

Datum Symbols::input(ThreadId thread, uint32_t number, int bits) {
  const InputName name = input_name(thread, number);
  const auto at = std::ranges::find(inputs_, name, &Input::name);
  const auto index = static_cast<size_t>(at - inputs_.begin());
  if (at == inputs_.end()) inputs_.push_back({name, bits});
  Term t;
  t.op = TermOp::kRegister;
  t.width = static_cast<uint8_t>(bits);
  t.value = index;
  return as_datum(intern(t));
}

SymbolId Symbols::named(Datum d, int width) {
  if (d.symbol != kNoSymbol) return d.symbol;
  Term t;
  t.width = static_cast<uint8_t>(width);
  t.value = d.word & word_mask(width);
  return intern(t);
}

Datum Symbols::resize(Datum d, int from, int width) {
  if (from == width) return d;
  return make(from < width ? TermOp::kZeroExtend : TermOp::kTruncate, width, from, d);
}

// `op` of both operands of a disjunction: or(x, y) op b.
Datum Symbols::pair_up(TermOp op, int width, SymbolId joined, Datum b) {
  const Term t = terms_[joined];
  return make(TermOp::kOr, width, width, make(op, width, t.width, as_datum(t.a), b),
              make(op, width, t.width, as_datum(t.b), b));
}

// Another way to say the same, or a datum that is no symbol and whose word is 1 if there is none.
Datum Symbols::shorter(TermOp op, int width, int from, Datum a, Datum b) {
  const Datum none{1, kNoSymbol};
  const bool constant = b.symbol == kNoSymbol;
  const auto is_or = [&] { return a.symbol != kNoSymbol && terms_[a.symbol].op == TermOp::kOr; };
  switch (op) {
    case TermOp::kAnd:
      if (!constant) return none;
      if ((bits_of(a) & b.word) == 0) return {};
      if ((bits_of(a) & ~b.word) == 0) return a;
      return is_or() ? pair_up(op, width, a.symbol, b) : none;
    case TermOp::kOr:
    case TermOp::kXor:
    case TermOp::kAdd:
    case TermOp::kSub: return constant && b.word == 0 ? a : none;
    case TermOp::kMul: return constant && b.word == 1 ? a : constant && b.word == 0 ? Datum{} : none;
    case TermOp::kShl:
    case TermOp::kLShr: {
      if (!constant) return none;
      if (b.word == 0) return a;
      if (b.word >= static_cast<uint64_t>(width)) return {};
      if (op == TermOp::kShl) return none;
      if (bits_of(a) >> b.word == 0) return {};
      if (is_or()) return pair_up(op, width, a.symbol, b);
      const Term& t = terms_[a.symbol];
      const bool undone = t.op == TermOp::kShl && terms_[t.b].op == TermOp::kConstant && terms_[t.b].value == b.word;
      return undone && sides_[t.a].bits <= word_mask(width) >> b.word ? as_datum(t.a) : none;
    }
    case TermOp::kTruncate:
    case TermOp::kZeroExtend: {
      if (width == from) return a;
      const Term t = terms_[a.symbol];
      if (op == TermOp::kTruncate && t.op == TermOp::kOr) return pair_up(op, width, a.symbol, {});
      if (op == TermOp::kTruncate && (sides_[a.symbol].bits & word_mask(width)) == 0) return {};
      if (t.op == TermOp::kZeroExtend) {
        const int inner = terms_[t.a].width;
        return resize(as_datum(t.a), inner, width);
      }
      return none;
    }
    case TermOp::kEqual: return a.symbol == b.symbol && a.symbol != kNoSymbol ? Datum{1, kNoSymbol} : none;
    default: return none;
  }
}

Datum Symbols::make(TermOp op, int width, int from, Datum a, Datum b, Datum c) {
  const bool two = takes_two(op), select = op == TermOp::kSelect;
  const bool known =
      a.symbol == kNoSymbol && (!(two || select) || b.symbol == kNoSymbol) && (!select || c.symbol == kNoSymbol);
  if (known) return {apply(op, width, from, a.word, b.word, c.word), kNoSymbol};
  if (select && a.symbol == kNoSymbol) return a.word != 0 ? b : c;
  if (two && commutes(op) && a.symbol == kNoSymbol) std::swap(a, b);
  if (op == TermOp::kEqual && a.symbol == b.symbol) return {1, kNoSymbol};
  if (a.symbol != kNoSymbol && op != TermOp::kEqual)
    if (const Datum same = shorter(op, width, from, a, b); same.symbol != kNoSymbol || same.word != 1) return same;
  Term t;
  t.op = op;
  t.width = static_cast<uint8_t>(width);
  t.a = named(a, select ? 1 : from);
  if (two || select) t.b = named(b, select ? width : from);
  if (select) t.c = named(c, width);
  if (two && commutes(op) && b.symbol != kNoSymbol && sides_[t.a].hash > sides_[t.b].hash) std::swap(t.a, t.b);
  const uint32_t size =
      1u + terms_[t.a].size + (t.b != kNoTerm ? terms_[t.b].size : 0) + (t.c != kNoTerm ? terms_[t.c].size : 0);
  overflowed_ |= size > kLargest;
  t.size = static_cast<uint16_t>(std::min(size, kLargest));
  return as_datum(intern(t));
}

Datum Symbols::put(Datum word, uint64_t mask, int shift, Datum value) {
  const uint64_t bits = mask << shift;
  const Datum rest = make(TermOp::kAnd, 64, 64, word, {~bits, kNoSymbol});
  const Datum wide = resize(value, std::popcount(mask), 64);
  return make(TermOp::kOr, 64, 64, rest, make(TermOp::kShl, 64, 64, wide, {static_cast<uint64_t>(shift), kNoSymbol}));
}

Datum Symbols::take(Datum word, uint64_t mask, int shift) {
  const Datum low = make(TermOp::kLShr, 64, 64, word, {static_cast<uint64_t>(shift), kNoSymbol});
  return resize(low, 64, std::popcount(mask));
}

}  // namespace heddle::causal
