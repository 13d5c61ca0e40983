// The checker of certificates on small texts: registers, terms, questions, threads that are alike.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "certificate/expression.h"
#include "certificate/verify.h"
#include "trace/term_names.h"

namespace heddle::certificate {
namespace {

Verdict verdict_of(const std::string& lines) {
  const std::string text = "heddle-certificate 7\n" + lines;
  const auto parsed = parse(text + checksum_line(text));
  if (parsed) return verify(*parsed);
  Verdict verdict;
  verdict.reason = parsed.error().message;
  return verdict;
}
// Confirmed: "". Otherwise why not.
std::string reason(const std::string& lines) {
  const Verdict verdict = verdict_of(lines);
  return verdict.kind == Verdict::kConfirmed ? "" : verdict.reason;
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}
::testing::AssertionResult contains(const std::string& text, const char* part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << part << "' is not in '" << text << "'";
}

// Random trees over two registers, evaluated here and by what the engine uses: two programs, one meaning.
TEST(CertificateTerms, MeanWhatTheEngineSays) {
  std::mt19937_64 random(7);
  int compared = 0, undefined = 0;
  const auto interesting = [&] {
    const uint64_t some[] = {0, 1, 2, 7, 31, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000, ~uint64_t{0}, uint64_t{1} << 63};
    return random() % 3 == 0 ? random() : some[random() % std::size(some)];
  };
  for (int round = 0; round < 20000; ++round) {
    const uint32_t widths[] = {1, 8, 16, 32, 64};
    const uint32_t w = widths[1 + random() % 4], narrow = widths[random() % 4];
    std::vector<FileTerm> file(1);
    std::vector<Term> terms(1);
    const auto add = [&](TermOp op, uint32_t width, uint32_t a, uint32_t b, uint32_t c, uint64_t value) {
      file.push_back({op, width, a, b, c, op == TermOp::kRegister ? value + 1 : value});
      terms.push_back({.op = op, .width = static_cast<uint8_t>(width), .a = a, .b = b, .c = c, .value = value});
      return static_cast<uint32_t>(file.size() - 1);
    };
    const uint64_t r0 = interesting() & word_mask(static_cast<int>(w)),
                   r1 = interesting() & word_mask(static_cast<int>(w));
    const uint32_t a = add(TermOp::kRegister, w, 0, 0, 0, 0), b = add(TermOp::kRegister, w, 0, 0, 0, 1);
    const auto op = static_cast<TermOp>(static_cast<int>(TermOp::kAdd) + static_cast<int>(random() % 24));
    uint32_t top = 0;
    bool defined = true;
    if (op <= TermOp::kAShr) top = add(op, w, a, b, 0, 0);
    else if (op <= TermOp::kSLess) top = add(op, 1, a, b, 0, 0);
    else if (op == TermOp::kTruncate) top = add(op, narrow, a, 0, 0, 0), defined = narrow < w;
    else if (op <= TermOp::kSignExtend) top = add(op, 64, a, 0, 0, 0), defined = w < 64;
    else if (op <= TermOp::kTrailingZeros) top = add(op, w, a, 0, 0, 0);
    else if (op == TermOp::kSelect) top = add(op, w, add(TermOp::kULess, 1, a, b, 0, 0), a, b, 0);
    ASSERT_EQ(problem_of(file, top).empty(), defined) << name(op) << " " << problem_of(file, top);
    if (!defined) continue;
    Expressions expressions(file);
    const auto e = expressions.add(top, 2, [&](uint32_t, uint32_t named) { return named == w; });
    ASSERT_TRUE(e);
    const auto value = expressions.evaluate(*e, [&](uint32_t since) { return since == 0 ? r1 : r0; });
    const uint64_t registers[] = {r0, r1};
    if (value) EXPECT_EQ(*value, evaluate(terms, top, registers)) << name(op) << " " << w << " " << r0 << " " << r1;
    compared += value.has_value(), undefined += !value;

    // The same with inputs in the registers.
    Formulas formulas;
    const Value inputs[] = {formulas.input(0, 0, w), formulas.input(0, 1, w)};
    std::vector<Value> must_not_hold;
    const auto formula =
        expressions.evaluate(*e, [&](uint32_t since) { return inputs[1 - since]; }, formulas, must_not_hold);
    ASSERT_TRUE(formula) << name(op);
    const auto is = [&](Value v) {
      if (v.formula == 0) return v.word;
      std::vector<uint64_t> values;
      formulas.evaluate(formulas.parts_of({&v.formula, 1}), registers, values);
      return values[v.formula];
    };
    bool wrong = false;
    for (const Value v : must_not_hold) wrong |= is(v) != 0;
    ASSERT_EQ(wrong, !value) << name(op) << " " << w << " " << r0 << " " << r1;
    if (value) ASSERT_EQ(is(*formula), *value) << name(op) << " " << w << " " << r0 << " " << r1;
  }
  EXPECT_GT(compared, 10000);
  EXPECT_GT(undefined, 100);  // shifts by too much, divisions by zero
}

TEST(CertificateTerms, OfASelectOnlyTheChosenOneIsLookedAt) {
  const std::vector<FileTerm> terms = {{},
                                       {TermOp::kRegister, 32, 0, 0, 0, 1},
                                       {TermOp::kConstant, 32, 0, 0, 0, 0},
                                       {TermOp::kConstant, 32, 0, 0, 0, 100},
                                       {TermOp::kUDiv, 32, 3, 1, 0, 0},
                                       {TermOp::kEqual, 1, 1, 2, 0, 0},
                                       {TermOp::kSelect, 32, 5, 2, 4, 0}};
  Expressions expressions(terms);
  const auto width = [](uint32_t, uint32_t named) { return named == 32; };
  const auto divide = expressions.add(4, 1, width), chosen = expressions.add(6, 1, width);
  const auto with = [&](ExpressionId e, uint64_t r) { return expressions.evaluate(e, [=](uint32_t) { return r; }); };
  EXPECT_EQ(with(*divide, 0), std::nullopt);
  EXPECT_EQ(with(*chosen, 0), 0u);
  EXPECT_EQ(with(*chosen, 7), 14u);
  Formulas formulas;
  const Value input = formulas.input(0, 0, 32);
  for (const auto& [what, wrong_for] : {std::pair(*divide, 1u), {*chosen, 0u}}) {
    std::vector<Value> must_not_hold;
    expressions.evaluate(what, [&](uint32_t) { return input; }, formulas, must_not_hold);
    ASSERT_EQ(must_not_hold.size(), 1u);
    std::vector<uint64_t> values;
    const uint64_t zero[] = {0};
    formulas.evaluate(formulas.parts_of({&must_not_hold[0].formula, 1}), zero, values);
    EXPECT_EQ(values[must_not_hold[0].formula], wrong_for);
  }
}

// x = 5 or 9, of another thread; main reads it, writes twice as much and asks whether that is more than 11.
std::string doubles() {
  return "cell memory at 0x1000 length 4 value 5 known 0xffffffff\n"
         "cell memory at 0x1008 length 4\n"
         "thread 0 root 1\nthread 1 root 7\n"
         "term 1 register width 32 value 1\n"
         "term 2 add width 32 a 1 b 1\n"
         "term 3 constant width 32 value 11\n"
         "term 4 register width 32 value 2\n"
         "term 5 uless width 1 a 3 b 4\n"
         "node 1 create at 1\nthen 1 2\n"
         "node 2 read at 0x1000 length 4 fills 1\nthen 2 3\n"
         "node 3 write at 0x1008 length 4 term 2\nthen 3 4\n"
         "node 4 read at 0x1008 length 4 fills 2\nthen 4 5\n"
         "node 5 ask term 5\nedge 5 6\nedge 5 9 told 1\n"
         "node 6 end-process\n"
         "node 7 write at 0x1000 length 4 value 9\nthen 7 8\n"
         "node 8 end\n"
         "node 9 end-process\n";
}

TEST(CertificateRegisters, AreFilledComputedWithAndAskedAbout) {
  EXPECT_EQ(reason(doubles()), "");
  EXPECT_TRUE(
      contains(reason(replaced(doubles(), "edge 5 9 told 1", "edge 5 9 told 2")), "no run has shown the answer 1"));
  EXPECT_EQ(reason(replaced(doubles(), "value 9", "value 5")), "");  // never more: nothing is missing
  EXPECT_TRUE(contains(reason(replaced(doubles(), "told 1\nnode 6 end-process", "told 1\nnode 6 failed")),
                       "a run failed here"));
  EXPECT_EQ(reason(replaced(replaced(doubles(), "value 11", "value 8"), "edge 5 6\n", "edge 5 6 told 7\n")), "");
}

TEST(CertificateRegisters, MustBeWellFormed) {
  const auto why = [](const std::string& from, const std::string& to) { return reason(replaced(doubles(), from, to)); };
  EXPECT_TRUE(contains(why("fills 2", "fills 3"), "not the next register"));
  EXPECT_TRUE(contains(why("fills 1", "fills 0"), "what follows does not fit"));
  EXPECT_TRUE(contains(why("register width 32 value 1", "register width 32 value 2"), "not filled"));
  EXPECT_TRUE(contains(why("register width 32 value 1", "register width 32"), "numbered from 1"));
  EXPECT_TRUE(contains(why("register width 32 value 2", "register width 32 value 3"), "not filled"));
  EXPECT_TRUE(contains(why("term 1 register width 32", "term 1 register width 64"), "widths of its operands"));
  EXPECT_TRUE(contains(why("uless width 1", "uless width 2"), "widths of its operands"));
  EXPECT_TRUE(contains(why("a 3 b 4", "a 3"), "operands are not those"));
  EXPECT_TRUE(contains(why("a 3 b 4", "a 3 b 5"), "comes after it"));
  EXPECT_TRUE(contains(why("term 2 add width 32", "term 2 add width 65"), "width between"));
  EXPECT_TRUE(contains(why("term 2 add", "term 2 pair"), "it has no value"));
  EXPECT_TRUE(contains(why("term 2 add", "term 2 plus"), "makes no sense"));
  EXPECT_TRUE(contains(why("length 4 term 2", "length 2 term 2"), "not equally wide"));
  EXPECT_TRUE(contains(why("ask term 5", "ask term 6"), "no such term"));
  EXPECT_TRUE(contains(why("ask term 5", "ask"), "asks nothing"));
  EXPECT_TRUE(contains(why("at 0x1000 length 4 fills 1", "at 0x1000 length 4 fills 1 blind 1"), "cannot fill"));
  EXPECT_TRUE(contains(why("node 8 end", "node 8 end term 2"), "cannot have a term"));
  EXPECT_TRUE(contains(why("edge 5 6\n", "then 5 6\n"), "does not fit what it does"));
}

// A loop goes to sleep because of what it read; not with another value in its register.
TEST(CertificateRegisters, TellWhyALoopSleeps) {
  const std::string text =
      "cell memory at 0x1000 length 4 known 0xffffffff\nthread 0 root 1\nthread 1 root 9\n"
      "term 1 register width 32 value 1\n"
      "node 1 create at 1\nthen 1 2\n"
      "node 2 read at 0x1000 length 4 fills 1\nthen 2 3\n"
      "node 3 ask term 1\nedge 3 4\nedge 3 7 told 1\n"
      "node 4 await\nuntil 4 read at 0x1000 length 4 register 1\nthen 4 5\n"
      "node 5 read at 0x1000 length 4 fills 2\nthen 5 6\n"
      "node 6 end-process\nnode 7 yield\nthen 7 8\nnode 8 end-process\n"
      "node 9 write at 0x1000 length 4 value 1\nthen 9 10\nnode 10 end\n";
  EXPECT_EQ(reason(text), "");
  // Without the question it sleeps in the same way after it has read 1.
  EXPECT_TRUE(contains(reason(replaced(text, "edge 3 7 told 1", "edge 3 7 told 2")), "no run has shown the answer 1"));
  const std::string blind =
      "cell memory at 0x1000 length 4 known 0xffffffff\nthread 0 root 1\nthread 1 root 6\n"
      "node 1 create at 1\nthen 1 2\n"
      "node 2 read at 0x1000 length 4 fills 1\nthen 2 3\n"
      "node 3 await\nuntil 3 read at 0x1000 length 4 register 1\nthen 3 4\n"
      "node 4 yield\nthen 4 5\nnode 5 end-process\n"
      "node 6 write at 0x1000 length 4 value 1\nthen 6 7\nnode 7 end\n";
  EXPECT_TRUE(contains(reason(blind), "not known what it waits for"));
  EXPECT_TRUE(contains(reason(replaced(text, "register 1\nthen", "register 2\nthen")), "register that is not filled"));
}

// Two threads exchange 0 for 1; the one that fails writes what it found + 1 elsewhere.
std::string exchanges() {
  std::string text =
      "cell memory at 0x1000 length 4 known 0xffffffff\ncell memory at 0x1008 length 4 known 0xffffffff\n"
      "thread 0 root 1\nthread 1 root 4\nthread 2 root 8\n"
      "term 1 constant width 32\nterm 2 constant width 32 value 1\n"
      "term 3 register width 32 value 1\nterm 4 add width 32 a 3 b 2\nterm 5 equal width 1 a 3 b 1\n"
      "node 1 create at 1\nthen 1 2\nnode 2 create at 2\nthen 2 3\nnode 3 join at 1\nthen 3 12\n";
  for (const int at : {4, 8}) {
    const auto n = [&](int i) { return std::to_string(at + i); };
    text += "node " + n(0) + " rmw at 0x1000 length 4 fills 1 expects 1 term 2\nedge " + n(0) + " " + n(1) + "\nedge " +
            n(0) + " " + n(2) + " told 1\nnode " + n(1) + " end\nnode " + n(2) +
            " write at 0x1008 length 4 term 4\nthen " + n(2) + " " + n(3) + "\nnode " + n(3) + " end\n";
  }
  return text +
         "node 12 join at 2\nthen 12 13\nnode 13 read at 0x1008 length 4\nedge 13 14 told 2\nnode 14 end-process\n";
}

TEST(CertificateRegisters, CompareExchangesTellTheirSuccess) {
  EXPECT_EQ(reason(exchanges()), "");
  const auto why = [](const std::string& from, const std::string& to) {
    return reason(replaced(exchanges(), from, to));
  };
  EXPECT_TRUE(contains(why("edge 4 6 told 1", "edge 4 6 told 0"), "one answer leads to two places"));
  EXPECT_TRUE(contains(why("edge 4 6 told 1", "edge 4 6 told 2"), "only whether it exchanged"));
  EXPECT_TRUE(contains(why("told 2\n", "told 3\n"), "no run has shown the answer 2"));
  EXPECT_TRUE(contains(why("expects 1", "expects 2"), "no run has shown the answer"));
  EXPECT_TRUE(contains(why("fills 1 expects 1 term 2", "fills 1 expects 1"), "compares nothing"));
  EXPECT_TRUE(contains(why("fills 1 expects 1 term 2", "expects 1 term 2"), "not filled"));
}

TEST(CertificateThreads, ThatAreAlikeAreOne) {
  const std::string claimed = replaced(exchanges(), "term 1 ", "alike 1 2\nterm 1 ");
  EXPECT_EQ(reason(claimed), "");
  EXPECT_LT(verdict_of(claimed).states, verdict_of(exchanges()).states);
  const auto why = [&](const std::string& from, const std::string& to) { return reason(replaced(claimed, from, to)); };
  EXPECT_TRUE(contains(why("alike 1 2", "alike 0 2"), "it is main"));
  EXPECT_TRUE(contains(why("alike 1 2", "alike 1 3"), "no such thread"));
  EXPECT_TRUE(contains(why("alike 1 2", "alike 2 1"), "out of order"));
  EXPECT_TRUE(contains(why("alike 1 2", "alike 1 2\nalike 1 2"), "named twice"));
  EXPECT_TRUE(contains(why("node 6 write at 0x1008 length 4 term 4", "node 6 write at 0x1008 length 4 value 2"),
                       "something else"));
  EXPECT_TRUE(contains(why("node 12 join at 2", "node 12 yield"), "joined without the others"));
  EXPECT_TRUE(
      contains(why("node 12 join at 2\nthen 12 13", "node 12 join at 2 value 1\nedge 12 13"), "joined without"));
  const std::string taken = replaced(claimed, "join at 1\nthen 3 12", "join at 1 value 1\nedge 3 12");
  EXPECT_TRUE(
      contains(reason(replaced(taken, "join at 2\nthen 12 13", "join at 2 value 1\nedge 12 13")), "result is taken"));
  std::string exits = replaced(claimed, "node 5 end\n", "node 5 exit\n");
  EXPECT_TRUE(contains(reason(replaced(exits, "node 9 end\n", "node 9 exit\n")), "calls exit"));
}

// What comes out is a run of the program, though the states on the way were exchanged: thread 2 is the one that fails.
TEST(CertificateThreads, RefusalsSayWhoItWas) {
  const std::string claimed = replaced(exchanges(), "term 1 ", "alike 1 2\nterm 1 ");
  const Verdict verdict = verdict_of(replaced(claimed, "edge 13 14 told 2", "edge 13 14 told 7"));
  ASSERT_EQ(verdict.kind, Verdict::kNotConfirmed);
  ASSERT_EQ(verdict.schedule.size(), 4u);
  EXPECT_NE(verdict.schedule[0], verdict.schedule[1]);
  EXPECT_EQ(verdict.schedule[1], verdict.schedule[2]);  // whoever was second writes what it found
  EXPECT_EQ(verdict.schedule[3], 0u);
}

}  // namespace
}  // namespace heddle::certificate
