// VERDICT: verified
// A stage that is stopped while it waits. The lock in a stop state is a loop whose first round begins with another value than
// the following ones; such rounds are equal from the second on.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <stop_token>
#include <thread>

std::mutex mutex;
std::condition_variable_any changed;
std::queue<int> items;

int main() {
  std::jthread stage([](std::stop_token stop) {
    std::unique_lock lock(mutex);
    while (changed.wait(lock, stop, [] { return !items.empty(); })) items.pop();
  });
  {
    const std::lock_guard lock(mutex);
    items.push(1);
  }
  changed.notify_one();
}
