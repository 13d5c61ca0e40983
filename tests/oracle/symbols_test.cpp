// Expressions over inputs mean what the same operations do with words, and the solvers agree about them.
#include <gtest/gtest.h>

#include "base/hash.h"
#include "causal/input_solver.h"
#include "causal/symbols.h"
#include "smt/apart.h"
#include "smt/decide.h"
#include "smt/z3_inputs.h"

namespace heddle::causal {
namespace {

constexpr int kBits = 3;

// The same expression as a symbol, and as a word for each pair of inputs.
struct Both {
  Datum datum;
  int width = 0;
  std::vector<uint64_t> words = std::vector<uint64_t>(1 << (2 * kBits));
};

class Drawing {
 public:
  explicit Drawing(uint64_t seed) : random_(seed) {}

  Both draw(int depth) {
    if (depth == 0) return leaf();
    constexpr TermOp kOps[] = {TermOp::kAdd,      TermOp::kSub,          TermOp::kMul,           TermOp::kUDiv,
                               TermOp::kSDiv,     TermOp::kURem,         TermOp::kSRem,          TermOp::kAnd,
                               TermOp::kOr,       TermOp::kXor,          TermOp::kShl,           TermOp::kLShr,
                               TermOp::kAShr,     TermOp::kEqual,        TermOp::kULess,         TermOp::kSLess,
                               TermOp::kTruncate, TermOp::kZeroExtend,   TermOp::kSignExtend,    TermOp::kByteSwap,
                               TermOp::kPopCount, TermOp::kLeadingZeros, TermOp::kTrailingZeros, TermOp::kSelect};
    const TermOp op = kOps[random_.below(std::size(kOps))];
    if (op == TermOp::kSelect) {
      Both c = resized(draw(depth - 1), TermOp::kTruncate, 1);
      Both a = draw(depth - 1);
      const Both b = resized(draw(depth - 1), a.width);
      return make(op, a.width, c, a, b);
    }
    Both a = draw(depth - 1);
    if (op == TermOp::kByteSwap) return make(op, 16, resized(a, 16), {}, {});
    if (op >= TermOp::kPopCount) return make(op, a.width, a, {}, {});
    if (op == TermOp::kTruncate)
      return resized(a, op, 1 + static_cast<int>(random_.below(static_cast<uint32_t>(a.width))));
    if (op >= TermOp::kTruncate)
      return resized(a, op, a.width + static_cast<int>(random_.below(static_cast<uint32_t>(65 - a.width))));
    const Both b = resized(draw(depth - 1), a.width);
    return make(op, op >= TermOp::kEqual ? 1 : a.width, a, b, {});
  }

  Symbols symbols;

 private:
  Both leaf() {
    Both leaf;
    const uint32_t which = random_.below(3);
    leaf.width = which < 2 ? kBits : 1 + static_cast<int>(random_.below(16));
    const uint64_t constant = random_.next() & word_mask(leaf.width);
    leaf.datum = which < 2 ? symbols.input(static_cast<ThreadId>(which), 0, kBits) : Datum{constant, kNoSymbol};
    for (uint64_t v = 0; v < leaf.words.size(); ++v)
      leaf.words[v] = which == 0 ? v & 7 : which == 1 ? v >> kBits : constant;
    return leaf;
  }
  Both resized(const Both& a, int width) {
    return a.width == width ? a : resized(a, a.width < width ? TermOp::kZeroExtend : TermOp::kTruncate, width);
  }
  Both resized(const Both& a, TermOp op, int width) { return make(op, width, a, {}, {}); }
  Both make(TermOp op, int width, const Both& a, const Both& b, const Both& c) {
    Both made;
    made.width = width;
    made.datum = symbols.make(op, width, a.width, a.datum, b.datum, c.datum);
    for (size_t v = 0; v < made.words.size(); ++v)
      made.words[v] = apply(op, width, a.width, a.words[v], b.words[v], c.words[v]);
    return made;
  }

  Random random_;
};

uint64_t value_of(const Symbols& symbols, Datum d, uint64_t v) {
  if (d.symbol == kNoSymbol) return d.word;
  std::vector<uint64_t> inputs;
  for (const Symbols::Input& i : symbols.all_inputs())
    inputs.push_back(i.name == input_name(0, 0) ? v & 7 : v >> kBits);
  return symbols.evaluate(d.symbol, inputs);
}

TEST(Symbols, MeanWhatTermsMean) {
  int symbolic = 0;
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Drawing drawing(seed);
    const Both both = drawing.draw(1 + static_cast<int>(seed % 4));
    symbolic += both.datum.symbol != kNoSymbol;
    for (uint64_t v = 0; v < both.words.size(); ++v)
      ASSERT_EQ(value_of(drawing.symbols, both.datum, v), both.words[v]) << "seed " << seed << ", inputs " << v;
  }
  EXPECT_GT(symbolic, 1500);
}

TEST(Symbols, WhatIsPutIntoAWordIsTakenOutAgain) {
  Symbols symbols;
  const Datum a = symbols.input(0, 0, 32), b = symbols.input(1, 0, 8);
  const uint64_t low = 0xffffffff;
  Datum word = symbols.put({0x1122334455667788, kNoSymbol}, low, 0, a);
  word = symbols.put(word, 0xff, 40, b);
  EXPECT_EQ(symbols.take(word, low, 0).symbol, a.symbol);
  EXPECT_EQ(symbols.take(word, 0xff, 40).symbol, b.symbol);
  EXPECT_EQ(symbols.take(word, 0xff, 32).word, 0x44u);
  EXPECT_EQ(symbols.take(word, 0xffff, 48).word, 0x1122u);
  word = symbols.put(symbols.put(word, low, 0, {5, kNoSymbol}), 0xff, 40, {6, kNoSymbol});
  EXPECT_EQ(word.symbol, kNoSymbol);
  EXPECT_EQ(word.word, 0x1122064400000005u);
}

// As a program makes them that subtracts two numbers from each other in turn: written out they double with each step.
TEST(InputSolver, SharedPartsAreLookedAtOnce) {
  Symbols symbols;
  Datum a = symbols.input(0, 0, 8), b = symbols.input(0, 1, 8);
  for (int i = 0; i < 100; ++i)
    std::swap(a, b), a = symbols.make(TermOp::kXor, 8, 8, symbols.make(TermOp::kMul, 8, 8, a, b), b);
  const Demand question{a.symbol, 1, false};
  InputModel model;
  EXPECT_EQ(InputSolver(nullptr).ask(symbols, {}, {&question, 1}, model), Possible::kYes);
}

// All values are tried by the one; the other reasons.
void expect_agreement(BitVectorSolver& other, uint64_t seeds, int at_least) {
  InputSolver native(nullptr);
  int yes = 0, no = 0;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    Drawing drawing(seed);
    std::vector<Demand> demands;
    for (int k = 0; k < 2; ++k) {
      const Both both = drawing.draw(2);
      if (both.datum.symbol == kNoSymbol) continue;
      demands.push_back(
          {both.datum.symbol, both.words[mix(seed, static_cast<uint64_t>(k)) % 64], seed % 3 != 0 || k > 0});
    }
    if (demands.empty()) continue;
    InputModel model;
    const Possible mine = native.ask(drawing.symbols, {}, demands, model);
    std::vector<uint64_t> inputs(drawing.symbols.all_inputs().size());
    ASSERT_EQ(other.solve(drawing.symbols, demands, inputs), mine) << "seed " << seed;
    ++(mine == Possible::kYes ? yes : no);
    for (const Demand& d : demands)
      if (mine == Possible::kYes)
        EXPECT_EQ(drawing.symbols.evaluate(d.symbol, inputs) == d.value, d.equal) << "seed " << seed;
  }
  EXPECT_GT(yes, at_least);
  EXPECT_GT(no, at_least);
}

TEST(InputSolver, AgreesWithZ3) {
  expect_agreement(*smt::make_z3_inputs(), 400, 30);
  expect_agreement(*smt::make_inputs_apart(), 400, 30);
}

#ifdef HEDDLE_HAS_CVC5
TEST(InputSolver, AgreesWithCvc5) {
  for (smt::Who who : {smt::Who::kSecond, smt::Who::kBoth}) {
    smt::deciders() = {who, smt::make_cvc5, [](const std::string& formula) { ADD_FAILURE() << formula; }};
    const auto solver = smt::make_z3_inputs();
    smt::deciders() = {};
    expect_agreement(*solver, 80, 5);
  }
}
#endif

}  // namespace
}  // namespace heddle::causal
