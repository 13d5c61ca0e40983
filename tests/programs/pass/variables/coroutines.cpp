// VERDICT: verified
// RUN: -std=c++20 -O0
// RUN: -std=c++20 -O2
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>
struct Numbers {
  struct promise_type {
    int value = 0;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~Numbers() { handle.destroy(); }
};
[[gnu::noinline]] static void add(int* sum, int n) { *sum += n; }
static Numbers count(int n) {
  int sum = 0;
  for (int i = 1; i <= n; ++i) {
    add(&sum, i);
    co_yield sum;
  }
}
static int last(int n) {
  Numbers numbers = count(n);
  int value = 0;
  for (numbers.handle.resume(); !numbers.handle.done(); numbers.handle.resume()) value = numbers.handle.promise().value;
  return value;
}
int main() {
  int a = 0;
  std::thread t([&a] { a = last(4); });
  const int b = last(3);
  t.join();
  assert(a == 10 && b == 6);
}
