// A bounded queue whose test for "full" is off by one. As long as the consumer keeps up, every test passes; once the
// producer gets a whole lap ahead, it overwrites an element that nobody has read.
#include <array>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Queue {
 public:
  void push(int value) {
    std::unique_lock hold(mutex_);
#ifdef FIXED
    while (count_ >= kCapacity) not_full_.wait(hold);
#else
    while (count_ > kCapacity) not_full_.wait(hold);
#endif
    slots_[(first_ + count_) % kCapacity] = value;
    ++count_;
    not_empty_.notify_one();
  }

  int pop() {
    std::unique_lock hold(mutex_);
    while (count_ == 0) not_empty_.wait(hold);
    const int value = slots_[first_];
    first_ = (first_ + 1) % kCapacity;
    --count_;
    not_full_.notify_one();
    return value;
  }

 private:
  static constexpr int kCapacity = 2;
  std::mutex mutex_;
  std::condition_variable not_full_, not_empty_;
  std::array<int, kCapacity> slots_{};
  int first_ = 0, count_ = 0;
};

int main() {
  Queue queue;
  std::thread producer([&] {
    for (int value = 1; value <= 3; ++value) queue.push(value);
  });
  for (int expected = 1; expected <= 3; ++expected) {
    const int value = queue.pop();
    assert(value == expected);
  }
  producer.join();
}
