// Engines that take turns with mcr.
#include <gtest/gtest.h>

#include "explore/engines.h"
#include "explore/portfolio.h"
#include "explore/search.h"
#include "model/executor.h"

namespace heddle {
namespace {

using namespace model;

// Threads that each write a place and read it again.
Program writers(int threads) {
  std::vector<std::vector<Instruction>> bodies;
  for (int t = 0; t < threads; ++t) bodies.push_back({write(0, lit(t + 1)), read(0, 0)});
  Program p = fork_join(bodies);
  p.variables = {0};
  return p;
}

SearchResult explore(const std::string& engine, const Program& program, const EngineOptions& options,
                     std::string* fallback = nullptr, std::string* author = nullptr) {
  struct Listener : SearchListener {
    std::string fallback, author;
    bool after_run(const Work&, const Trace&, const Counts&, Engine&) override { return true; }
    void finished(const SearchResult&, const Engine& engine) override {
      fallback = engine.fallback();
      author = engine.author();
    }
  } listener;
  ModelExecutor executor(program, options.dependence);
  Limits limits;
  limits.keep_going = true;
  const EngineFactory make = [&] { return make_engine(engine, options); };
  const SearchResult result = search(make(), make, executor, limits, listener);
  if (fallback) *fallback = listener.fallback;
  if (author) *author = listener.author;
  return result;
}

// Runs of the portfolio until it has no turn any more.
int take_turns(Portfolio& portfolio, ModelExecutor& executor) {
  Work work;
  int runs = 0;
  for (; portfolio.has_turn() && portfolio.next(work); ++runs) portfolio.observe(work, executor.run(work.schedule));
  return runs;
}

TEST(Portfolio, WaitsUntilMcrTakesLong) {
  EngineOptions options;
  options.alone_for = 1000;
  Portfolio portfolio(options);
  portfolio.mcr_worked(250);
  EXPECT_FALSE(portfolio.has_turn());
  portfolio.mcr_worked(8);
  EXPECT_TRUE(portfolio.has_turn());
  options.alone_for = UINT64_MAX;
  Portfolio nobody(options);
  nobody.mcr_worked(UINT64_MAX);
  EXPECT_FALSE(nobody.has_turn());
}

// Those that sample begin first.
TEST(Portfolio, SamplesBeforeDpor) {
  EngineOptions options;
  options.alone_for = 4000;
  const Program program = writers(6);
  ModelExecutor executor(program, options.dependence);
  Portfolio portfolio(options);
  portfolio.mcr_worked(4000);
  EXPECT_GT(take_turns(portfolio, executor), 1);
  EXPECT_EQ(portfolio.progress().find("dpor"), std::string::npos);
  EXPECT_NE(portfolio.progress().find("icb"), std::string::npos);
  EXPECT_NE(portfolio.progress().find("pct"), std::string::npos);
  portfolio.mcr_worked(1000);
  take_turns(portfolio, executor);
  EXPECT_NE(portfolio.progress().find("dpor"), std::string::npos);
}

TEST(Portfolio, TakesAsMuchAsMcr) {
  EngineOptions options;
  options.alone_for = 0;
  const Program program = writers(6);
  ModelExecutor executor(program, options.dependence);
  Portfolio portfolio(options);
  portfolio.mcr_worked(1000);
  const int first = take_turns(portfolio, executor);
  EXPECT_GT(first, 1);
  EXPECT_FALSE(portfolio.is_over());
  portfolio.mcr_worked(1000);
  const int second = take_turns(portfolio, executor);
  EXPECT_NEAR(second, first, 4);
}

TEST(Portfolio, OverWhenEveryTraceWasRun) {
  EngineOptions options;
  options.alone_for = 0;
  const Program program = writers(2);
  ModelExecutor executor(program, options.dependence);
  Portfolio portfolio(options);
  portfolio.mcr_worked(1000000);
  EXPECT_GT(take_turns(portfolio, executor), 2);
  EXPECT_TRUE(portfolio.is_over());
  EXPECT_FALSE(portfolio.has_turn());
}

// What dpor has done before it is left alone is not done again.
TEST(Portfolio, DporGoesOnAlone) {
  EngineOptions options;
  options.alone_for = 0;
  const Program program = writers(4);
  const uint64_t all = explore("dpor", program, options).counts.executions;
  ModelExecutor executor(program, options.dependence);
  Portfolio portfolio(options);
  portfolio.mcr_worked(1000);
  take_turns(portfolio, executor);
  const std::string words = portfolio.progress();
  const uint64_t by_dpor = std::stoull(words.substr(words.find("dpor, ") + 6));
  ASSERT_GT(by_dpor, 0u);
  std::unique_ptr<Engine> dpor = portfolio.take_dpor();
  uint64_t rest = 0;
  Work next;
  for (; dpor->next(next); ++rest) dpor->observe(next, executor.run(next.schedule));
  EXPECT_EQ(by_dpor + rest, all);
}

// Whoever has the answer first gives it; nothing is said to be proved by mcr that it did not prove.
TEST(Portfolio, AnswersForMcr) {
  const Program program = writers(2);
  EngineOptions options;
  std::string fallback, author;
  EXPECT_TRUE(explore("auto", program, options, &fallback, &author).complete);
  EXPECT_EQ(fallback, "");
  EXPECT_EQ(author, "mcr");
  options.alone_for = 0;
  EXPECT_TRUE(explore("auto", program, options, &fallback, &author).complete);
  EXPECT_EQ(fallback, "every execution was run before every history was known");
  EXPECT_NE(author, "mcr");
  EXPECT_NE(author, "");
  EXPECT_TRUE(explore("mcr", program, options, &fallback, &author).complete);
  EXPECT_EQ(fallback, "");
  EXPECT_EQ(author, "");
}

}  // namespace
}  // namespace heddle
