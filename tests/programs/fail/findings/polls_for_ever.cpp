// Nobody sets the flag any more: the thread goes on asking, and time does not help.
// VERDICT: bug:livelock
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex m;
  std::condition_variable changed;
  bool flag = false;
  std::thread other([&] {
    std::lock_guard lock(m);
    flag = false;
    changed.notify_one();
  });
  std::unique_lock lock(m);
  while (!flag)
    changed.wait_for(lock, 1ms);  // BUG
  other.join();
}
