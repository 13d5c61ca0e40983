// LIBRARY: libtbb-dev | tbb::concurrent_vector, a wrong expectation
// VERDICT: inconclusive
// REASON: libtbbmalloc
// NEEDS: tbb/concurrent_vector.h
// RUN: -ltbb
// The order of two elements is not fixed; but the library loads another one for its memory, which cannot be controlled.
#include <tbb/concurrent_vector.h>

#include <cassert>
#include <thread>

int main() {
  tbb::concurrent_vector<int> v;
  std::thread t([&] { v.push_back(1); });
  v.push_back(2);
  t.join();
  assert(v[0] == 2);  // BUG
}
