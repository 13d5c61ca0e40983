// The shortest failing run and the decisive step, against brute force: all interleavings of small random programs.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/hash.h"
#include "explain/decisive.h"
#include "explain/order.h"
#include "explain/race_ends.h"
#include "explain/shorten.h"
#include "explore/engine.h"
#include "model/executor.h"
#include "model/generate.h"

namespace heddle::oracle {
namespace {

using Picks = std::vector<uint16_t>;
using Key = std::tuple<FindingKind, uint64_t, ThreadId>;

Key key_of(const Finding& f) { return {f.kind, f.position, f.thread}; }

Picks picks_of(const Trace& trace) {
  Picks picks;
  for (const Step& step : trace.steps) picks.push_back(step.pick);
  return picks;
}

std::vector<size_t> step_ends(const Trace& trace) {
  std::vector<size_t> ends;
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (trace.steps[i].kind == Step::kThread) ends.push_back(i + 1);
    else ends.back() = i + 1;
  }
  return ends;
}

// Every interleaving of a program.
struct Everything {
  std::map<Key, RunCost> shortest;  // of each finding
  std::map<Key, Picks> some;        // a failing run of each
  std::set<Picks> good;             // runs that end well
  bool too_many = false;

  explicit Everything(const model::Program& program, uint64_t seed, int most = 3000) {
    model::ModelExecutor executor(program);
    const auto dfs = make_engine("dfs", {});
    Random random(seed);
    Work work;
    std::map<Key, uint32_t> seen;
    for (int runs = 0; dfs->next(work); ++runs) {
      if ((too_many = runs == most)) return;
      const Trace& trace = executor.run(work.schedule);
      dfs->observe(work, trace);
      if (trace.outcome == Outcome::kComplete) good.insert(picks_of(trace));
      for (const Finding& f : trace.findings) {
        const Key key = key_of(f);
        const RunCost cost = cost_of(trace);
        if (auto [it, fresh] = shortest.try_emplace(key, cost); !fresh) it->second = std::min(it->second, cost);
        if (random.below(++seen[key]) == 0) some[key] = picks_of(trace);  // each with equal chance
      }
    }
  }

  bool can_end_well(const Picks& begin) const {
    const auto first = good.lower_bound(begin);
    return first != good.end() && first->size() >= begin.size() &&
           std::equal(begin.begin(), begin.end(), first->begin());
  }
};

TEST(Explain, ShortestAgainstBruteForce) {
  int judged = 0, shortened = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    const model::Program program = model::generate(seed);
    const Everything all(program, seed);
    if (all.too_many) continue;
    model::ModelExecutor executor(program);
    for (const auto& [key, picks] : all.some) {
      Schedule schedule;
      schedule.prefix = picks;
      const RunCost before = cost_of(executor.run(schedule));
      Budget budget(100000);
      const auto best = shorten(executor, picks, [&](const Finding& f) { return key_of(f) == key; }, budget);
      ASSERT_TRUE(best) << "seed " << seed;
      EXPECT_TRUE(best->fewest_preemptions) << "seed " << seed;
      EXPECT_EQ(best->cost.preemptions, all.shortest.at(key).preemptions) << "seed " << seed;
      if (best->shortest) EXPECT_EQ(best->cost, all.shortest.at(key)) << "seed " << seed;
      schedule.prefix = best->picks;
      const Trace& again = executor.run(schedule);
      EXPECT_EQ(cost_of(again), best->cost);
      ASSERT_FALSE(again.findings.empty()) << "seed " << seed;
      EXPECT_EQ(key_of(again.findings[0]), key) << "seed " << seed;
      ++judged;
      shortened += best->cost < before;
    }
  }
  EXPECT_GT(judged, 300);
  EXPECT_GT(shortened, judged / 4) << "random failing runs are seldom the shortest";
}

// Races are shortened like findings: a run ends with the second access. Against all interleavings, cut off there.
TEST(Explain, ShortestRaceAgainstBruteForce) {
  using RaceKey = std::pair<uint64_t, uint64_t>;
  int judged = 0, closer = 0;
  for (uint64_t seed = 1; seed <= 600; ++seed) {
    const model::Program program = model::generate(seed);
    model::ModelExecutor executor(program);
    const auto dfs = make_engine("dfs", {});
    std::map<RaceKey, RunCost> shortest;
    std::map<RaceKey, Picks> some;
    Work work;
    int runs = 0;
    for (; runs < 2000 && dfs->next(work); ++runs) {
      const Trace& trace = executor.run(work.schedule);
      dfs->observe(work, trace);
      RaceDetector detector;
      for (const Race& race : detector.look(trace.events)) {
        Trace cut = trace;
        while (!cut.steps.empty() && cut.steps.back().event > race.second)
          cut.steps = cut.steps.first(cut.steps.size() - 1);
        const RaceKey key{trace.events[race.second].position, trace.events[race.first].position};
        const auto [entry, fresh] = shortest.try_emplace(key, cost_of(cut));
        if (!fresh) entry->second = std::min(entry->second, cost_of(cut));
        some[key] = picks_of(trace);
      }
    }
    if (runs == 2000) continue;
    for (const auto& [key, picks] : some) {
      const SameFailure same = [&, &key = key](const Finding& f) {
        return f.kind == FindingKind::kRace && RaceKey{f.position, f.other_position} == key;
      };
      RaceEnds ends(executor, same);
      Budget budget(100000);
      auto best = shorten(ends, picks, same, budget);
      ASSERT_TRUE(best) << "seed " << seed;
      EXPECT_TRUE(best->fewest_preemptions) << "seed " << seed;
      EXPECT_EQ(best->cost.preemptions, shortest.at(key).preemptions) << "seed " << seed;
      if (best->shortest) EXPECT_EQ(best->cost, shortest.at(key)) << "seed " << seed;
      const RunCost before = best->cost;
      if (bring_together(ends, *best, same, budget)) {
        EXPECT_LE(best->cost.switches, before.switches) << "seed " << seed;
        EXPECT_LT(best->cost.events, before.events) << "seed " << seed;
        ++closer;
      }
      Schedule schedule;
      schedule.prefix = best->picks;
      const Trace& again = ends.run(schedule);
      ASSERT_EQ(again.findings.size(), 1u) << "seed " << seed;
      EXPECT_TRUE(same(again.findings[0])) << "seed " << seed;
      EXPECT_EQ(cost_of(again), best->cost) << "seed " << seed;
      ++judged;
    }
  }
  EXPECT_GT(judged, 100);
  EXPECT_GT(closer, 0);
}

// What it claims holds with any budget; and what was found does not depend on luck.
TEST(Explain, SmallBudgetsClaimNothingWrong) {
  int claims = 0, modest = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    const model::Program program = model::generate(seed);
    const Everything all(program, seed);
    if (all.too_many) continue;
    model::ModelExecutor executor(program);
    for (const auto& [key, picks] : all.some)
      for (uint64_t runs : {1, 5, 20, 60}) {
        Budget budget(runs);
        const auto best = shorten(executor, picks, [&](const Finding& f) { return key_of(f) == key; }, budget);
        ASSERT_TRUE(best);
        const RunCost truth = all.shortest.at(key);
        if (best->fewest_preemptions) EXPECT_EQ(best->cost.preemptions, truth.preemptions) << "seed " << seed;
        if (best->shortest) EXPECT_EQ(best->cost, truth) << "seed " << seed;
        ++(best->fewest_preemptions ? claims : modest);
      }
  }
  EXPECT_GT(claims, 50);
  EXPECT_GT(modest, 50);
}

TEST(Explain, DecisiveStepAgainstBruteForce) {
  int judged = 0, always = 0, last = 0, between = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    const model::Program program = model::generate(seed);
    const Everything all(program, seed);
    if (all.too_many) continue;
    model::ModelExecutor executor(program);
    for (const auto& [key, picks] : all.some) {
      Schedule schedule;
      schedule.prefix = picks;
      const auto ends = step_ends(executor.run(schedule));
      if (ends.empty()) continue;
      Budget budget(100000);
      const auto found = decisive_pick(executor, picks, ends, budget);
      ASSERT_TRUE(found) << "seed " << seed;
      EXPECT_TRUE(found->proven);
      size_t expected = 0;
      for (size_t i = 0; all.can_end_well(Picks(picks.begin(), picks.begin() + static_cast<long>(expected)));)
        expected = ends[i++];
      EXPECT_EQ(found->picks, expected) << "seed " << seed;
      ++judged;
      always += expected == 0;
      last += expected == picks.size();
      between += expected != 0 && expected != picks.size();
    }
  }
  EXPECT_GT(judged, 300);
  EXPECT_GT(always, 20);
  EXPECT_GT(last, 20);
  EXPECT_GT(between, 20);
}

// Two threads add to v0 without a lock; the run switches after every event.
TEST(Explain, LostUpdate) {
  using namespace model;
  Program program = fork_join({{read(0, 0), add(0, reg(0), lit(1)), model::write(0, reg(0))},
                               {read(0, 0), add(0, reg(0), lit(1)), model::write(0, reg(0))}},
                              {read(0, 0), check(reg(0), Compare::kEqual, lit(2))});
  program.variables = {0};
  ModelExecutor executor(program);
  const Picks picks{1, 2, 1, 2, 0};
  const SameFailure any = [](const Finding& f) { return f.kind == FindingKind::kAssertion; };
  Budget budget(1000);
  const auto best = shorten(executor, picks, any, budget);
  ASSERT_TRUE(best);
  EXPECT_TRUE(best->shortest);
  EXPECT_EQ(best->cost.preemptions, 1u);
  Schedule schedule;
  schedule.prefix = best->picks;
  const Trace& trace = executor.run(schedule);
  const auto decisive = decisive_pick(executor, best->picks, step_ends(trace), budget);
  ASSERT_TRUE(decisive);
  EXPECT_EQ(decisive->picks, 2u);  // both have read
  EXPECT_TRUE(decisive->proven);
  const Trace& again = executor.run(schedule);
  const uint32_t at = again.steps[1].event;
  const DecisiveStep step = order_that_decided(again.events, again.pending, again.findings[0], at);
  const ThreadId second = again.events[at].thread, first = second == 1 ? 2 : 1;
  ASSERT_TRUE(step.other && step.before && step.after);
  EXPECT_EQ(*step.other, first);
  EXPECT_EQ(again.events[*step.before].op, Op::kRead);
  EXPECT_EQ(again.events[*step.after].op, Op::kWrite);
  EXPECT_EQ(again.events[*step.after].thread, first);
}

}  // namespace
}  // namespace heddle::oracle
