// A thread empties a mailbox until it is asked to stop.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

class Mailbox {
 public:
  void put(int letter) {
    {
      std::lock_guard lock(mutex_);
      letters_.push_back(letter);
    }
    ready_.notify_one();
  }
  bool take(std::stop_token stop, int& letter) {
    std::unique_lock lock(mutex_);
    if (!ready_.wait(lock, stop, [this] { return !letters_.empty(); })) return false;
    letter = letters_.front();
    letters_.pop_front();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any ready_;
  std::deque<int> letters_;
};

int main() {
  Mailbox mailbox;
  int sum = 0;
  {
    std::jthread reader([&](std::stop_token stop) {
      for (int letter; mailbox.take(stop, letter);) sum += letter;
    });
    mailbox.put(1);
    mailbox.put(2);
  }
  assert(sum <= 3);
}
