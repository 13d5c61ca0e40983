// VERDICT: bug
// A pool without a lock: a race, and what comes of it.
#include <memory_resource>
#include <vector>
#include <thread>
int main() {
  std::pmr::unsynchronized_pool_resource pool;
  auto f = [&] {
    std::pmr::vector<int> v(&pool);
    v.push_back(1);
    v.push_back(2);
  };
  std::thread t(f);
  f();
  t.join();
}
