// The real runtime against the model: the same schedules on the same programs give the same traces, event by event.
// Random schedules are drawn by the same Chooser on both sides, so they stay the same exactly as long as both see the
// same enabled threads.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "differential.h"
#include "explore/search.h"
#include "model/c_source.h"
#include "model/executor.h"
#include "remote/remote_executor.h"

namespace heddle {
namespace {

constexpr int kPrograms = 600;
constexpr int kSchedules = 25;
constexpr uint64_t kSeed = 20261115;

std::string show(const Event& e) {
  char text[200];
  std::snprintf(text, sizeof text,
                "thread %d %s object %lx second %lx length %u flags %02x order %d read %lx written %lx", e.thread,
                name(e.op), e.object, e.second, e.length, e.flags, e.order, e.read, e.written);
  return text;
}

class Comparison {
 public:
  Comparison(const oracle::CompiledPrograms& all, size_t number)
      : all_(all), number_(number), objects_(all.objects[number]), model_(all.programs[number]) {}

  void run() {
    WorkerSettings settings;
    settings.mode = WorkerMode::kServe;
    std::vector<uint64_t> places;  // everything is visible from the start, as it is in the model
    for (const auto& [address, object] : objects_) places.push_back(address & ~uint64_t{7});
    RemoteExecutor real({all_.path, {std::to_string(number_)}}, settings, places, {});
    const auto connected = real.connect();
    ASSERT_TRUE(connected) << connected.error().message;
    for (int s = 0; s < kSchedules && !::testing::Test::HasFailure(); ++s) {
      Schedule schedule;
      schedule.tail = s == 0 ? Tail::kFirst : s == 1 ? Tail::kStay : Tail::kRandom;
      schedule.seed = static_cast<uint64_t>(s);
      compare(real.run(schedule), model_.run(schedule));
    }
  }

 private:
  Event in_model_terms(Event e) const {
    if (is_thread_structure(e.op)) e.read = 0;  // arguments and results of threads are hashes
    if (!is_thread_structure(e.op)) {
      if (const auto o = objects_.find(e.object); o != objects_.end()) e.object = o->second;
      if (const auto o = objects_.find(e.second); o != objects_.end()) e.second = o->second;
    }
    e.position = 0;
    e.flags &= ~kUnused;  // the compiler knows better which registers are never looked at
    return e;
  }

  void compare(const Trace& real, const Trace& model) {
    const std::string source = model::to_c(all_.programs[number_]);
    for (size_t i = 0; i < real.events.size() && i < model.events.size(); ++i) {
      Event expected = model.events[i];
      expected.position = 0;
      expected.flags &= ~kUnused;
      if (is_thread_structure(expected.op)) expected.read = 0;
      const std::string a = show(in_model_terms(real.events[i])), b = show(expected);
      ASSERT_EQ(a, b) << "event " << i << " of program " << number_ << "\n" << source;
    }
    ASSERT_EQ(real.events.size(), model.events.size()) << "program " << number_ << "\n" << source;
    ASSERT_EQ(real.steps.size(), model.steps.size()) << "program " << number_ << "\n" << source;
    for (size_t i = 0; i < real.steps.size(); ++i) {
      ASSERT_EQ(real.steps[i].pick, model.steps[i].pick) << "step " << i << " of program " << number_ << "\n" << source;
      ASSERT_EQ(real.steps[i].enabled, model.steps[i].enabled) << "step " << i << " of program " << number_ << "\n"
                                                               << source;
    }
    ASSERT_EQ(real.outcome, model.outcome) << "program " << number_ << "\n" << source;
    ASSERT_EQ(real.findings.size(), model.findings.size()) << "program " << number_ << "\n" << source;
    for (size_t i = 0; i < real.findings.size(); ++i)
      ASSERT_EQ(real.findings[i].kind, model.findings[i].kind) << source;
  }

  const oracle::CompiledPrograms& all_;
  size_t number_;
  const std::map<uint64_t, uint64_t>& objects_;
  model::ModelExecutor model_;
};

// The kinds of findings, and how the search ended.
struct Kinds final : SearchListener {
  bool after_run(const Work&, const Trace& trace, const Counts&, Engine&) override {
    for (const Finding& f : trace.findings) found.insert(name(f.kind));
    return true;
  }
  std::set<std::string> found;
};

// What an exhaustive search says: the kinds of findings and the number of executions. Accesses that are not visible
// conflict with nothing, so they make no difference to the number of Mazurkiewicz traces.
struct Answer {
  std::set<std::string> found;
  uint64_t executions = 0;
  bool complete = false;
};

Answer explore(Executor& executor) {
  const EngineFactory fresh = [] { return make_engine("dpor", {}); };
  Kinds kinds;
  const SearchResult result = search(fresh(), fresh, executor, {.max_executions = 3000, .keep_going = true}, kinds);
  return {kinds.found, result.counts.executions, result.complete};
}

class Differential : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_NE(mkdtemp(directory), nullptr);
    auto compiled = oracle::compile_random_programs(kPrograms, kSeed, directory);
    ASSERT_TRUE(compiled) << compiled.error().message;
    all = std::move(*compiled);
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(directory); }

  static inline char directory[] = "/tmp/heddle-differential-XXXXXX";
  static inline oracle::CompiledPrograms all;
};

TEST_F(Differential, SameTraces) {
  for (size_t i = 0; i < all.programs.size() && !HasFailure(); ++i) Comparison(all, i).run();
}

// Now the process finds out by itself what is shared, as it does for users; the model shows everything. What can go
// wrong must be the same.
TEST_F(Differential, SameAnswers) {
  for (size_t i = 0; i < all.programs.size() && !HasFailure(); ++i) {
    WorkerSettings settings;
    settings.mode = WorkerMode::kServe;
    RemoteExecutor real({all.path, {std::to_string(i)}}, settings, {}, {});
    const auto connected = real.connect();
    ASSERT_TRUE(connected) << connected.error().message;
    model::ModelExecutor model(all.programs[i]);
    const Answer expected = explore(model);
    if (!expected.complete) continue;
    const Answer answer = explore(real);
    const std::string source = "program " + std::to_string(i) + "\n" + model::to_c(all.programs[i]);
    EXPECT_EQ(answer.found, expected.found) << source;
    // A failed assertion cuts a run short, and then it matters how many private steps others had made by then. And if all that
    // comes before a lock in an atomic section is private, the section begins with the lock.
    const bool sections = source.find("__VERIFIER_atomic_begin") != std::string::npos;
    if (!expected.found.contains("assertion") && !sections) EXPECT_EQ(answer.executions, expected.executions) << source;
    EXPECT_TRUE(answer.complete) << source;
  }
}

}  // namespace
}  // namespace heddle
