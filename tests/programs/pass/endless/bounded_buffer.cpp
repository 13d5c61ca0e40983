// A bounded buffer with two conditions, whose producer and consumer never end.
// VERDICT: verified
// RUN: --engine explicit
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable not_full, not_empty;
static int buffer[2], count, first;

static void produce() {
  for (int item = 0;; item = (item + 1) % 3) {
    std::unique_lock lock(mutex);
    not_full.wait(lock, [] { return count < 2; });
    buffer[(first + count++) % 2] = item;
    not_empty.notify_one();
  }
}

static void consume() {
  for (int expected = 0;; expected = (expected + 1) % 3) {
    std::unique_lock lock(mutex);
    not_empty.wait(lock, [] { return count > 0; });
    assert(buffer[first] == expected);
    first = (first + 1) % 2;
    --count;
    not_full.notify_one();
  }
}

int main() {
  std::thread producer(produce);
  consume();
}
