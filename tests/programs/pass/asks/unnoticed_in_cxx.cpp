// VERDICT: verified
// As unnoticed_branch.c, with std::atomic.
// EXECUTIONS: mcr=1
#include <atomic>
#include <thread>

static std::atomic<int> hits, most;
static std::atomic<bool> odd;

static void worker() {
  for (int i = 0; i < 3; i++) {
    const int h = hits;
    if (h & 1) odd = true;
    if (h > 4 && h != 7) most.store(h, std::memory_order_relaxed);
    hits = h + 1;
  }
}

int main() {
  std::thread one(worker), other(worker);
  one.join();
  other.join();
}
