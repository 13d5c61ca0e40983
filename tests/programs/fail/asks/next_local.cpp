// The second local lies where the first one was. Who looks never comes in between, when there is none.
// VERDICT: bug:assertion
// RUN: --engine mcr
// RUN: --engine mcr --asks values
// RUN: --engine dpor
// RUN: --engine mcr -DONLY_ONE
// VERDICT: verified
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::atomic<int>* given;
[[gnu::noinline]] static void round_of(int n) {
  std::atomic<int> mine{n};
  std::unique_lock lock(mutex);
  given = &mine;
  lock.unlock();
  lock.lock();
  given = nullptr;
}
int main() {
  std::thread looks([] {
    std::lock_guard lock(mutex);
    if (given) assert(*given != 2);  // BUG
  });
  round_of(1);
#ifndef ONLY_ONE
  round_of(2);
#endif
  looks.join();
}
