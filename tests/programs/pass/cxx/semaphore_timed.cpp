// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// A timed acquire that nobody serves gives up in virtual time.
#include <cassert>
#include <chrono>
#include <semaphore>
using namespace std::chrono_literals;

int main() {
  std::counting_semaphore<5> slots(1);
  assert(slots.try_acquire() && !slots.try_acquire());
  auto start = std::chrono::steady_clock::now();
  assert(!slots.try_acquire_for(1h));
  assert(std::chrono::steady_clock::now() - start >= 1h);
}
