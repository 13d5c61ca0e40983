// VERDICT: bug:assertion
// Double-checked initialisation with the flag set too early.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
static std::atomic<bool> ready;
static std::mutex m;
static int value;
static void use() {
  if (!ready) {
    std::lock_guard hold(m);
    if (!ready) {
      ready = true;
      value = 5;
    }
  }
  assert(value == 5);  // BUG
}
int main() {
  std::thread t(use);
  use();
  t.join();
}
