// Each round hands a local in the same place to a thread that outlives none of them, while another thread runs.
// VERDICT: verified
// RUN: -O0
// RUN: -O1
// RUN: -O1 --engine dpor
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> total;
[[gnu::noinline]] static void round_of(int n) {
  std::atomic<int> mine{n};
  std::thread t([&mine] { ++mine; });
  ++mine;
  t.join();
  total += mine.load();
}
int main() {
  std::thread other([] { total += 100; });
  round_of(1);
  round_of(2);
  other.join();
  assert(total == 107);
}
