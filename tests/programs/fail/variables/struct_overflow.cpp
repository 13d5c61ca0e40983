// VERDICT: bug:out-of-bounds
// REPORT: behind the end of the global variable totals of 24 bytes
// RUN: -O0
// RUN: -O2
#include <array>
#include <thread>
static std::array<long, 3> totals;
int main() {
  volatile int n = 3;
  std::thread t([&n] {
    long* p = totals.data();
    for (int i = 0; i <= n; ++i) p[i] = i;  // BUG
  });
  t.join();
}
