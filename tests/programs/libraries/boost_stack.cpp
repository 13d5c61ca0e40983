// LIBRARY: libboost-dev | boost::lockfree::stack
// VERDICT: verified
// NEEDS: boost/lockfree/stack.hpp
// RUN: --race=ignore --engine dpor
// Nodes are read while others take them back, by plain reads: races that the library knows of.
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int> s(4);
  std::thread a([&] { s.push(1); }), b([&] { s.push(2); });
  int sum = 0, v;
  if (s.pop(v)) sum += v;
  a.join();
  b.join();
  while (s.pop(v)) sum += v;
  assert(sum == 3 && s.empty());
}
