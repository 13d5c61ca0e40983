// Iterator invalidation across threads. Subscribing takes the lock, publishing only walks over the list. When the
// vector has to grow in between, it moves its elements and frees the old ones under the feet of the loop.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

class Bus {
 public:
  void subscribe(std::atomic<int>& inbox) {
    std::lock_guard hold(mutex_);
    inboxes_.push_back(&inbox);
  }

  void publish(int message) {
#ifdef FIXED
    std::lock_guard hold(mutex_);
#endif
    for (std::atomic<int>* inbox : inboxes_) inbox->store(message);
  }

 private:
  std::mutex mutex_;
  std::vector<std::atomic<int>*> inboxes_;
};

int main() {
  Bus bus;
  std::atomic<int> early{0}, late{0};
  bus.subscribe(early);
  std::thread publisher([&] { bus.publish(7); });
  bus.subscribe(late);
  publisher.join();
}
