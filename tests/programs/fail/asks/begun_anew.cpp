// VERDICT: bug:assertion
// A relaxed update lets the search begin anew, with values followed otherwise: what threads touched before must not be forgotten.
// `rounds` is handed over by a join alone.
// RUN: -O1
// RUN: -O2 -j 2
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> state{8};
static std::atomic<int> x;
static int rounds;

int main() {
  std::thread writer([] { x = 2; });
  std::thread worker([] {
    int n = 0;
    while (!(state.load(std::memory_order_acquire) & 1) && n < 3) ++n;
    rounds = n;
    state.fetch_add(4, std::memory_order_relaxed);
  });
  int seen = x;
  state.fetch_or(1);
  worker.join();
  writer.join();
  assert(!(rounds == 1 && seen == 2));  // BUG
}
