// A thread that asks again and again, with a pause that a condition variable makes. It may find the flag at any time, and until it does,
// nothing happens, however much time passes.
// VERDICT: verified
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

std::mutex m;
std::condition_variable changed;
bool stop = false;
int result = 0;

int main() {
  std::thread worker([] {
    std::unique_lock lock(m);
    while (!stop) changed.wait_for(lock, 100ms);
    result = 1;
  });
  {
    std::lock_guard lock(m);
    stop = true;
  }
  changed.notify_all();
  worker.join();
  assert(result == 1);
}
