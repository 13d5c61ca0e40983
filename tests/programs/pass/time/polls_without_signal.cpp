// Nobody signals: only the deadline lets the thread look again.
// VERDICT: verified
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex m;
  std::condition_variable never;
  bool done = false;
  std::thread other([&] {
    std::lock_guard lock(m);
    done = true;
  });
  {
    std::unique_lock lock(m);
    while (!done) never.wait_for(lock, 1ms);
  }
  other.join();
}
