// The checker of certificates against brute force: it confirms the pool of a program exactly if the program has no
// finding, and refuses a certificate from which something was taken that an execution needs.
#include <gtest/gtest.h>

#include <algorithm>

#include "brute_force.h"
#include "certificate/follow.h"
#include "certified.h"
#include "corpus.h"
#include "model/executor.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

using certificate::Certificate;
using certificate::Edge;
using certificate::Kind;
using certificate::Node;
using certificate::Verdict;

Verdict check(const Certificate& c) { return certificate::verify(c); }

bool joins_everybody(const model::Program& program) {
  size_t joins = 0;
  for (const model::Instruction& i : program.threads[0].body) joins += i.code == model::Code::kJoin;
  return joins + 1 == program.threads.size();
}
bool assumes(const Certificate& c) {
  return std::any_of(c.nodes.begin(), c.nodes.end(), [](const Node& n) { return n.kind == Kind::kStopped; });
}

// There is none of programs with conditions that are given up; see docs/certificate.md.
bool has_certificate(const model::Program& program) {
  return model::to_text(program).find("cond-wait timed") == std::string::npos;
}

// What is in the certificates of programs from these seeds on.
struct Tally {
  int confirmed = 0, refused = 0, without = 0, of_blocks = 0;
  int of_questions = 0, of_terms = 0, of_exchanges = 0, of_equals = 0;
};

void confirm(uint64_t first, uint64_t last, bool follows, Tally& tally) {
  for (uint64_t seed = first; seed <= last; ++seed) {
    const model::Program program = drawn(seed, follows);
    const auto truth = brute_force(program);
    if (!truth) continue;
    const std::string text = close(program, follows);
    if (text.empty()) {
      tally.without += has_certificate(program) && (!follows || truth->findings.empty());
      continue;
    }
    const Verdict verdict = check(read(text));
    ASSERT_NE(verdict.kind, Verdict::kTooLarge) << seed;
    ASSERT_EQ(verdict.kind == Verdict::kConfirmed, truth->findings.empty())
        << "seed " << seed << ": " << verdict.reason << "\n"
        << model::to_text(program) << text;
    const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
    ++(verdict.kind == Verdict::kConfirmed ? tally.confirmed : tally.refused);
    tally.of_blocks += has(" bytes ");
    tally.of_questions += has(" ask "), tally.of_terms += has(" add "), tally.of_exchanges += has(" expects ");
    tally.of_equals += has("\nalike ");
  }
}

TEST(Certificates, AreConfirmedExactlyIfBruteForceFindsNothing) {
  Tally tally;
  confirm(1, 4000, false, tally);
  EXPECT_GT(tally.of_blocks, 100);
  EXPECT_GT(tally.confirmed, 300);
  EXPECT_GT(tally.refused, 300);
  EXPECT_LT(tally.without, 50);
}

TEST(Certificates, WithRegistersLikewise) {
  Tally tally;
  confirm(1, 3000, true, tally);
  EXPECT_GT(tally.confirmed, 300);
  EXPECT_GT(tally.refused, 300);
  EXPECT_LT(tally.without, 50);
  for (int n : {tally.of_questions, tally.of_terms, tally.of_exchanges, tally.of_equals}) EXPECT_GT(n, 50);
}

// What random runs do is in the certificate, and is missed if it is taken out.
void hold_what_runs_do(bool follows) {
  int followed = 0, noticed = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const model::Program program = drawn(seed, follows);
    const std::string text = close(program, follows);
    if (text.empty()) continue;
    const Certificate whole = read(text);
    if (check(whole).kind != Verdict::kConfirmed) continue;
    const auto threads = certificate::origins(whole);
    ASSERT_TRUE(threads) << threads.error().message;
    model::ModelExecutor executor(program);
    if (follows) executor.follow_values();
    for (uint64_t run = 0; run < 10; ++run) {
      Schedule schedule;
      schedule.tail = Tail::kRandom;
      schedule.seed = run;
      const Trace& trace = executor.run(schedule);
      const auto missing = certificate::Follower(whole, *threads).follow(trace);
      ASSERT_FALSE(missing) << "seed " << seed << ": " << missing->what << "\n" << model::to_text(program) << text;
      ++followed;
      Certificate less = whole;  // without what main does at the end
      for (Node& n : less.nodes)
        if (n.kind == Kind::kEndProcess) n.kind = Kind::kUnknown;
      const bool ended = std::any_of(trace.events.begin(), trace.events.end(),
                                     [](const Event& e) { return e.op == Op::kEnd && e.object != 0; });
      EXPECT_EQ(certificate::Follower(less, *threads).follow(trace).has_value(), ended) << seed;
      noticed += ended;
    }
  }
  EXPECT_GT(followed, 500);
  EXPECT_GT(noticed, 300);
}

TEST(Certificates, HoldWhatRunsDo) { hold_what_runs_do(false); }
TEST(Certificates, HoldWhatRunsAskAndCompute) { hold_what_runs_do(true); }

// The engine claims it from a search that leaves out what does not matter; the checker looks at every state.
void race_freedom(uint64_t seeds, bool follows, bool messages = false) {
  int claimed = 0, not_claimed = 0;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const model::Program program = messages ? model::generate_messages(seed) : drawn(seed, follows);
    const std::string text = close(program, follows);
    if (text.empty()) continue;
    Certificate c = read(text);
    const bool claims = std::exchange(c.race_free, false);
    if (check(c).kind != Verdict::kConfirmed) continue;
    if (std::none_of(c.nodes.begin(), c.nodes.end(), [](const Node& n) { return n.plain; })) continue;
    c.race_free = true;
    const Verdict verdict = check(c);
    ASSERT_EQ(verdict.kind == Verdict::kConfirmed, claims) << "seed " << seed << ": " << verdict.reason << "\n"
                                                           << model::to_text(program) << text;
    if (!claims) EXPECT_NE(verdict.reason.find("a data race"), std::string::npos) << verdict.reason;
    ++(claims ? claimed : not_claimed);
  }
  EXPECT_GT(claimed, 30);
  EXPECT_GT(not_claimed, 30);
}

TEST(Certificates, RaceFreedomIsClaimedExactlyIfNoAccessesMeet) { race_freedom(1500, false); }
TEST(Certificates, RaceFreedomWithRegistersLikewise) { race_freedom(1500, true); }
// Most of them with relaxed accesses, fences and failed tries between the accesses.
TEST(Certificates, RaceFreedomOfMessagesLikewise) { race_freedom(1500, false, true), race_freedom(1500, true, true); }

// Everything in a closed pool comes from a run, so nothing can be missing.
TEST(Certificates, NothingThatARunNeedsCanBeTakenAway) {
  int edges = 0, nodes = 0, values = 0, bytes = 0, unlocks = 0, harmless = 0;
  model::GenerateOptions options;
  options.recursion = false;  // giving back one of several times need not be missed
  options.arguments = false;  // a thread then has one tree, and its creation leads to it
  for (uint64_t seed = 1; seed <= 600; ++seed) {
    const model::Program program = model::generate(seed, options);
    const auto truth = brute_force(program);
    if (!truth || !truth->findings.empty()) continue;
    const std::string text = close(program);
    if (text.empty()) continue;
    Certificate whole = read(text);
    whole.alike.clear();  // threads are not any more if one is changed
    Walker walker(whole);
    walk(program, walker);
    ASSERT_FALSE(walker.lost) << seed;
    const auto refuses = [&](const Certificate& c, const char* what, uint32_t id) {
      const Verdict v = check(pruned(c));
      ASSERT_EQ(v.kind, Verdict::kNotConfirmed) << "seed " << seed << ", node " << id << ": " << what << "\n" << text;
      ASSERT_EQ(v.reason.find("well formed"), std::string::npos) << what << ": " << v.reason;
    };
    for (uint32_t id : walker.performed) {
      Certificate c = whole;
      if (whole.nodes[id].edges.empty()) {
        c.nodes[id].then = 0;
        refuses(c, "what follows is missing", id);
        ++edges;
      }
      for (size_t k = 0; k < whole.nodes[id].edges.size(); ++k) {
        c = whole;
        c.nodes[id].edges.erase(c.nodes[id].edges.begin() + static_cast<std::ptrdiff_t>(k));
        refuses(c, "an edge is missing", id);
        ++edges;
      }
      c = whole;
      c.nodes[id] = Node();
      refuses(c, "a subtree is missing", id);
      ++nodes;
    }
    for (const auto& [id, byte] : walker.was_read) {
      Certificate c = whole;
      const bool block = !c.nodes[id].bytes.empty();
      if (block) c.nodes[id].bytes[byte] = 0x77;
      else c.nodes[id].value = 0x77777;
      refuses(c, block ? "another byte is written" : "another value is written", id);
      ++(block ? bytes : values);
    }
    if (joins_everybody(program) && !assumes(whole) && !whole.ends_with_main)
      for (uint32_t id : walker.was_needed) {
        Certificate c = whole;
        const uint32_t after = c.nodes[id].edges.front().to;
        for (Node& n : c.nodes) {
          if (n.then == id) n.then = after;
          for (Edge& e : n.edges)
            if (e.to == id) e.to = after;
        }
        for (uint32_t& root : c.roots)
          if (root == id) root = after;
        refuses(c, "an unlock is missing", id);
        ++unlocks;
      }
    // And an answer too many, which nobody is ever told, does no harm.
    for (uint32_t id : walker.performed)
      if (whole.nodes[id].op == Op::kRead && !whole.nodes[id].edges.empty()) {
        Certificate c = whole;
        c.nodes[id].edges.push_back({0x77777, 0, static_cast<uint32_t>(c.nodes.size()), false, {}});
        c.nodes.emplace_back().kind = Kind::kFailed;
        ASSERT_EQ(check(pruned(c)).kind, Verdict::kConfirmed) << seed;
        ++harmless;
        break;
      }
  }
  EXPECT_GT(bytes, 15);
  for (int n : {edges, nodes, values, unlocks, harmless}) EXPECT_GT(n, 50);
}

void refusals_run(uint64_t seeds, bool follows) {
  int schedules = 0;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const model::Program program = drawn(seed, follows);
    const std::string text = close(program, follows);
    if (text.empty()) continue;
    const Verdict verdict = check(read(text));
    if (verdict.kind != Verdict::kNotConfirmed) continue;
    model::ModelExecutor executor(program);
    Schedule schedule;
    schedule.prefix = verdict.schedule;
    const Trace& trace = executor.run(schedule);
    EXPECT_EQ(trace.outcome, Outcome::kFinding) << "seed " << seed << ": " << verdict.reason;
    EXPECT_EQ(trace.steps.size(), verdict.schedule.size()) << seed;
    ++schedules;
  }
  EXPECT_GT(schedules, 30);
}

TEST(Certificates, RefusalsComeWithAScheduleThatRuns) { refusals_run(300, false); }
TEST(Certificates, AlsoIfThreadsWereExchanged) { refusals_run(1000, true); }

// Two programs have a dozen threads that hardly meet: what one of them alone touches does not count.
TEST(Certificates, OfTheCorpus) {
  certificate::Limits limits;
  limits.memory = 40 << 20;
  for (const CorpusProgram& p : corpus())
    for (const bool follows : {false, true}) {
      const std::string text = close(p.program, follows);
      ASSERT_FALSE(text.empty()) << p.name;
      const Verdict verdict = certificate::verify(read(text), limits);
      const Verdict::Kind expected = p.assertion || p.deadlock ? Verdict::kNotConfirmed : Verdict::kConfirmed;
      EXPECT_EQ(verdict.kind, expected) << p.name << (follows ? ", followed: " : ": ") << verdict.reason;
    }
}

TEST(Certificates, LimitsAreKept) {
  const std::string text = close(model::generate(7));
  certificate::Limits limits;
  limits.go_on = [] { return false; };
  EXPECT_EQ(certificate::verify(read(text), limits).kind, Verdict::kTooLarge);
}

TEST(Certificates, DamagedFilesAreRefused) {
  const std::string text = close(model::generate(7));
  ASSERT_TRUE(certificate::parse(text));
  for (size_t at = 0; at < text.size(); at += 7) {
    std::string damaged = text;
    damaged[at] = damaged[at] == '3' ? '4' : '3';
    EXPECT_FALSE(certificate::parse(damaged)) << at;
  }
  for (size_t length = 0; length < text.size(); length += 11) EXPECT_FALSE(certificate::parse(text.substr(0, length)));
}

TEST(Certificates, NonsenseIsNotWellFormed) {
  const Certificate good = read(close(model::generate(7)));
  const auto refused = [](const Certificate& c) { return check(c).reason.find("well formed") != std::string::npos; };
  ASSERT_FALSE(refused(good));
  Certificate c = good;
  c.cells.push_back(c.cells[0]);
  EXPECT_TRUE(refused(c)) << "two cells in one place";
  c = good;
  c.cells.clear();
  EXPECT_TRUE(refused(c)) << "no cells";
  c = good;
  c.roots[0] = 0;
  EXPECT_TRUE(refused(c)) << "no main";
  c = good;
  c.nodes.emplace_back();
  EXPECT_TRUE(refused(c)) << "a node that nothing leads to";
  for (uint32_t id = 1; id < good.nodes.size(); ++id)
    if (good.nodes[id].then != 0) {
      c = good;
      c.nodes[id].then = id;
      EXPECT_TRUE(refused(c)) << "a circle";
    } else if (!good.nodes[id].edges.empty()) {
      c = good;
      c.nodes[id].edges.push_back(c.nodes[id].edges[0]);
      EXPECT_TRUE(refused(c)) << "one answer twice";
    }
}

}  // namespace
}  // namespace heddle::oracle
