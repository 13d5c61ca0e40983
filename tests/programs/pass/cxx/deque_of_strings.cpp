// VERDICT: verified
// Strings in a deque under a mutex: built and moved as blocks, looked at in pieces.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

std::mutex m;
std::condition_variable changed;
std::deque<std::string> messages;
bool done;

int main() {
  std::thread producer([] {
    for (int i = 0; i < 2; ++i) {
      std::lock_guard lock(m);
      messages.push_back("message number " + std::to_string(i));
      changed.notify_one();
    }
    std::lock_guard lock(m);
    done = true;
    changed.notify_one();
  });
  size_t total = 0;
  for (;;) {
    std::unique_lock lock(m);
    changed.wait(lock, [] { return done || !messages.empty(); });
    if (messages.empty()) break;
    const std::string message = std::move(messages.front());
    messages.pop_front();
    lock.unlock();
    total += message.size();
  }
  producer.join();
  assert(total == 32);
}
