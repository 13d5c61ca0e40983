// A flag that is stored relaxed and read with acquire: the two accesses of the message are one story, and the report says why.
// VERDICT: bug:race
// REPORT: write ready = 1 (relaxed)
// REPORT: read ready = 1 (acquire)
// REPORT: stored relaxed:
// REPORT: 1 more race with the same cause
#include <atomic>
#include <cassert>
#include <thread>

struct Message {
  int id;
  int length;
};

Message message;
std::atomic<bool> ready{false};

void produce() {
  message.id = 7;
  message.length = 80;
  ready.store(true, std::memory_order_relaxed);
}

void consume() {
  if (ready.load(std::memory_order_acquire)) {
    assert(message.id == 7);
    assert(message.length == 80);
  }
}

int main() {
  std::thread a(produce), b(consume);
  a.join();
  b.join();
}
