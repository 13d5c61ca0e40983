// The engine explicit against brute force: every state of a model program, compared in full, its ends, findings, races and livelocks.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/hash.h"
#include "explore/engines.h"
#include "explore/race_watch.h"
#include "facts.h"
#include "model/executor.h"
#include "model/generate.h"
#include "naive_races.h"

namespace heddle::oracle {
namespace {

using namespace model;
using State = std::vector<uint64_t>;

struct Seen {
  uint64_t states = 0;
  std::set<uint64_t> results, findings, races;
  bool livelock = false;
  bool ends = false;
  bool cut = false;  // main may end while others could go on: which of them did what before is not compared
  bool operator==(const Seen&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Seen& s) {
  return out << s.states << " states, " << s.results.size() << " results, " << s.findings.size() << " findings, "
             << s.races.size() << " races" << (s.livelock ? ", a livelock" : "") << (s.ends ? "" : ", never ends");
}

uint64_t name_of(const Finding& f) { return mix(mix(static_cast<uint64_t>(f.kind), f.position), f.thread); }

// All states, by trying everything; livelocks by looking at all sets of states that are a cycle.
class Naive {
 public:
  explicit Naive(const model::Program& program, size_t most) : flat_(flatten(program)), most_(most) {}

  bool run(Seen& seen) {
    Interpreter start(flat_);
    start.start(nullptr);
    visit(start, seen);
    while (!todo_.empty() && ids_.size() <= most_) {
      const Interpreter machine = std::move(todo_.back());
      todo_.pop_back();
      expand(machine, seen);
    }
    seen.states = ids_.size();
    if (ids_.size() <= most_) seen.livelock = has_livelock();
    return ids_.size() <= most_;
  }

 private:
  struct Edge {
    size_t to;
    ThreadId thread;
    uint8_t marks;
  };

  size_t visit(const Interpreter& machine, Seen& seen) {
    Interpreter end = machine;
    if (!end.over() && end.enabled().none()) end.get_stuck();
    if (end.over()) {
      if (end.has_finding()) seen.findings.insert(name_of(end.finding()));
      if (end.outcome() == Outcome::kComplete) seen.ends = true;
      if (end_of(end) == End::kMaximal) seen.results.insert(end.result_hash());
      if (end_of(end) == End::kCut && !end.has_finding()) seen.cut = true;
      return SIZE_MAX;
    }
    State state;
    machine.state(state);
    const auto [at, added] = ids_.emplace(std::move(state), ids_.size());
    if (added) todo_.push_back(machine), numbers_.push_back(at->second);
    return at->second;
  }

  void expand(const Interpreter& machine, Seen& seen) {
    const size_t from = numbers_.back();
    numbers_.pop_back();
    edges_.resize(std::max(edges_.size(), from + 1));
    std::map<ThreadId, Event> first;
    machine.enabled().for_each([&](ThreadId t) {
      for (int value = 0; value < std::max(machine.values(t), 1); ++value) {
        Interpreter after = machine;
        std::vector<Event> log;
        after.perform(t, value, &log);
        if (value == 0) first[t] = log.front();
        const size_t to = visit(after, seen);
        edges_.resize(std::max(edges_.size(), from + 1));
        edges_[from].push_back({to, t, after.marks()});
      }
    });
    for (const auto& [t, a] : first)
      for (const auto& [u, b] : first)
        if (t < u && is_access(a.op) && is_access(b.op) && !(a.flags & b.flags & kAtomic) && conflicts(a, b) &&
            (is_followed_by(machine, t, u) || is_followed_by(machine, u, t)))
          seen.races.insert(race_name(a.position, b.position));
  }
  // Whether the step of t leaves u where it is: it may end the run.
  static bool is_followed_by(Interpreter machine, ThreadId t, ThreadId u) {
    std::vector<Event> log;
    machine.perform(t, 0, &log);
    return !machine.over() && machine.enabled().test(u);
  }

  // From each state: the largest set of states around it such that going through all of it for ever is fair and no progress.
  bool has_livelock() {
    edges_.resize(ids_.size());
    bool some_try = false;
    for (const auto& edges : edges_)
      for (const Edge& e : edges) some_try |= (e.marks & Step::kTries) != 0;
    if (!some_try) return false;
    for (size_t s = 0; s < edges_.size(); ++s) {
      std::set<size_t> part;
      for (size_t i = 0; i < edges_.size(); ++i) part.insert(i);
      while (part.contains(s)) {
        const std::set<size_t> before = part;
        part = around(s, part);
        if (part.empty()) break;
        ThreadSet tries, can;
        for (size_t i : part)
          for (const Edge& e : edges_[i]) {
            if ((e.marks & Step::kTries) && stays(e, part)) tries.set(e.thread);
            can.set(e.thread);
          }
        if ((can - tries).none()) return true;
        for (auto i = part.begin(); i != part.end();) {
          bool bad = false;
          for (const Edge& e : edges_[*i]) bad |= !tries.test(e.thread);
          i = bad ? part.erase(i) : std::next(i);
        }
        if (part == before) break;
      }
    }
    return false;
  }
  bool stays(const Edge& e, const std::set<size_t>& part) const {
    return e.to != SIZE_MAX && !(e.marks & Step::kProgresses) && part.contains(e.to);
  }
  std::set<size_t> from(size_t s, const std::set<size_t>& part) const {
    std::set<size_t> found;
    std::vector<size_t> todo{s};
    while (!todo.empty()) {
      const size_t at = todo.back();
      todo.pop_back();
      for (const Edge& e : edges_[at])
        if (stays(e, part) && found.insert(e.to).second) todo.push_back(e.to);
    }
    return found;
  }
  // The states of the part that s can reach and that can reach s, over steps that are no progress.
  std::set<size_t> around(size_t s, const std::set<size_t>& part) const {
    std::set<size_t> both;
    for (size_t i : from(s, part))
      if (i == s || from(i, part).contains(s)) both.insert(i);
    return both.contains(s) ? both : std::set<size_t>();
  }

  FlatProgram flat_;
  size_t most_;
  std::map<State, size_t> ids_;
  std::vector<Interpreter> todo_;
  std::vector<size_t> numbers_;  // of those
  std::vector<std::vector<Edge>> edges_;
};

Seen explore(const model::Program& program, Interpreter::Part without = Interpreter::Part::kNone, uint64_t saves = 0) {
  ModelExecutor executor(program);
  executor.leave_out(without);
  RaceWatch watched(executor);
  std::unique_ptr<Engine> engine = make_explicit({});
  Random random(saves);
  Seen seen;
  Work work;
  for (int runs = 0; engine->next(work); ++runs) {
    if (runs > 200000) {
      ADD_FAILURE() << "no end";
      break;
    }
    const Trace& trace = watched.run(work.schedule);
    engine->observe(work, trace);
    for (const Finding& f : trace.findings) {
      if (f.loop != 0) seen.livelock = true;
      else seen.findings.insert(name_of(f));
    }
    for (const Finding& f : trace.races) seen.races.insert(race_name(f.position, f.other_position));
    if (trace.outcome == Outcome::kComplete) seen.ends = true;
    if (!trace.met && executor.machine().over() && end_of(executor.machine()) == End::kCut && trace.findings.empty())
      seen.cut = true;
    if (!trace.met && work.schedule.loop == 0 && end_of(executor.machine()) == End::kMaximal &&
        executor.machine().over())
      seen.results.insert(executor.machine().result_hash());
    if (saves != 0 && random.below(4) == 0) {
      Writer saved;
      engine->save(saved);
      Reader again(saved.bytes());
      engine = make_explicit({});
      EXPECT_TRUE(engine->load(again) && again.at_end());
    }
  }
  seen.states = std::stoull(engine->remark());
  return seen;
}

// Loops without end around a few accesses, locks and choices; what a thread waits for may never come.
model::Program endless(uint64_t seed) {
  Random random(mix(seed, 77));
  const auto drawn = [&](uint32_t n) { return static_cast<int>(random.below(n)); };
  const auto act = [&]() -> std::vector<Instruction> {
    switch (drawn(9)) {
      case 0: return {read(0, drawn(2))};
      case 1: return {write(drawn(2), lit(drawn(2)))};
      case 2: return {exchange(1, drawn(2), lit(drawn(2)))};
      case 3: return {on(Code::kLock, 0), write(drawn(2), lit(drawn(2))), on(Code::kUnlock, 0)};
      case 4: return {compare_exchange(1, drawn(2), lit(drawn(2)), lit(drawn(2)))};
      case 5: return {plain(write(2, lit(drawn(2))))};
      case 6: return {choose(0, 2)};
      case 7: return {await(0, drawn(2), Compare::kEqual, lit(drawn(2)))};
      default: return {read(1, drawn(2)), when(reg(1), Compare::kEqual, lit(1), {write(drawn(2), lit(0))})};
    }
  };
  const auto acts = [&](int n) {
    std::vector<Instruction> body;
    for (int i = 0; i < n; ++i)
      for (Instruction& x : act()) body.push_back(std::move(x));
    return body;
  };
  const auto append = [](std::vector<Instruction>& to, std::vector<Instruction> more) {
    for (Instruction& x : more) to.push_back(std::move(x));
  };
  std::vector<std::vector<Instruction>> workers;
  const int threads = 1 + drawn(3);
  for (int t = 0; t < threads; ++t) {
    std::vector<Instruction> body = acts(drawn(2));
    const int shape = drawn(4);
    std::vector<Instruction> tries = acts(1 + drawn(2));
    tries.push_back(read(2, drawn(2)));
    Instruction trying = as_long_as(reg(2), drawn(2) ? Compare::kEqual : Compare::kNotEqual, lit(drawn(2)), tries);
    if (shape == 0) {
      append(body, acts(2));
    } else if (shape == 1) {
      body.push_back(forever(acts(1 + drawn(2))));
    } else if (shape == 2) {
      body.push_back(trying);
    } else {
      std::vector<Instruction> round = acts(1 + drawn(2));  // each round has an event
      round.push_back(trying);
      body.push_back(forever(round));
    }
    workers.push_back(body);
  }
  model::Program program = fork_join(workers);
  program.variables = {0, drawn(2), 0};
  program.mutexes = 1;
  return program;
}

TEST(Explicit, MeetsEveryStateOnce) {
  int judged = 0;
  for (uint64_t seed = 1; seed <= 600; ++seed) {
    const model::Program program = generate(seed);
    Seen expected;
    if (!Naive(program, 1500).run(expected)) continue;
    ++judged;
    Seen found = explore(program, Interpreter::Part::kNone, seed % 5 == 0 ? seed : 0);
    if (expected.cut) found.results = expected.results;
    // Races that no state has side by side come of weak orders.
    if (std::includes(found.races.begin(), found.races.end(), expected.races.begin(), expected.races.end()))
      found.races = expected.races;
    ASSERT_EQ(found, expected) << "seed " << seed << "\n" << to_text(program);
  }
  EXPECT_GT(judged, 300);
}

TEST(Explicit, FindsLivelocksAndNoOthers) {
  int judged = 0, livelocks = 0, never_end = 0;
  for (uint64_t seed = 1; seed <= 800; ++seed) {
    const model::Program program = endless(seed);
    Seen expected;
    if (!Naive(program, 40).run(expected)) continue;
    ++judged;
    livelocks += expected.livelock;
    never_end += !expected.ends;
    Seen found = explore(program, Interpreter::Part::kNone, seed % 5 == 0 ? seed : 0);
    if (std::includes(found.races.begin(), found.races.end(), expected.races.begin(), expected.races.end()))
      found.races = expected.races;
    ASSERT_EQ(found, expected) << "seed " << seed << "\n" << to_text(program);
  }
  EXPECT_GT(judged, 200);
  EXPECT_GT(livelocks, 20);
  EXPECT_GT(never_end, 50);
}

class StateParts : public ::testing::TestWithParam<int> {};

// A part of the state that is left out is missed: states are taken for others.
TEST_P(StateParts, AreMissed) {
  const auto part = static_cast<Interpreter::Part>(GetParam());
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    const model::Program program = seed % 2 ? generate(seed / 2) : endless(seed / 2);
    Seen expected;
    if (!Naive(program, 40).run(expected)) continue;
    const Seen found = explore(program, part);
    if (found.states != expected.states || found.findings != expected.findings || found.results != expected.results)
      return;
  }
  FAIL() << "part " << GetParam() << " was left out, and nobody noticed";
}
INSTANTIATE_TEST_SUITE_P(Explicit, StateParts, ::testing::Range(0, static_cast<int>(Interpreter::Part::kNone)));

}  // namespace
}  // namespace heddle::oracle
