// VERDICT: verified
// A pool with one.
#include <memory_resource>
#include <vector>
#include <thread>
#include <cassert>
int main() {
  std::pmr::synchronized_pool_resource pool;
  auto f = [&] {
    std::pmr::vector<int> v(&pool);
    v.push_back(1);
    v.push_back(2);
    assert(v[1] == 2);
  };
  std::thread t(f);
  f();
  t.join();
}
