// LIBRARY: libboost-dev | boost::lockfree::spsc_queue
// RUN: --engine dpor
// VERDICT: verified
// NEEDS: boost/lockfree/spsc_queue.hpp
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> q;
  std::thread producer([&] {
    for (int i = 1; i <= 3; i++)
      while (!q.push(i)) std::this_thread::yield();
  });
  for (int i = 1; i <= 3; i++) {
    int v;
    while (!q.pop(v)) std::this_thread::yield();
    assert(v == i);
  }
  producer.join();
}
