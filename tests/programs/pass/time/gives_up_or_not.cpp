// A loop with a deadline: either way out is taken, and none other.
// RUN: -DBOTH
// VERDICT: bug:assertion
// RUN:
// VERDICT: verified
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::atomic<bool> flag = false;

int main() {
  std::thread other([] { flag = true; });
  const auto end = Clock::now() + 10ms;
  bool found = flag, late = false;
  while (!found && !late) {
    std::this_thread::yield();
    found = flag;
    late = Clock::now() >= end;
  }
#ifdef BOTH
  assert(found);  // not if it is late
#endif
  assert(found || late);
  other.join();
}
