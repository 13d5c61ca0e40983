// VERDICT: bug:use-after-return
// REPORT: local variable count of start, which has returned
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <atomic>
#include <thread>
static std::atomic<int> seen;
[[gnu::noinline]] static std::thread start() {
  std::atomic<int> count{1};
  return std::thread([&count] { seen = count.load(); });  // BUG
}
int main() {
  std::thread t = start();
  t.join();
}
