// VERDICT: bug:deadlock
// The value is changed but nobody is notified.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> word{0};
  std::thread t([&] { word.wait(0); });
  word = 1;
  t.join();
}
