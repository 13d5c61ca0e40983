// LIBRARY: libreaderwriterqueue-dev | moodycamel::ReaderWriterQueue::size_approx
// VERDICT: bug:race
// NEEDS: readerwriterqueue/readerwriterqueue.h
// REPORT: size_approx
// size_approx() may be called by any thread. It walks over the blocks, and a new block is linked before the fence that publishes
// what is in it.
#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(1);
  std::thread producer([&] {
    for (int i = 1; i <= 4; i++) queue.enqueue(i);
  });
  assert(queue.size_approx() <= 4);
  producer.join();
}
