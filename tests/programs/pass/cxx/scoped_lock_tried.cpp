// FALLBACK: who can go on is not as expected
// VERDICT: inconclusive
// REASON: without an effect
// Somebody else sees, by a try, what std::lock takes and gives back. How often it may go round is not known then.
#include <atomic>
#include <mutex>
#include <thread>

static std::mutex a, b;
static std::atomic<int> busy;

int main() {
  std::thread t([] { std::scoped_lock hold(a, b); });
  std::thread u([] {
    if (a.try_lock())
      a.unlock();
    else
      busy++;
  });
  { std::scoped_lock hold(b, a); }
  t.join();
  u.join();
}
