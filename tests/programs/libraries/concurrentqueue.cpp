// LIBRARY: libconcurrentqueue-dev | moodycamel::ConcurrentQueue
// VERDICT: verified
// NEEDS: concurrentqueue/concurrentqueue.h
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(1);
  std::thread a([&] { queue.enqueue(1); }), b([&] { queue.enqueue(2); });
  a.join();
  b.join();
  int sum = 0, value;
  while (queue.try_dequeue(value)) sum += value;
  assert(sum == 3);
}
