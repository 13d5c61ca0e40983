// LIBRARY: libboost-dev | boost::lockfree::stack, data races
// VERDICT: bug:race
// NEEDS: boost/lockfree/stack.hpp
// A node that one thread looks at can be taken by another and given to the free list, which writes its link: both accesses are
// plain.
#include <boost/lockfree/stack.hpp>
#include <thread>

int main() {
  boost::lockfree::stack<int> stack(2);
  stack.push(1);
  std::thread other([&] {
    int value;
    if (stack.pop(value)) stack.push(3);
  });
  int value;
  stack.pop(value);
  other.join();
}
