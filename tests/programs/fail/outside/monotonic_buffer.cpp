// VERDICT: bug:race
// Virtual functions of a class whose table is in the shared library.
#include <memory_resource>
#include <vector>
#include <thread>
int main() {
  char buf[1000];
  std::pmr::monotonic_buffer_resource pool(buf, sizeof buf);
  auto f = [&] {
    std::pmr::vector<int> v(&pool);
    v.push_back(1);
  };
  std::thread t(f);
  f();
  t.join();
}
