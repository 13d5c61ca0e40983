// VERDICT: verified
// RUN:
// RUN: --spurious
// wait with a predicate, notify_one, notify_all.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static std::queue<int> q;

int main() {
  std::thread consumer([] {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
      std::unique_lock hold(m);
      c.wait(hold, [] { return !q.empty(); });
      sum += q.front();
      q.pop();
    }
    assert(sum == 3);
  });
  for (int i = 1; i <= 2; i++) {
    std::lock_guard hold(m);
    q.push(i);
    i == 1 ? c.notify_one() : c.notify_all();
  }
  consumer.join();
}
