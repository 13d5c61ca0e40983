// VERDICT: inconclusive
// REASON: without an effect
// scoped_lock takes two mutexes in opposite order without deadlock. Two threads can go round in its retry loop for ever,
// each in the other's way, so the loop is cut and nothing is claimed; a deadlock would be found.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int n;

int main() {
  std::thread t([] {
    std::scoped_lock hold(a, b);
    n++;
  });
  {
    std::scoped_lock hold(b, a);
    n++;
  }
  t.join();
  assert(n == 2);
}
