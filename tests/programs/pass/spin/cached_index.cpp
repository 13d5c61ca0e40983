// FALLBACK: who can go on is not as expected
// VERDICT: verified
// A bounded queue for two threads. Each side keeps a copy of the other's index, and stores into it while it waits.
#include <atomic>
#include <cassert>
#include <thread>

class Queue {
 public:
  void push(int value) {
    const int at = written_.load(std::memory_order_relaxed), next = (at + 1) % 2;
    while (next == read_seen_) read_seen_ = read_.load(std::memory_order_acquire);
    slot_[at] = value;
    written_.store(next, std::memory_order_release);
  }
  int pop() {
    const int at = read_.load(std::memory_order_relaxed);
    while (at == written_seen_) written_seen_ = written_.load(std::memory_order_acquire);
    const int value = slot_[at];
    read_.store((at + 1) % 2, std::memory_order_release);
    return value;
  }

 private:
  alignas(64) std::atomic<int> written_{0};
  int read_seen_ = 0;
  alignas(64) std::atomic<int> read_{0};
  int written_seen_ = 0;
  int slot_[2];
};

int main() {
  Queue queue;
  std::thread producer([&] {
    for (int i = 1; i <= 3; ++i) queue.push(i);
  });
  for (int i = 1; i <= 3; ++i) assert(queue.pop() == i);
  producer.join();
}
