// LIBRARY: libboost-dev | boost::lockfree::queue
// VERDICT: verified
// NEEDS: boost/lockfree/queue.hpp
// RUN: --race=ignore --engine dpor
// boost::lockfree::queue: two producers, main consumes what is there; nothing is lost or doubled.
// Nodes are read while others take them back, by plain reads: races that the library knows of.
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> q(4);
  std::thread a([&] { q.push(1); }), b([&] { q.push(2); });
  int sum = 0, v;
  if (q.pop(v)) sum += v;
  a.join();
  b.join();
  while (q.pop(v)) sum += v;
  assert(sum == 3 && q.empty());
}
