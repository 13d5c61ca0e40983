// FALLBACK: memory changed without an access that could be seen
// VERDICT: verified
// promise, future, shared_future, packaged_task, and exceptions through them; the search picks which.
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

#include "heddle/heddle.h"
using namespace std::chrono_literals;

static void value() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread t([&] { promise.set_value(42); });
  assert(future.get() == 42);
  t.join();
}
static void exception() {
  std::promise<void> broken;
  std::future<void> bad = broken.get_future();
  std::thread u([&] { broken.set_exception(std::make_exception_ptr(std::logic_error("no"))); });
  try {
    bad.get();
    assert(false);
  } catch (const std::logic_error& e) {
    assert(std::string(e.what()) == "no");
  }
  u.join();
}
static void task() {
  std::packaged_task<int(int)> task([](int n) { return n * 2; });
  std::shared_future<int> shared = task.get_future().share();
  std::thread v(std::move(task), 21);
  assert(shared.get() == 42 && shared.get() == 42);
  v.join();
}
static void nobody() {
  std::future<int> abandoned = std::promise<int>().get_future();
  try {
    abandoned.get();
    assert(false);
  } catch (const std::future_error& e) {
    assert(e.code() == std::future_errc::broken_promise);
  }
  std::promise<int> never;
  assert(never.get_future().wait_for(1h) == std::future_status::timeout);
}

int main() {
  switch (heddle_choose(4)) {
    case 0: return value(), 0;
    case 1: return exception(), 0;
    case 2: return task(), 0;
    default: return nobody(), 0;
  }
}
