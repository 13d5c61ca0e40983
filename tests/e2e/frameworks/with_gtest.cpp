#include <heddle/check.hpp>
#include <gtest/gtest.h>
#include <heddle/check.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

// Adds one from two threads; lost updates are possible.
int add_twice() {
  std::atomic<int> n{0};
  const auto add = [&] { n = n + 1; };
  std::thread other(add);
  add();
  other.join();
  return n;
}

int counted;

class State : public testing::Test {
 protected:
  void SetUp() override {
    counted = 7;
    heap = std::make_unique<std::vector<int>>(1000, 1);
  }
  std::unique_ptr<std::vector<int>> heap;
};

}  // namespace

// Every run finds what the test made, and the test finds it again.
TEST_F(State, IsRestored) {
  int local = 5;
  thread_local int of_thread = 0;
  of_thread = 3;
  std::vector<int> large(100000, 2);
  heddle::check([&] {
    ASSERT_EQ(local, 5);
    ASSERT_EQ(counted, 7);
    ASSERT_EQ(of_thread, 3);
    ASSERT_EQ(heap->size(), 1000u);
    ASSERT_EQ(large[50000], 2);
    std::atomic<int> n{0};
    std::thread other([&] {
      n = 1;
      ++local;
      ++counted;
      heap->push_back(9);
    });
    n = 2;
    other.join();
    ++of_thread;
    large[50000] = n;
    heap.reset();
  });
  EXPECT_EQ(local, 5);
  EXPECT_EQ(counted, 7);
  EXPECT_EQ(of_thread, 3);
  EXPECT_EQ(heap->size(), 1000u);
  EXPECT_EQ(large[50000], 2);
}

TEST(Expect, InMain) {
  heddle::check([] { EXPECT_EQ(add_twice(), 2); });  // BUG
}

TEST(Expect, InThread) {
  heddle::check([] {
    std::atomic<int> n{0};
    std::thread other([&] { EXPECT_EQ(n, 0) << "too late"; });  // BUG
    n = 1;
    other.join();
  });
}

// The exception of an assertion that throws would be lost with the future.
TEST(Expect, InForgottenTask) {
  heddle::check([] {
    auto task = std::async(std::launch::async, [] { ASSERT_TRUE(false); });  // BUG
    task.wait();
  });
}

TEST(Crash, Segfault) {
  heddle::check([] {
    std::atomic<int*> p{nullptr};
    int value = 0;
    std::thread other([&] { p = &value; });
    *p.load() = 1;
    other.join();
  });
}
TEST(Crash, Uncaught) {
  heddle::check([] { throw std::runtime_error("nobody catches this"); });
}
TEST(Crash, Deadlock) {
  std::mutex a, b;
  heddle::check([&] {
    std::thread other([&] { std::lock_guard first(a); std::lock_guard second(b); });
    { std::lock_guard first(b); std::lock_guard second(a); }
    other.join();
  });
}
TEST(Crash, Leak) {
  const auto body = [] {
    volatile int* block = new int;
    *block = 1;
    block = nullptr;
  };
  heddle::check(body, {.leaks = true});
}

// A test after others that crash is not harmed; two checks in one test are two checks.
TEST(Two, Checks) {
  EXPECT_TRUE(heddle::check([] { add_twice(); }));
  heddle::Result second = heddle::explore([] { ASSERT_EQ(add_twice(), 2); });
  EXPECT_EQ(second.verdict, heddle::Verdict::bug);
  EXPECT_FALSE(second);
  EXPECT_NE(second.report.find("SUMMARY: heddle: assertion"), std::string::npos) << second;
}

TEST(Options, ByArgument) {
  using namespace std::chrono_literals;
  const auto huge = [] {
    std::atomic<int> n{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t)
      threads.emplace_back([&] { for (int i = 0; i < 6; ++i) ++n; });
    for (auto& t : threads) t.join();
  };
  EXPECT_EQ(heddle::explore(huge, {.engine = "dfs", .time_limit = 200ms}).verdict, heddle::Verdict::inconclusive);
  EXPECT_TRUE(heddle::check(huge, {.max_executions = 10, .inconclusive_passes = true}));
  EXPECT_EQ(heddle::explore(huge, {.engine = "nonsense"}).verdict, heddle::Verdict::error);
  const heddle::Result pct = heddle::explore(huge, {.engine = "pct", .max_executions = 20, .more = {"depth=2", "seed=7"}});
  EXPECT_NE(pct.report.find("20 executions (pct"), std::string::npos) << pct;
}

TEST(Options, ByEnvironment) {
  const heddle::Result result = heddle::explore([] { add_twice(); }, {.engine = "nonsense"});
  std::printf("%s", result.report.c_str());
}

class Sizes : public testing::TestWithParam<int> {};
TEST_P(Sizes, OfOne) {
  heddle::check([this] { EXPECT_NE(GetParam(), 3); });
}
INSTANTIATE_TEST_SUITE_P(All, Sizes, testing::Values(1, 2, 3));

// What is outside the lambda is not explored, and what threads do there is not known.
TEST(Outside, ThreadBefore) {
  std::thread before([] {});
  before.join();
  heddle::check([] { add_twice(); });
}
TEST(Outside, ThreadAfter) {
  heddle::check([] { add_twice(); });
  EXPECT_GT(add_twice(), 0);
}

TEST(Inside, CheckInCheck) {
  heddle::check([] {
    int n = 0;
    heddle::check([&] { n = 1; });
    EXPECT_EQ(n, 1);
  });
}
