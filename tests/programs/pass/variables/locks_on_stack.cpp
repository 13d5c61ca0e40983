// Locks, a condition variable and a promise that live in a function which waits for everybody.
// VERDICT: verified
// RUN: -O0
// RUN: -O2
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
static int meet() {
  std::mutex m;
  std::condition_variable c;
  int ready = 0;
  std::promise<int> promise;
  std::thread a([&] {
    std::lock_guard lock(m);
    ++ready;
    c.notify_one();
  });
  std::thread b([&] { promise.set_value(3); });
  {
    std::unique_lock lock(m);
    c.wait(lock, [&] { return ready == 1; });
  }
  const int value = promise.get_future().get();
  a.join();
  b.join();
  return value + ready;
}
int main() { assert(meet() == 4); }
