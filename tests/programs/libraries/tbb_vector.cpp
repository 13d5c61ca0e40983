// LIBRARY: libtbb-dev | tbb::concurrent_vector
// VERDICT: inconclusive
// NEEDS: tbb/concurrent_vector.h
// RUN: -ltbb --max-executions 3000
// REASON: libtbb
// RUN: -ltbb --engine random --max-executions 3000
// REASON: libtbb
// Parts of TBB live in its library, which is not instrumented: said, and never "verified".
#include <tbb/concurrent_vector.h>

#include <cassert>
#include <thread>

int main() {
  tbb::concurrent_vector<int> v;
  std::thread t([&] { v.push_back(1); });
  v.push_back(2);
  t.join();
  assert(v.size() == 2 && v[0] + v[1] == 3);
}
