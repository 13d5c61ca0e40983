// VERDICT: verified
// EXECUTIONS: dpor=7 mcr=4
// libstdc++ looks sixteen times before it lets a thread sleep. The looks in vain are one: 37 executions otherwise.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> ready{0};

int main() {
  std::thread other([] {
    ready.wait(0);
    assert(ready == 1);
  });
  ready = 1;
  ready.notify_all();
  other.join();
}
