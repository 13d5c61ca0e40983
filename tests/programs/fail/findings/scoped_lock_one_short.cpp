// VERDICT: bug:assertion
// RUN: --engine mcr
// RUN: --engine dpor
// One of three threads forgets a lock.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static volatile int n;

int main() {
  std::thread t([] {
    std::scoped_lock hold(a, b);
    n = n + 1;
  });
  std::thread u([] {
    std::scoped_lock hold(b, a);
    n = n + 1;
  });
  {
    std::lock_guard hold(a);
    n = n + 1;
  }
  std::thread v([] { n = n + 1; });
  t.join();
  u.join();
  v.join();
  assert(n == 4);  // BUG
}
