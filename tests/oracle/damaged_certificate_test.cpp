// Certificates of programs whose values are followed, with something changed in them. Whatever an execution needs is missed by the
// checker; whatever else a run shows to be otherwise is missed by who follows the run, as `verify-certificate` does with the program at
// hand; and threads that are not alike are not taken to be.
#include <gtest/gtest.h>

#include <algorithm>

#include "certificate/follow.h"
#include "certified.h"
#include "model/executor.h"

namespace heddle::oracle {
namespace {

using certificate::Certificate;
using certificate::Edge;
using certificate::FileTerm;
using certificate::Kind;
using certificate::Node;
using certificate::Verdict;

struct Certified {
  uint64_t seed;
  model::Program program;
  std::string text;
  Certificate whole;
};

// Calls f for programs that are verified.
template <class F>
void for_each_verified(uint64_t seeds, F&& f) {
  for (uint64_t seed = 1; seed <= seeds && !testing::Test::HasFatalFailure(); ++seed) {
    Certified c{seed, drawn(seed, true), "", {}};
    c.text = close(c.program, true);
    if (c.text.empty()) continue;
    c.whole = read(c.text);
    if (certificate::verify(c.whole).kind == Verdict::kConfirmed) f(c);
  }
}

bool is_malformed(const Verdict& v) { return v.reason.find("well formed") != std::string::npos; }

TEST(DamagedCertificates, NoAnswerCanBeTakenAway) {
  int answers = 0, questions = 0, exchanges = 0, fills = 0;
  for_each_verified(400, [&](const Certified& c) {
    Walker walker(c.whole);
    walk(c.program, walker, true);
    ASSERT_FALSE(walker.lost) << c.seed;
    for (const uint32_t id : walker.performed) {
      const Node& n = c.whole.nodes[id];
      if (n.kind != Kind::kAsk && n.fills == 0) continue;
      const auto refuses = [&](const Certificate& less, const char* what) {
        const Verdict v = certificate::verify(pruned(less));
        ASSERT_EQ(v.kind, Verdict::kNotConfirmed) << "seed " << c.seed << ", node " << id << ": " << what << "\n"
                                                  << c.text;
        ASSERT_FALSE(is_malformed(v)) << what << ": " << v.reason;
      };
      Certificate less = c.whole;
      less.alike.clear();  // they are not any more
      if (n.then != 0) {
        less.nodes[id].then = 0;
        refuses(less, "what follows is missing"), ++fills;
      }
      for (size_t k = 0; k < n.edges.size(); ++k) {
        less = c.whole;
        less.alike.clear();
        less.nodes[id].edges.erase(less.nodes[id].edges.begin() + static_cast<std::ptrdiff_t>(k));
        refuses(less, "an answer is missing"), ++answers;
      }
      questions += n.kind == Kind::kAsk, exchanges += n.expects != 0;
    }
  });
  for (int n : {answers, questions, exchanges, fills}) EXPECT_GT(n, 50);
}

// Runs of a program, followed through a certificate that may be of another.
class Runs {
 public:
  explicit Runs(const Certified& c) : executor_(c.program) { executor_.follow_values(); }

  // None of the runs does anything else. The first ones are the same for every certificate.
  bool all_in(const Certificate& c) {
    const auto threads = certificate::origins(c);
    if (!threads) return false;
    for (uint64_t run = 0; run < 12; ++run) {
      Schedule schedule;
      schedule.tail = run == 0 ? Tail::kStay : Tail::kRandom;
      schedule.seed = run;
      if (certificate::Follower(c, *threads).follow(executor_.run(schedule))) return false;
    }
    return true;
  }

 private:
  model::ModelExecutor executor_;
};

// Nodes that the first run passes.
std::set<uint32_t> passed(const Certified& c) {
  Walker walker(c.whole);
  model::ModelExecutor executor(c.program);
  executor.follow_values();
  Schedule schedule;
  schedule.tail = Tail::kStay;
  walker.go_through(executor.run(schedule));
  return walker.performed;
}

// The term that something was changed in is a new one, at this node only.
uint32_t changed(Certificate& c, uint32_t term, const std::function<void(FileTerm&)>& change) {
  FileTerm t = c.terms[term];
  change(t);
  c.terms.push_back(t);
  return static_cast<uint32_t>(c.terms.size() - 1);
}

TEST(DamagedCertificates, RunsShowWhatElseWasChanged) {
  int operators = 0, registers = 0, constants = 0, skipped = 0, refused = 0;
  for_each_verified(300, [&](const Certified& c) {
    Runs runs(c);
    ASSERT_TRUE(runs.all_in(c.whole)) << c.seed;
    for (const uint32_t id : passed(c)) {
      const Node& n = c.whole.nodes[id];
      const auto notices = [&](Certificate other, const char* what) {
        other.alike.clear();
        const Verdict v = certificate::verify(other);
        refused += v.kind == Verdict::kNotConfirmed;
        ASSERT_TRUE(is_malformed(v) || !runs.all_in(other))
            << "seed " << c.seed << ", node " << id << ": " << what << "\n"
            << c.text;
      };
      if (n.term != 0) {
        const FileTerm& term = c.whole.terms[n.term];
        Certificate other = c.whole;
        if (term.op == TermOp::kAdd || term.op == TermOp::kSLess) {
          const TermOp instead = term.op == TermOp::kAdd ? TermOp::kSub : TermOp::kULess;
          other.nodes[id].term = changed(other, n.term, [&](FileTerm& t) { t.op = instead; });
          notices(other, "another operator"), ++operators;
        }
        for (uint32_t FileTerm::* operand : {&FileTerm::a, &FileTerm::b}) {
          if (term.*operand == 0) continue;
          const FileTerm leaf = c.whole.terms[term.*operand];
          if (leaf.op != TermOp::kRegister && leaf.op != TermOp::kConstant) continue;
          other = c.whole;
          const uint32_t one = changed(other, term.*operand, [](FileTerm& t) { t.value ^= t.width > 1 ? 3 : 1; });
          other.nodes[id].term = changed(other, n.term, [&](FileTerm& t) { t.*operand = one; });
          const bool is_register = leaf.op == TermOp::kRegister;
          notices(other, is_register ? "another register" : "another constant"),
              ++(is_register ? registers : constants);
        }
      }
      if (n.kind == Kind::kAsk && n.edges.size() == 1) {  // as if it had not been asked
        Certificate other = c.whole;
        other.nodes[id].kind = Kind::kEvent;
        other.nodes[id].op = Op::kYield;
        other.nodes[id].term = 0;
        other.nodes[id].then = n.edges[0].to;
        other.nodes[id].edges.clear();
        notices(other, "a question is missing"), ++skipped;
      }
      if (n.fills != 0) {
        Certificate other = c.whole;
        ++other.nodes[id].fills;
        ASSERT_TRUE(is_malformed(certificate::verify(other))) << "another register is filled";
      }
    }
  });
  for (int n : {operators, registers, constants, skipped, refused}) EXPECT_GT(n, 40);
}

// With a claim that threads are alike, the verdict is the one without, or the claim is refused.
TEST(DamagedCertificates, ThreadsThatAreNotAlikeAreNotExchanged) {
  int refused = 0, saved = 0, claims = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    const std::string text = close(drawn(seed, true), true);
    if (text.empty()) continue;
    const Certificate claimed = read(text);
    Certificate plain = claimed;
    plain.alike.clear();
    const Verdict whole = certificate::verify(plain);
    if (!claimed.alike.empty()) {
      const Verdict some = certificate::verify(claimed);
      ASSERT_EQ(some.kind, whole.kind) << seed << ": " << some.reason << "\n" << text;
      ++claims, saved += some.kind == Verdict::kConfirmed && some.states < whole.states;
    }
    for (ThreadId a = 1; a < plain.roots.size(); ++a)
      for (ThreadId b = a + 1; b < plain.roots.size(); ++b) {
        Certificate other = plain;
        other.alike = {{a, b}};
        const Verdict v = certificate::verify(other);
        if (is_malformed(v)) ++refused;
        else ASSERT_EQ(v.kind, whole.kind) << seed << ": threads " << int{a} << " and " << int{b} << "\n" << text;
      }
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(claims, 50);
  EXPECT_GT(saved, 20);
}

}  // namespace
}  // namespace heddle::oracle
