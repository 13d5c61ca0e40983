// LIBRARY: libboost-dev | boost::lockfree::queue, order
// VERDICT: verified
// NEEDS: boost/lockfree/queue.hpp
// RUN: --race=ignore --engine dpor
// What one thread pushes comes out in that order, also when nodes are used again. (Not so in Boost 1.71 to 1.73, where the tag of
// a node began at 0 again.)
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(0);
  int taken = 0;
  std::thread other([&] {
    queue.push(10);
    queue.pop(taken);
    queue.push(20);
  });
  queue.push(1);
  queue.push(2);
  other.join();
  bool second = taken == 2;
  for (int value; queue.pop(value);) {
    assert(!(value == 1 && second));
    second |= value == 2;
  }
}
