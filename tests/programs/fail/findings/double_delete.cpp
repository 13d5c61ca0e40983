// VERDICT: bug:double-free
// RUN: -fsized-deallocation
#include <atomic>
#include <thread>
static std::atomic<long*> p;
static void drop() {
  if (p.load()) {
    delete p.load();  // BUG
    p = nullptr;
  }
}
int main() {
  p = new long(5);
  std::thread t(drop);
  drop();
  t.join();
}
