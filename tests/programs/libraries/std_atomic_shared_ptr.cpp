// LIBRARY: libstdc++-12-dev | std::atomic<std::shared_ptr>
// VERDICT: bug:race
// NEEDS: c++/12/semaphore
// REPORT: not ordered with a read by another thread
// load() takes a lock bit, reads the pointer and gives the lock back with memory_order_relaxed: nothing orders that read before
// the write by the thread that takes the lock next.
#include <atomic>
#include <memory>
#include <thread>

int main() {
  std::atomic<std::shared_ptr<int>> shared(std::make_shared<int>(1));
  std::thread writer([&] { shared.store(std::make_shared<int>(2)); });  // BUG
  auto mine = shared.load();
  writer.join();
}
