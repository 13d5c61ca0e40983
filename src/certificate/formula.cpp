#include "certificate/formula.h"

#include <algorithm>
#include <set>

#include "certificate/expression.h"

namespace heddle::certificate {
namespace {

bool is_comparison(TermOp op) { return op == TermOp::kEqual || op == TermOp::kULess || op == TermOp::kSLess; }

bool is_conversion(TermOp op) {
  return op == TermOp::kTruncate || op == TermOp::kZeroExtend || op == TermOp::kSignExtend;
}

int operands(TermOp op) {
  if (op == TermOp::kSelect) return 3;
  const bool one = is_conversion(op) || op == TermOp::kByteSwap || op == TermOp::kPopCount ||
                   op == TermOp::kLeadingZeros || op == TermOp::kTrailingZeros;
  return one ? 1 : 2;
}

}  // namespace

FormulaId Formulas::add(const Node& n) {
  const auto [found, is_new] = known_.emplace(n, static_cast<FormulaId>(nodes_.size()));
  if (!is_new) return found->second;
  std::set<uint32_t> about;
  if (n.op == TermOp::kRegister) about.insert(static_cast<uint32_t>(n.value));
  for (const FormulaId f : {n.a, n.b, n.c}) about.insert(inputs_of_[f].begin(), inputs_of_[f].end());
  nodes_.push_back(n);
  inputs_of_.emplace_back(about.begin(), about.end());
  return found->second;
}

FormulaId Formulas::named(Value v, uint32_t width) {
  return v.formula != 0 ? v.formula : add({.op = TermOp::kConstant, .width = width, .value = v.word});
}

Value Formulas::input(ThreadId thread, uint32_t number, uint32_t bits) {
  const auto [found, is_new] =
      input_numbers_.emplace(Input{thread, number, bits}, static_cast<uint32_t>(inputs_.size()));
  if (is_new) inputs_.push_back(found->first);
  return {0, add({.op = TermOp::kRegister, .width = bits, .value = found->second})};
}

Value Formulas::make(TermOp op, uint32_t width, uint32_t from, Value a, Value b, Value c) {
  const int count = operands(op);
  const bool known = a.formula == 0 && (count < 2 || b.formula == 0) && (count < 3 || c.formula == 0);
  if (known) return {compute(op, width, from, a.word, b.word, c.word).value_or(0)};
  if (op == TermOp::kSelect && a.formula == 0) return a.word != 0 ? b : c;
  // What was made longer, or put together, and is cut again.
  if (op == TermOp::kTruncate) {
    const Node& longer = nodes_[a.formula];
    const bool extended = longer.op == TermOp::kZeroExtend || longer.op == TermOp::kSignExtend;
    if (extended && nodes_[longer.a].width >= width) return resize({0, longer.a}, nodes_[longer.a].width, width);
  }
  if (op == TermOp::kEqual && from == 1 && (a.formula == 0 || b.formula == 0)) {
    const uint64_t wanted = a.formula == 0 ? a.word : b.word;
    const Value other = a.formula == 0 ? b : a;
    return wanted != 0 ? other : make(TermOp::kXor, 1, 1, other, {1});
  }
  Node n{.op = op, .width = width, .value = 0};
  const uint32_t narrow = is_comparison(op) || is_conversion(op) ? from : width;
  n.a = named(a, op == TermOp::kSelect ? 1 : narrow);
  if (count > 1) n.b = named(b, narrow);
  if (count > 2) n.c = named(c, width);
  return {0, add(n)};
}

Value Formulas::resize(Value v, uint32_t from, uint32_t width) {
  if (from == width) return v;
  return make(width < from ? TermOp::kTruncate : TermOp::kZeroExtend, width, from, v);
}

Value Formulas::join(std::span<const Byte> bytes) {
  const auto width = static_cast<uint32_t>(8 * bytes.size());
  Value all{0};
  for (size_t i = 0; i < bytes.size();) {
    size_t end = i + 1;
    Value part{bytes[i].value};
    if (const FormulaId f = bytes[i].formula; f != 0) {
      while (end < bytes.size() && bytes[end].formula == f && bytes[end].index == bytes[end - 1].index + 1) ++end;
      const uint32_t whole = nodes_[f].width;
      part = {0, f};
      if (bytes[i].index > 0) part = make(TermOp::kLShr, whole, whole, part, {8 * bytes[i].index});
      part = resize(part, whole, static_cast<uint32_t>(8 * (end - i)));
    }
    part = resize(part, static_cast<uint32_t>(8 * (end - i)), width);
    if (i > 0) part = make(TermOp::kShl, width, width, part, {8 * i});
    all = all.formula == 0 && all.word == 0 ? part : make(TermOp::kOr, width, width, all, part);
    i = end;
  }
  return all;
}

std::vector<FormulaId> Formulas::parts_of(std::span<const FormulaId> formulas) const {
  std::set<FormulaId> needed(formulas.begin(), formulas.end());
  for (auto f = needed.rbegin(); f != needed.rend(); ++f)  // operands have smaller numbers
    for (const FormulaId operand : {nodes_[*f].a, nodes_[*f].b, nodes_[*f].c})
      if (operand != 0) needed.insert(operand);
  return {needed.begin(), needed.end()};
}

void Formulas::evaluate(std::span<const FormulaId> parts, std::span<const uint64_t> inputs,
                        std::vector<uint64_t>& values) const {
  values.resize(nodes_.size());
  for (const FormulaId f : parts) {
    const Node& n = nodes_[f];
    if (n.op == TermOp::kConstant) values[f] = n.value;
    else if (n.op == TermOp::kRegister) values[f] = inputs[n.value];
    else values[f] = compute(n.op, n.width, nodes_[n.a].width, values[n.a], values[n.b], values[n.c]).value_or(0);
  }
}

void Formulas::add_constants(std::span<const FormulaId> parts, std::vector<uint64_t>& constants) const {
  for (const FormulaId f : parts)
    if (nodes_[f].op == TermOp::kConstant) constants.push_back(nodes_[f].value);
}

std::string Formulas::text(const Node& n) const {
  const auto number = [](uint64_t value, uint32_t width) {
    return "(_ bv" + std::to_string(value) + " " + std::to_string(width) + ")";
  };
  const auto name = [](FormulaId f) { return "f" + std::to_string(f); };
  const auto bits = [&](uint32_t high, uint32_t low) {
    return "((_ extract " + std::to_string(high) + " " + std::to_string(low) + ") " + name(n.a) + ")";
  };
  const auto two = [&](const char* op) { return std::string("(") + op + " " + name(n.a) + " " + name(n.b) + ")"; };
  const auto truth = [](const std::string& holds) { return "(ite " + holds + " #b1 #b0)"; };
  const uint32_t from = nodes_[n.a].width;
  switch (n.op) {
    case TermOp::kConstant: return number(n.value, n.width);
    case TermOp::kRegister: return "i" + std::to_string(n.value);
    case TermOp::kAdd: return two("bvadd");
    case TermOp::kSub: return two("bvsub");
    case TermOp::kMul: return two("bvmul");
    case TermOp::kUDiv: return two("bvudiv");
    case TermOp::kSDiv: return two("bvsdiv");
    case TermOp::kURem: return two("bvurem");
    case TermOp::kSRem: return two("bvsrem");
    case TermOp::kAnd: return two("bvand");
    case TermOp::kOr: return two("bvor");
    case TermOp::kXor: return two("bvxor");
    case TermOp::kShl: return two("bvshl");
    case TermOp::kLShr: return two("bvlshr");
    case TermOp::kAShr: return two("bvashr");
    case TermOp::kEqual: return truth(two("="));
    case TermOp::kULess: return truth(two("bvult"));
    case TermOp::kSLess: return truth(two("bvslt"));
    case TermOp::kTruncate: return bits(n.width - 1, 0);
    case TermOp::kZeroExtend: return "((_ zero_extend " + std::to_string(n.width - from) + ") " + name(n.a) + ")";
    case TermOp::kSignExtend: return "((_ sign_extend " + std::to_string(n.width - from) + ") " + name(n.a) + ")";
    case TermOp::kByteSwap: {
      std::string all = bits(7, 0);
      for (uint32_t at = 8; at < n.width; at += 8) all = "(concat " + all + " " + bits(at + 7, at) + ")";
      return all;
    }
    case TermOp::kPopCount: {
      std::string sum = number(0, n.width);
      for (uint32_t i = 0; i < n.width; ++i)
        sum = "(bvadd " + sum + " (ite (= " + bits(i, i) + " #b1) " + number(1, n.width) + " " + number(0, n.width) +
              "))";
      return sum;
    }
    case TermOp::kLeadingZeros:
    case TermOp::kTrailingZeros: {
      std::string zeros = number(n.width, n.width);  // outermost is the bit that is looked at first
      for (uint32_t k = n.width; k-- > 0;) {
        const uint32_t bit = n.op == TermOp::kTrailingZeros ? k : n.width - 1 - k;
        zeros = "(ite (= " + bits(bit, bit) + " #b1) " + number(k, n.width) + " " + zeros + ")";
      }
      return zeros;
    }
    case TermOp::kSelect: return "(ite (= " + name(n.a) + " #b1) " + name(n.b) + " " + name(n.c) + ")";
    case TermOp::kPair: break;
  }
  return "";
}

std::string Formulas::definitions(std::span<const FormulaId> formulas) const {
  std::set<uint32_t> about;
  for (const FormulaId f : formulas) about.insert(inputs_of_[f].begin(), inputs_of_[f].end());
  const auto sort = [](uint32_t width) { return "(_ BitVec " + std::to_string(width) + ")"; };
  std::string all;
  for (const uint32_t i : about) all += "(declare-fun i" + std::to_string(i) + " () " + sort(inputs_[i].bits) + ")\n";
  for (const FormulaId f : parts_of(formulas))
    all += "(define-fun f" + std::to_string(f) + " () " + sort(nodes_[f].width) + " " + text(nodes_[f]) + ")\n";
  return all;
}

}  // namespace heddle::certificate
