// LIBRARY: libstdc++-12-dev | std::binary_semaphore
// VERDICT: bug:deadlock
// NEEDS: c++/12/semaphore
// RUN:
// RUN: --engine dpor
// A semaphore that is free in the end, and a thread that waits for it for ever. acquire() reads the counter (1), sees in its next
// reads that another thread has it (0), and goes to sleep "if it is still 1": the value of the first read. Between the two the
// other thread gave it back, so it is 1 again, and the wake-up came before there was anybody to wake.
#include <semaphore>
#include <thread>

int main() {
  std::binary_semaphore lock(1);
  std::thread other([&] {
    lock.acquire();
    lock.release();
  });
  lock.acquire();
  lock.release();
  other.join();
}
