// VERDICT: verified
// GAP: two threads can go round in std::lock's retry loop for ever, so it is cut and nothing is claimed.
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
