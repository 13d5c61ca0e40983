// VERDICT: verified
// scoped_lock takes two mutexes in opposite order without deadlock.
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
