#include "trace/term.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace heddle {
namespace {

uint64_t of(TermOp op, int width, uint64_t a, uint64_t b = 0) { return apply(op, width, width, a, b, 0); }

TEST(Term, WrapsAtItsWidth) {
  EXPECT_EQ(of(TermOp::kAdd, 8, 200, 100), 44u);
  EXPECT_EQ(of(TermOp::kSub, 32, 0, 1), 0xffffffffu);
  EXPECT_EQ(of(TermOp::kMul, 16, 0x1234, 0x100), 0x3400u);
  EXPECT_EQ(of(TermOp::kAdd, 64, ~uint64_t{0}, 2), 1u);
  EXPECT_EQ(of(TermOp::kXor, 1, 1, 1), 0u);
}

TEST(Term, DividesWithSignsAsTheyAre) {
  EXPECT_EQ(of(TermOp::kUDiv, 8, 0xf0, 3), 80u);
  EXPECT_EQ(of(TermOp::kSDiv, 8, 0xf0, 3), 0xfbu);                                       // -16 / 3
  EXPECT_EQ(of(TermOp::kSRem, 8, 0xf0, 3), 0xffu);                                       // -1
  EXPECT_EQ(of(TermOp::kSDiv, 64, uint64_t{1} << 63, ~uint64_t{0}), uint64_t{1} << 63);  // no trap
  EXPECT_EQ(of(TermOp::kURem, 32, 7, 0), 0u);
}

TEST(Term, ShiftsWithinItsWidth) {
  EXPECT_EQ(of(TermOp::kShl, 8, 0x81, 1), 0x02u);
  EXPECT_EQ(of(TermOp::kLShr, 8, 0x81, 1), 0x40u);
  EXPECT_EQ(of(TermOp::kAShr, 8, 0x81, 1), 0xc0u);
  EXPECT_EQ(of(TermOp::kAShr, 64, ~uint64_t{0}, 63), ~uint64_t{0});
}

TEST(Term, ComparesAtTheWidthOfWhatIsCompared) {
  EXPECT_EQ(apply(TermOp::kSLess, 1, 8, 0xff, 1, 0), 1u);
  EXPECT_EQ(apply(TermOp::kULess, 1, 8, 0xff, 1, 0), 0u);
  EXPECT_EQ(apply(TermOp::kSLess, 1, 32, 0xff, 1, 0), 0u);
  EXPECT_EQ(apply(TermOp::kEqual, 1, 32, 7, 7, 0), 1u);
}

TEST(Term, Converts) {
  EXPECT_EQ(apply(TermOp::kTruncate, 8, 32, 0x1234, 0, 0), 0x34u);
  EXPECT_EQ(apply(TermOp::kSignExtend, 32, 8, 0x80, 0, 0), 0xffffff80u);
  EXPECT_EQ(apply(TermOp::kSignExtend, 64, 1, 1, 0, 0), ~uint64_t{0});
  EXPECT_EQ(apply(TermOp::kZeroExtend, 64, 8, 0x80, 0, 0), 0x80u);
  EXPECT_EQ(of(TermOp::kByteSwap, 16, 0x1234), 0x3412u);
  EXPECT_EQ(of(TermOp::kLeadingZeros, 8, 1), 7u);
  EXPECT_EQ(of(TermOp::kLeadingZeros, 32, 0), 32u);
  EXPECT_EQ(of(TermOp::kTrailingZeros, 16, 0), 16u);
  EXPECT_EQ(of(TermOp::kPopCount, 8, 0xf1), 5u);
}

TEST(Term, EvaluatesOverRegisters) {
  std::vector<Term> terms(1);
  const auto make = [&](Term t) { return terms.push_back(t), static_cast<TermId>(terms.size() - 1); };
  const TermId r1 = make({.op = TermOp::kRegister, .width = 32, .value = 1});
  const TermId five = make({.op = TermOp::kConstant, .width = 32, .value = 5});
  const TermId sum = make({.op = TermOp::kAdd, .width = 32, .a = r1, .b = five});
  const TermId less = make({.op = TermOp::kSLess, .width = 1, .a = sum, .b = five});
  const TermId chosen = make({.op = TermOp::kSelect, .width = 32, .a = less, .b = r1, .c = sum});
  const std::array<uint64_t, 2> minus_one{0, 0xffffffff}, one{0, 1};
  EXPECT_EQ(evaluate(terms, sum, one), 6u);
  EXPECT_EQ(evaluate(terms, less, minus_one), 1u);
  EXPECT_EQ(evaluate(terms, chosen, minus_one), 0xffffffffu);
  EXPECT_EQ(evaluate(terms, chosen, one), 6u);
  EXPECT_EQ(evaluate(terms, sum, std::array<uint64_t, 1>{9}), 5u);  // a register that is not there
}

}  // namespace
}  // namespace heddle
