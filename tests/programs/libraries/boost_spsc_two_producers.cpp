// LIBRARY: libboost-dev | boost::lockfree::spsc_queue with two producers
// VERDICT: bug:assertion
// NEEDS: boost/lockfree/spsc_queue.hpp
// The single-producer queue used by two producers loses an element.
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<4>> q;
  std::thread a([&] { q.push(1); }), b([&] { q.push(2); });
  a.join();
  b.join();
  int sum = 0, v;
  while (q.pop(v)) sum += v;
  assert(sum == 3);  // BUG
}
