// VERDICT: verified
// Waiting on one byte and on a flag goes through a proxy inside libstdc++.
// RUN: -DFLAG
// RUN: -DBYTE --max-executions 20000
#include <atomic>
#include <cassert>
#include <thread>

int main() {
#ifdef FLAG
  std::atomic_flag flag;
  std::thread t([&] {
    flag.wait(false);
    assert(flag.test());
  });
  flag.test_and_set();
  flag.notify_one();
#else
  std::atomic<char> byte{0};
  std::thread t([&] {
    byte.wait(0);
    assert(byte == 1);
  });
  byte = 1;
  byte.notify_all();
#endif
  t.join();
}
