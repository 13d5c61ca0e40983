// LIBRARY: libtbb-dev | tbb::concurrent_hash_map
// VERDICT: inconclusive
// NEEDS: tbb/concurrent_hash_map.h
// RUN: -ltbb --max-executions 40
// REASON: libtbb
// RUN: -ltbb --engine random --max-executions 40
// REASON: libtbb
// Parts of TBB live in its library, which is not instrumented: said, and never "verified".
#include <tbb/concurrent_hash_map.h>

#include <cassert>
#include <thread>

using Map = tbb::concurrent_hash_map<int, int>;

int main() {
  Map map;
  auto add = [&] {
    Map::accessor a;
    map.insert(a, 7);
    a->second++;
  };
  std::thread t(add);
  add();
  t.join();
  Map::const_accessor a;
  assert(map.find(a, 7) && a->second == 2);
}
