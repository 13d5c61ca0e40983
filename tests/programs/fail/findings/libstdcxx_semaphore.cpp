// VERDICT: bug:deadlock
// RUN: --engine random
// A real bug of libstdc++ 12.2 (PR 104928): acquire remembers the count 1, spins while it is 0, and then sleeps on
// the remembered value although the count is 1 again and the wake-up has gone by.
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::counting_semaphore<5> slots(1);
  int inside = 0;
  auto work = [&] {
    slots.acquire();  // BUG
    assert(++inside == 1);
    --inside;
    slots.release();
  };
  std::thread t(work);
  work();
  t.join();
}
