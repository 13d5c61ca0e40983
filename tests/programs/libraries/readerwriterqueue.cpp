// LIBRARY: libreaderwriterqueue-dev | moodycamel::ReaderWriterQueue
// VERDICT: verified
// NEEDS: readerwriterqueue/readerwriterqueue.h
#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(1);
  std::thread producer([&] {
    for (int i = 1; i <= 4; i++) queue.enqueue(i);
  });
  int last = 0, value;
  for (int tries = 0; tries < 3; tries++)
    if (queue.try_dequeue(value)) {
      assert(value == last + 1);
      last = value;
    }
  producer.join();
  while (queue.try_dequeue(value)) {
    assert(value == last + 1);
    last = value;
  }
  assert(last == 4);
}
