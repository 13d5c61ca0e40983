// LIBRARY: libtbb-dev | tbb::concurrent_queue
// VERDICT: inconclusive
// NEEDS: tbb/concurrent_queue.h
// RUN: -ltbb --max-executions 3000
// REASON: libtbb
// RUN: -ltbb --engine random --max-executions 3000
// REASON: libtbb
// Parts of TBB live in its library, which is not instrumented: said, and never "verified".
#include <tbb/concurrent_queue.h>

#include <cassert>
#include <thread>

int main() {
  tbb::concurrent_queue<int> q;
  std::thread a([&] { q.push(1); }), b([&] { q.push(2); });
  int sum = 0, v;
  if (q.try_pop(v)) sum += v;
  a.join();
  b.join();
  while (q.try_pop(v)) sum += v;
  assert(sum == 3);
}
