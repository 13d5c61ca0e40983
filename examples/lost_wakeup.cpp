// The lost wake-up. The consumer looks at the flag under the lock and goes to sleep. The producer sets the flag without
// the lock; an atomic seems to be enough. It may do so, and call, just after the consumer has looked and just before
// it sleeps. Nobody hears the call, and no second one comes.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex door;
std::condition_variable bell;
std::atomic<bool> delivered{false};

void consumer() {
  std::unique_lock hold(door);
  while (!delivered) bell.wait(hold);
}

void producer() {
  {
#ifdef FIXED
    std::lock_guard hold(door);
#endif
    delivered = true;
  }
  bell.notify_one();
}

int main() {
  std::thread waiting(consumer);
  producer();
  waiting.join();
}
