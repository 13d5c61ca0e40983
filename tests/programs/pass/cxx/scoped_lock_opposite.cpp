// FALLBACK: who can go on is not as expected
// VERDICT: verified
// RUN: --engine mcr
// RUN: --engine dpor
// RUN: --engine dfs
// RUN: -DPLAIN
// scoped_lock takes two mutexes in opposite order without deadlock. Two threads could go round in its retry loop for
// ever, each in the other's way; it matters to nobody how often they do.
#include <cassert>
#include <mutex>
#include <thread>

#ifdef PLAIN
#define HOLD(x, y) std::lock(x, y); std::lock_guard<std::mutex> first(x, std::adopt_lock), second(y, std::adopt_lock)
#else
#define HOLD(x, y) std::scoped_lock hold(x, y)
#endif

static std::mutex a, b;
static int n;

int main() {
  std::thread t([] {
    HOLD(a, b);
    n++;
  });
  {
    HOLD(b, a);
    n++;
  }
  t.join();
  assert(n == 2);
}
