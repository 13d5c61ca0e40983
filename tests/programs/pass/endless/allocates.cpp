// Items on the heap, handed over and freed without end: blocks that nobody points to are used again.
// VERDICT: verified
// RUN: --engine explicit
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static int* item;

static void produce() {
  while (true) {
    int* made = new int(7);
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return item == nullptr; });
    item = made;
    changed.notify_one();
  }
}

int main() {
  std::thread producer(produce);
  while (true) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return item != nullptr; });
    assert(*item == 7);
    delete item;
    item = nullptr;
    changed.notify_one();
  }
}
