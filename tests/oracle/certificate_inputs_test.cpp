// Certificates of programs with inputs: the checker, which has formulas, conditions and questions of its own, against brute force over all
// inputs and schedules; and certificates from which an answer was taken that some input gives.
#include <gtest/gtest.h>

#include <algorithm>

#include "brute_force.h"
#include "certified.h"
#include "model/generate.h"
#include "smt/script.h"

namespace heddle::oracle {
namespace {

using certificate::Answer;
using certificate::Certificate;
using certificate::Kind;
using certificate::Node;
using certificate::Verdict;

model::Program with_inputs(uint64_t seed) {
  model::GenerateOptions options;
  options.inputs = true;
  options.workers = 2;
  options.size = 3;
  options.deadlines = options.blocks = false;
  options.arithmetic = seed % 2 == 0;
  options.twins = seed % 3 == 0;
  return model::generate(seed, options);
}

bool receives(const Certificate& c) {
  return std::ranges::any_of(c.nodes, [](const Node& n) { return n.kind == Kind::kEvent && n.op == Op::kInput; });
}

TEST(CertificatesOfInputs, AreConfirmedExactlyIfBruteForceFindsNothing) {
  int confirmed = 0, refused = 0, without = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    const model::Program program = with_inputs(seed);
    const auto truth = brute_force(program);
    if (!truth) continue;
    const std::string text = close(program, true);
    if (text.empty()) {
      without += truth->findings.empty();
      continue;
    }
    const Certificate c = read(text);
    if (!receives(c)) continue;
    const Verdict verdict = certificate::verify(c);
    ASSERT_EQ(verdict.kind == Verdict::kConfirmed, truth->findings.empty())
        << "seed " << seed << ": " << verdict.reason << "\n"
        << model::to_text(program) << text;
    ++(verdict.kind == Verdict::kConfirmed ? confirmed : refused);
  }
  EXPECT_GT(confirmed, 100);
  EXPECT_GT(refused, 100);
  EXPECT_LT(without, 20);
}

TEST(CertificatesOfInputs, NoAnswerCanBeTakenAway) {
  int answers = 0, inputs = 0;
  for (uint64_t seed = 1; seed <= 600 && !HasFatalFailure(); ++seed) {
    const model::Program program = with_inputs(seed);
    const std::string text = close(program, true);
    if (text.empty()) continue;
    const Certificate whole = read(text);
    if (!receives(whole) || certificate::verify(whole).kind != Verdict::kConfirmed) continue;
    Walker walker(whole);
    walk(program, walker, true);
    ASSERT_FALSE(walker.lost) << seed;
    for (const uint32_t id : walker.performed) {
      const Node& n = whole.nodes[id];
      const bool receives = n.kind == Kind::kEvent && n.op == Op::kInput;
      if (n.kind != Kind::kAsk && !receives) continue;
      const auto refuses = [&](const Certificate& less) {
        const Verdict v = certificate::verify(pruned(less));
        ASSERT_EQ(v.kind, Verdict::kNotConfirmed) << "seed " << seed << ", node " << id << "\n" << text;
        ASSERT_EQ(v.reason.find("well formed"), std::string::npos) << v.reason;
      };
      Certificate less = whole;
      less.alike.clear();  // they are not any more
      if (receives) less.nodes[id].then = 0, refuses(less), ++inputs;
      for (size_t k = 0; k < n.edges.size(); ++k) {
        if (!walker.performed.contains(n.edges[k].to))
          continue;  // that an assumption may not hold is known without a run
        less = whole;
        less.alike.clear();
        less.nodes[id].edges.erase(less.nodes[id].edges.begin() + static_cast<std::ptrdiff_t>(k));
        refuses(less), ++answers;
      }
    }
  }
  EXPECT_GT(answers, 100);
  EXPECT_GT(inputs, 50);
}

// What formulas mean is written twice in the checker: to be computed, and to be asked. Z3 says of both that they are the same.
TEST(CertificatesOfInputs, FormulasMeanInScriptsWhatTheyCompute) {
  using certificate::Formulas;
  using certificate::Value;
  uint64_t random = 12345;
  const auto draw = [&] { return random = random * 6364136223846793005u + 1442695040888963407u, random >> 17; };
  const TermOp two[] = {TermOp::kAdd,      TermOp::kSub,        TermOp::kMul,          TermOp::kUDiv,
                        TermOp::kSDiv,     TermOp::kURem,       TermOp::kSRem,         TermOp::kAnd,
                        TermOp::kOr,       TermOp::kXor,        TermOp::kShl,          TermOp::kLShr,
                        TermOp::kAShr,     TermOp::kEqual,      TermOp::kULess,        TermOp::kSLess,
                        TermOp::kByteSwap, TermOp::kPopCount,   TermOp::kLeadingZeros, TermOp::kTrailingZeros,
                        TermOp::kTruncate, TermOp::kZeroExtend, TermOp::kSignExtend,   TermOp::kSelect};
  for (const TermOp op : two)
    for (const uint32_t width : {8u, 32u, 64u}) {
      if ((op == TermOp::kTruncate || op == TermOp::kZeroExtend || op == TermOp::kSignExtend) && width == 64) continue;
      for (int round = 0; round < 2; ++round) {
        const uint64_t mask = ~uint64_t{0} >> (64 - width);
        uint64_t a = draw() * draw() & mask, b = draw() * draw() & mask;
        const bool shifts = op == TermOp::kShl || op == TermOp::kLShr || op == TermOp::kAShr;
        if (shifts) b %= width;
        if (round == 1 && !shifts) b = b % 5 + 1;
        if (b == 0) b = 1;
        Formulas formulas;
        const Value x = formulas.input(0, 0, width), y = formulas.input(1, 0, width);
        const bool compares = op == TermOp::kEqual || op == TermOp::kULess || op == TermOp::kSLess;
        const bool extends = op == TermOp::kZeroExtend || op == TermOp::kSignExtend;
        const uint32_t result = compares ? 1 : extends ? 64 : op == TermOp::kTruncate ? 5 : width;
        const Value smaller = formulas.make(TermOp::kULess, 1, width, x, y);
        const Value f = op == TermOp::kSelect ? formulas.make(op, width, width, smaller, x, y)
                                              : formulas.make(op, result, width, x, y);
        std::vector<uint64_t> values;
        const uint64_t inputs[] = {a, b};
        const std::vector<certificate::FormulaId> parts = formulas.parts_of({&f.formula, 1});
        formulas.evaluate(parts, inputs, values);
        const auto number = [](uint64_t value, uint32_t bits) {
          return "(_ bv" + std::to_string(value) + " " + std::to_string(bits) + ")";
        };
        std::string script = formulas.definitions({&f.formula, 1});
        const auto is = [&](const std::string& name, uint64_t value, uint32_t bits) {
          if (script.find("declare-fun " + name + " ") != std::string::npos || name[0] == 'f')
            script += "(assert (= " + name + " " + number(value, bits) + "))\n";
        };
        is("i0", a, width), is("i1", b, width);
        std::string same = script, other = script;
        const std::string name = "f" + std::to_string(f.formula), value = number(values[f.formula], result);
        same += "(assert (= " + name + " " + value + "))\n";
        other += "(assert (not (= " + name + " " + value + ")))\n";
        ASSERT_EQ(smt::answer(same), causal::Possible::kYes) << same;
        ASSERT_EQ(smt::answer(other), causal::Possible::kNo) << other;
      }
    }
}

// Inputs that are too long to be tried are asked about; without anybody to ask nothing is confirmed.
TEST(CertificatesOfInputs, LongInputsNeedASolver) {
  const std::string body =
      "thread 0 root 1\n"
      "term 1 register width 32 value 0x1\n"
      "term 2 mul width 32 a 0x1 b 0x1\n"
      "term 3 constant width 32 value 0x3\n"
      "term 4 equal width 1 a 0x2 b 0x3\n"  // no square ends like this in binary
      "node 1 input length 0x20 fills 0x1\n"
      "then 1 2\n"
      "node 2 ask term 0x4\n"
      "edge 2 3\n"
      "node 3 end-process\n";
  const std::string text = "heddle-certificate " + std::to_string(certificate::kVersion) + "\n" + body;
  const Certificate c = read(text + certificate::checksum_line(text));
  EXPECT_EQ(certificate::verify(c).kind, Verdict::kUndecided);
  certificate::Limits limits;
  uint64_t asked = 0;
  limits.solver = [&](const std::string& script) {
    ++asked;
    const causal::Possible p = smt::answer(script);
    return p == causal::Possible::kYes ? Answer::kYes : p == causal::Possible::kNo ? Answer::kNo : Answer::kUnknown;
  };
  const Verdict verdict = certificate::verify(c, limits);
  EXPECT_EQ(verdict.kind, Verdict::kConfirmed) << verdict.reason;
  EXPECT_EQ(verdict.trusted, 1u);
  EXPECT_EQ(asked, 1u);
  Certificate wrong = c;
  wrong.terms[3].value = 4;
  EXPECT_EQ(certificate::verify(wrong, limits).kind, Verdict::kNotConfirmed);
}

}  // namespace
}  // namespace heddle::oracle
