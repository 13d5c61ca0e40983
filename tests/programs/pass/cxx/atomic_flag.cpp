// VERDICT: verified
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag lock = ATOMIC_FLAG_INIT;
static int n;
static void add() {
  while (lock.test_and_set(std::memory_order_acquire))
    while (lock.test(std::memory_order_relaxed)) std::this_thread::yield();
  n++;
  lock.clear(std::memory_order_release);
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(n == 2);
}
